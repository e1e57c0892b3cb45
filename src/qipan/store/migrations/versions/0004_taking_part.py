"""Taking part: contacts of accounts, what works once, seats of guests, registrations."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def _word(name: str, length: int, *, index: bool = False) -> "sa.Column[str]":
    return sa.Column(name, sa.String(length), nullable=False, index=index)


def _when(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger, nullable=False)


def _account(*, key: bool = False) -> "sa.Column[str]":
    owner = sa.ForeignKey("account.name", ondelete="CASCADE")
    if key:
        return sa.Column("account", sa.String(120), owner, primary_key=True)
    return sa.Column("account", sa.String(120), owner, nullable=True, index=True)


def upgrade() -> None:
    """Create them."""
    op.create_table(
        "contact",
        _account(key=True),
        _word("email", 254),
        _when("verified"),
        _word("recovery", 64),
        _when("made"),
    )
    op.create_table(
        "one_time",
        sa.Column("token", sa.String(64), primary_key=True),
        _word("purpose", 20),
        _account(),
        sa.Column("content", sa.Text, nullable=False),
        _when("expires"),
    )
    op.create_table("closed_account", sa.Column("id", sa.String(80), primary_key=True))
    op.create_table(
        "visitor_seat",
        sa.Column("owner", sa.String(140), primary_key=True),
        sa.Column("place", sa.String(80), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        _word("game", 40),
        _word("way", 20),
        _when("at"),
    )
    op.create_table(
        "registration",
        sa.Column("id", sa.String(40), primary_key=True),
        _word("competition", 120, index=True),
        _word("section", 120),
        _account(),
        _word("holder", 64, index=True),
        _word("state", 20),
        sa.Column("content", sa.Text, nullable=False),
        _word("entrant", 120),
        _when("made"),
        _when("changed"),
    )
