"""The first tables: events, people, secrets, accounts, grants, sessions, sign-in links."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create them."""
    by_code_point = sa.String(200).with_variant(sa.String(200, collation="C"), "postgresql")
    op.create_table(
        "event",
        sa.Column("stream", by_code_point, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("actor", sa.String(200), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_table(
        "secret",
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "account",
        sa.Column("name", sa.String(120), primary_key=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("display", sa.Text, nullable=False),
    )
    owner = sa.ForeignKey("account.name", ondelete="CASCADE")
    op.create_table(
        "grant_",
        sa.Column("account", sa.String(120), owner, primary_key=True),
        sa.Column("competition", sa.String(120), primary_key=True),
        sa.Column("role", sa.String(40), nullable=False),
    )
    for name in ("session", "sign_in_link"):
        op.create_table(
            name,
            sa.Column("token", sa.String(64), primary_key=True),
            sa.Column(
                "account",
                sa.String(120),
                sa.ForeignKey("account.name", ondelete="CASCADE"),
                nullable=False,
            ),
            sa.Column("expires", sa.BigInteger, nullable=False),
        )
    op.create_index("session_account", "session", ["account"])
