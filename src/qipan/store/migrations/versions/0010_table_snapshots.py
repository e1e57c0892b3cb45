"""Live tables as they were after an event, for whoever takes them over."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

ordered = sa.String(200).with_variant(sa.String(200, collation="C"), "postgresql")


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "table_snapshot",
        sa.Column("name", ordered, primary_key=True),
        sa.Column("shard", sa.Integer, nullable=False, index=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("program", sa.String(64), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
