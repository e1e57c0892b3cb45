"""The tables, in terms that SQLite and PostgreSQL share.

``event`` is only ever inserted into. Everything about persons is in ``person`` and ``account`` and
can be erased without touching an event.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

from qipan.journal.envelope import Batch
from qipan.kernel.errors import BadInput

metadata = MetaData()
by_code_point = String(200).with_variant(String(200, collation="C"), "postgresql")
"""Text that is ordered alike everywhere, whatever the language of the database."""

event = Table(
    "event",
    metadata,
    Column("stream", by_code_point, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("name", String(80), nullable=False),
    Column("at", String(40), nullable=False),
    Column("actor", String(200), nullable=False),
    Column("payload", Text, nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
)

person = Table(
    "person",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("content", Text, nullable=False),
)

secret = Table(
    "secret",
    metadata,
    Column("name", String(200), primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

account = Table(
    "account",
    metadata,
    Column("name", String(120), primary_key=True),
    Column("password", Text, nullable=False),
    Column("display", Text, nullable=False),
)

grant = Table(
    "grant_",
    metadata,
    Column(
        "account", String(120), ForeignKey("account.name", ondelete="CASCADE"), primary_key=True
    ),
    Column("competition", String(120), primary_key=True),
    Column("role", String(40), nullable=False),
)

session = Table(
    "session",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("account", String(120), ForeignKey("account.name", ondelete="CASCADE"), nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("opened", BigInteger, nullable=False, server_default="0"),
    Column("way", String(20), nullable=False, server_default=""),
    Column("agent", String(200), nullable=False, server_default=""),
)

sign_in_link = Table(
    "sign_in_link",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("account", String(120), ForeignKey("account.name", ondelete="CASCADE"), nullable=False),
    Column("expires", BigInteger, nullable=False),
)

Index("session_account", session.c.account)

shard_fence = Table(
    "shard_fence",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("epoch", BigInteger, nullable=False),
)
"""The epoch under which a shard may be written; only ever grows."""

shard_lease = Table(
    "shard_lease",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("owner", String(80), nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)
"""``seen``: the last sign of life of an owner that had all its tables in order."""

shard_worker = Table(
    "shard_worker",
    metadata,
    Column("name", String(80), primary_key=True),
    Column("until", BigInteger, nullable=False),
)

NEVER_COPIED = frozenset(
    {"shard_fence", "shard_lease", "shard_worker", "listed_word", "table_snapshot"}
)
"""Tables that say who serves now, or are made from others; they are never copied."""


_LONGEST = {column.name: getattr(column.type, "length", None) for column in event.c}


def _owner() -> Column[str]:
    owner = ForeignKey("account.name", ondelete="CASCADE")
    return Column("account", String(120), owner, nullable=False, index=True)


invitation = Table(
    "invitation",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("competition", String(120), nullable=False, index=True),
    Column("role", String(40), nullable=False),
    _owner(),  # who invites
    Column("made", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

passkey = Table(
    "passkey",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("credential", LargeBinary, nullable=False),
    _owner(),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("label", String(80), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
)

challenge = Table(
    "challenge",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("purpose", String(20), nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

api_token = Table(
    "api_token",
    metadata,
    Column("token", String(64), primary_key=True),
    _owner(),
    Column("competition", String(120), nullable=False),
    Column("scope", String(20), nullable=False),
    Column("label", String(80), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
)

phone = Table(
    "phone",
    metadata,
    Column("competition", String(120), primary_key=True),
    Column("section", String(120), primary_key=True),
    Column("entrant", String(120), primary_key=True),
    Column("card", Integer, primary_key=True, autoincrement=False),
    Column("token", String(64), nullable=False, index=True),
    Column("opened", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("agent", String(200), nullable=False),
)

attachment = Table(
    "attachment",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("media", String(40), nullable=False),
    Column("content", LargeBinary, nullable=False),
)

webhook = Table(
    "webhook",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("competition", String(120), nullable=False, index=True),
    Column("url", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("sent", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("busy", BigInteger, nullable=False),
)

delivery = Table(
    "delivery",
    metadata,
    Column("webhook", String(40), ForeignKey("webhook.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("status", Integer, nullable=False),
    Column("outcome", String(80), nullable=False),
)


contact = Table(
    "contact",
    metadata,
    Column(
        "account", String(120), ForeignKey("account.name", ondelete="CASCADE"), primary_key=True
    ),
    Column("email", String(254), nullable=False),
    Column("verified", BigInteger, nullable=False),
    Column("recovery", String(64), nullable=False),
    Column("made", BigInteger, nullable=False),
)

one_time = Table(
    "one_time",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("purpose", String(20), nullable=False),
    Column(
        "account",
        String(120),
        ForeignKey("account.name", ondelete="CASCADE"),
        nullable=True,
        index=True,
    ),
    Column("content", Text, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

closed_account = Table("closed_account", metadata, Column("id", String(80), primary_key=True))
"""Opaque ids of accounts that were erased: nobody plays under one of them again."""

visitor_seat = Table(
    "visitor_seat",
    metadata,
    Column("owner", String(140), primary_key=True),
    Column("place", String(80), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("game", String(40), nullable=False),
    Column("way", String(20), nullable=False),
    Column("at", BigInteger, nullable=False),
)

registration = Table(
    "registration",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("competition", String(120), nullable=False, index=True),
    Column("section", String(120), nullable=False),
    Column(
        "account",
        String(120),
        ForeignKey("account.name", ondelete="CASCADE"),
        nullable=True,
        index=True,
    ),
    Column("holder", String(64), nullable=False, index=True),
    Column("state", String(20), nullable=False),
    Column("content", Text, nullable=False),
    Column("entrant", String(120), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
)

profile = Table(
    "profile",
    metadata,
    Column("id", String(40), primary_key=True),
    Column(
        "account",
        String(120),
        ForeignKey("account.name", ondelete="CASCADE"),
        nullable=False,
        unique=True,
    ),
    Column("person", String(120), nullable=False, index=True),
    Column("shown", Text, nullable=False),
    Column("guardian", String(120), nullable=False),
    Column("changed", BigInteger, nullable=False),
)

reach = Table(
    "reach",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("competition", String(120), nullable=False, index=True),
    Column("section", String(120), nullable=False),
    Column("entrant", String(120), nullable=False),
    Column("owner", String(140), nullable=False, index=True),
    Column("way", String(20), nullable=False),
    Column("language", String(8), nullable=False),
    Column("content", Text, nullable=False),
    Column("state", String(20), nullable=False),
    Column("said", String(64), nullable=False),
    *(
        Column(name, BigInteger, nullable=False)
        for name in ("made", "failures", "due", "busy", "at", "status")
    ),
    Column("outcome", String(80), nullable=False),
)
"""Who asked to be told where somebody plays, by which way, and how it went the last time."""


mirror = Table(
    "mirror",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("competition", String(120), nullable=False, index=True),
    Column("url", Text, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("token", LargeBinary, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("state", String(40), nullable=False),
    Column("facts", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Where copies of a competition are kept, and how it went the last time."""

rating_list = Table(
    "rating_list",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("date", String(10), nullable=False),
    Column("form", Text, nullable=False),
    Column("rows", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", String(40), nullable=False),
    Column("actor", String(200), nullable=False),
    Column("ready", Integer, nullable=False),
)
"""Lists that federations published; while one is being written it is not ready."""

listed_player = Table(
    "listed_player",
    metadata,
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("ref", by_code_point, nullable=False),
    Column("name", Text, nullable=False),
    Column("latin", Text, nullable=False),
    Column("country", Text, nullable=False),
    Column("club", Text, nullable=False),
    Column("rank", Text, nullable=False),
    Column("rating", Integer),
    Column("title", Text, nullable=False),
    Column("birth", Text, nullable=False),
    Column("sex", Text, nullable=False),
    Column("words", Text, nullable=False),
    Index("ix_listed_player_ref", "list", "ref"),
    sqlite_with_rowid=False,
)
"""Who is on a list; ``words`` are those by which they are found, with blanks around."""

listed_word = Table(
    "listed_word",
    metadata,
    Column("list", Integer, primary_key=True, autoincrement=False),
    Column("word", by_code_point, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""The words of the names on a list, in order: made from ``listed_player``, never copied."""

table_snapshot = Table(
    "table_snapshot",
    metadata,
    Column("name", by_code_point, primary_key=True),
    Column("shard", Integer, nullable=False, index=True),
    Column("version", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("program", String(64), nullable=False),
    Column("content", LargeBinary, nullable=False),
)
"""Live tables as they were after an event, one for each that goes on: read sooner than all its
events. Made from the journal, thrown away whenever it does not fit, never copied."""


def require_storable(batch: Batch) -> Batch:
    """Pass a batch on that every store can keep. Raises BadInput, the same on each of them."""
    _fit(stream=batch.stream, actor=batch.actor, at=batch.at)
    for fresh in batch.events:
        _fit(name=fresh.name, payload=fresh.payload)
    return batch


def _fit(**texts: str) -> None:
    for column, text in texts.items():
        longest = _LONGEST[column]
        if longest is not None and len(text) > longest:
            raise BadInput(f"at most {longest} characters", where=column)
    if storable("".join(texts.values())):
        return
    column = next(column for column, text in texts.items() if not storable(text))
    raise BadInput("a character that cannot be stored", where=column)


def storable(text: str) -> bool:
    """Say whether a text has neither NUL nor half a surrogate pair: no database keeps those."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return False
    return "\x00" not in text
