"""Rating lists of federations, and the words by which people on them are found."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

ordered = sa.String(200).with_variant(sa.String(200, collation="C"), "postgresql")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "rating_list",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("form", sa.Text, nullable=False),
        sa.Column("rows", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("actor", sa.String(200), nullable=False),
        sa.Column("ready", sa.Integer, nullable=False),
    )
    op.create_table(
        "listed_player",
        sa.Column("list", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ref", ordered, nullable=False),
        *(
            sa.Column(name, sa.Text, nullable=False)
            for name in ("name", "latin", "country", "club", "rank")
        ),
        sa.Column("rating", sa.Integer),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("title", "birth", "sex", "words")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_listed_player_ref", "listed_player", ["list", "ref"])
    op.create_table(
        "listed_word",
        sa.Column("list", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("word", ordered, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
