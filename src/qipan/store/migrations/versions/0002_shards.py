"""Who owns which shard of the live tables: fences, leases, and the workers that are alive."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
SHARDS = 258
"""256 for tables, one for the scheduler, one for a server that owns everything."""


def upgrade() -> None:
    """Create them, every shard free and at epoch 0."""
    fence = op.create_table(
        "shard_fence",
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
    )
    lease = op.create_table(
        "shard_lease",
        sa.Column("shard", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "shard_worker",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(fence, [{"shard": shard, "epoch": 0} for shard in range(SHARDS)])
    free = {"owner": "", "until": 0, "seen": 0}
    op.bulk_insert(lease, [{"shard": shard, **free} for shard in range(SHARDS)])
