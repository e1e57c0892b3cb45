"""Reach: who asked to be told where they play, and by which way."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def _word(name: str, length: int, *, index: bool = False) -> "sa.Column[str]":
    return sa.Column(name, sa.String(length), nullable=False, index=index)


def _number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger, nullable=False)


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "reach",
        sa.Column("id", sa.String(40), primary_key=True),
        _word("competition", 120, index=True),
        _word("section", 120),
        _word("entrant", 120),
        _word("owner", 140, index=True),
        _word("way", 20),
        _word("language", 8),
        sa.Column("content", sa.Text, nullable=False),
        _word("state", 20),
        _word("said", 64),
        _number("made"),
        _number("failures"),
        _number("due"),
        _number("busy"),
        _number("at"),
        _number("status"),
        _word("outcome", 80),
    )
