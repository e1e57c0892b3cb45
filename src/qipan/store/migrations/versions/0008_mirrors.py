"""Mirrors: copies of competitions that are kept elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "mirror",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("competition", sa.String(120), nullable=False, index=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("token", sa.LargeBinary, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(40), nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
