"""Access and what comes from outside: invitations, passkeys, tokens, phones, photos, webhooks."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def _owner() -> "sa.Column[str]":
    owner = sa.ForeignKey("account.name", ondelete="CASCADE")
    return sa.Column("account", sa.String(120), owner, nullable=False, index=True)


def _when(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.BigInteger, nullable=False)


def _word(name: str, length: int = 120, *, index: bool = False) -> "sa.Column[str]":
    return sa.Column(name, sa.String(length), nullable=False, index=index)


def _key(name: str, length: int = 64) -> "sa.Column[str]":
    return sa.Column(name, sa.String(length), primary_key=True)


def upgrade() -> None:
    """Create them."""
    op.add_column("session", sa.Column("opened", sa.BigInteger, nullable=False, server_default="0"))
    for name, length in (("way", 20), ("agent", 200)):
        column = sa.Column(name, sa.String(length), nullable=False, server_default="")
        op.add_column("session", column)
    _access()
    _outside()


def _access() -> None:
    op.create_table(
        "invitation",
        _key("token"),
        _word("competition", index=True),
        _word("role", 40),
        _owner(),
        _when("made"),
        _when("expires"),
    )
    op.create_table(
        "passkey",
        _key("id"),
        sa.Column("credential", sa.LargeBinary, nullable=False),
        _owner(),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        _when("sign_count"),
        _word("label", 80),
        _when("made"),
        _when("used"),
    )
    op.create_table(
        "challenge",
        _key("token"),
        _word("purpose", 20),
        sa.Column("content", sa.LargeBinary, nullable=False),
        _when("expires"),
    )
    op.create_table(
        "api_token",
        _key("token"),
        _owner(),
        _word("competition"),
        _word("scope", 20),
        _word("label", 80),
        _when("made"),
        _when("expires"),
        _when("used"),
    )


def _outside() -> None:
    op.create_table(
        "phone",
        _key("competition", 120),
        _key("section", 120),
        _key("entrant", 120),
        sa.Column("card", sa.Integer, primary_key=True, autoincrement=False),
        _word("token", 64, index=True),
        _when("opened"),
        _when("expires"),
        _word("agent", 200),
    )
    op.create_table(
        "attachment",
        _key("hash"),
        _word("media", 40),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "webhook",
        _key("id", 40),
        _word("competition", index=True),
        sa.Column("url", sa.Text, nullable=False),
        _when("made"),
        _when("sent"),
        sa.Column("failures", sa.Integer, nullable=False),
        _when("due"),
        _when("busy"),
    )
    owner = sa.ForeignKey("webhook.id", ondelete="CASCADE")
    op.create_table(
        "delivery",
        sa.Column("webhook", sa.String(40), owner, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        _when("at"),
        _when("first"),
        _when("last"),
        sa.Column("status", sa.Integer, nullable=False),
        _word("outcome", 80),
    )
