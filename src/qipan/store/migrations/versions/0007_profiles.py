"""Profiles: what somebody wants to be seen of themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "profile",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column(
            "account",
            sa.String(120),
            sa.ForeignKey("account.name", ondelete="CASCADE"),
            nullable=False,
            unique=True,
        ),
        sa.Column("person", sa.String(120), nullable=False, index=True),
        sa.Column("shown", sa.Text, nullable=False),
        sa.Column("guardian", sa.String(120), nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
