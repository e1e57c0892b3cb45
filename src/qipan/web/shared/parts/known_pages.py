"""A public page that is known and unchanged is answered before anything else looks at the request.

A page may be kept here when it is made of one competition, the register of persons and the
checkpoints of the record: each of the three is a stream of the journal, so three numbers say
whether the page still holds. They are read before the page is made; what changes meanwhile makes it
known under numbers that are old already. What else a page is made of it must ask for each time
(``still``), and that must cost next to nothing.

Only who sends no cookie of an account or of a phone is answered here, and every other thing that
such a page depends on is part of its key. One process has to serve the file for that; where several
share a database nothing is kept, and pages come by the longer way.
"""

import re
from asyncio import Event
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from qipan.host.request_log import App, Message, Receive, Scope, Send
from qipan.journal.record.checkpoints import STREAM as CHECKPOINTS
from qipan.journal.record.register import STREAM as REGISTER
from qipan.kernel.ids import CompetitionId, StreamId
from qipan.office.office import stream_of
from qipan.web.shared.csrf import FormGuard
from qipan.web.shared.page_cache import Written
from qipan.web.shared.visitor import LANGUAGE, PHONE, SESSION

NOTE = "qipan.known"
"""Under this name a request carries where a page may leave itself."""
MOST_PAGES, MOST_BYTES = 4000, 64_000_000
LONGEST_KEY = 1000
PREFIX = "/c/"
_SOMEBODY = (SESSION.encode(), PHONE.encode())
_LANGUAGE = re.compile(rb"(?:^|;) *" + LANGUAGE.encode() + rb"=([^;]*)")
_OWN = frozenset({b"content-length", b"content-encoding", b"content-type", b"set-cookie"})
"""Headers that are an answer's own; the only cookie of such a page is the token for forms."""

Still = Callable[[], bool]
"""Says whether what a page is made of beside the three streams is as it was."""
Key = tuple[object, ...]
Numbers = tuple[int, ...]
ReadNumbers = Callable[[Iterable[StreamId]], Numbers]


class Note:
    """What a page leaves here when it is made of the three streams, and of what it can ask for."""

    __slots__ = ("page", "still")

    def __init__(self) -> None:
        """Begin empty."""
        self.page: Written | None = None
        self.still: Still | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """A page, the numbers it was made under, and the head of its answer."""

    page: Written
    still: Still | None
    numbers: Numbers
    streams: tuple[StreamId, ...]
    common: list[tuple[bytes, bytes]]
    params: dict[str, Any]
    template: str
    weight: int

    def head(self, *extra: tuple[bytes, bytes]) -> list[tuple[bytes, bytes]]:
        """Give the headers of an answer."""
        return [*self.common, *extra]


def leave(scope: Any, page: Written, still: Still | None = None) -> None:
    """Leave a page to be known from now on, if this request came by ``KnownPages``."""
    note = scope.get(NOTE)
    if note is not None:
        note.page, note.still = page, still


class KnownPages:
    """An application with its known pages in front."""

    def __init__(
        self, app: App, numbers: ReadNumbers, guard: FormGuard, *, by_client: bool = False
    ) -> None:
        """Answer before ``app``; ``by_client``: pages differ by the machine that asks (a demo)."""
        self._app, self._numbers, self._by_client = app, numbers, by_client
        self._guard = guard
        self._there: OrderedDict[Key, Known] = OrderedDict()
        self._weight = 0
        self._being_made: dict[Key, Event] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        key = self._key(scope)
        if key is None:
            await self._app(scope, receive, send)
            return
        known = self._found(key)
        if known is None and key in self._being_made:
            await self._being_made[key].wait()  # a hall full of phones asks at the same moment
            known = self._found(key)
        if known is not None:
            await _answer(known, scope, send, self._guard)
        else:
            await self._make(key, scope, receive, send)

    def _found(self, key: Key) -> Known | None:
        known = self._there.get(key)
        if known is None:
            return None
        holds = self._numbers(known.streams) == known.numbers
        if not holds or not (known.still is None or known.still()):
            self._forget(key)
            return None
        self._there.move_to_end(key)
        return known

    def _key(self, scope: Scope) -> Key | None:
        """Name what a page for anybody depends on; None for what may not be kept."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return None
        path, query = scope["path"], scope["query_string"]
        if not path.startswith(PREFIX) or len(path) + len(query) > LONGEST_KEY:
            return None
        host = spoken = chosen = b""
        cookies = False
        for name, value in scope["headers"]:
            if name == b"cookie":
                if cookies or any(each in value for each in _SOMEBODY):
                    return None  # somebody, or two lines of cookies
                cookies, found = True, _LANGUAGE.search(value)
                chosen = found[1] if found else b""
            elif name == b"host":
                host = value
            elif name == b"accept-language":
                spoken = value
            elif name == b"authorization":
                return None
        if len(spoken) + len(chosen) + len(host) > LONGEST_KEY:
            return None
        client = scope["client"][0] if self._by_client and scope["client"] else ""
        return path, query, scope["scheme"], host, spoken, chosen, client

    async def _make(self, key: Key, scope: Scope, receive: Receive, send: Send) -> None:
        competition = scope["path"][len(PREFIX) :].partition("/")[0]
        streams = (stream_of(CompetitionId(competition)), REGISTER, CHECKPOINTS)
        numbers = self._numbers(streams)
        note = scope[NOTE] = Note()
        made = self._being_made.setdefault(key, Event())

        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start":
                if note.page is not None:
                    rest = _rest(scope, message)
                    self._keep(key, Known(note.page, note.still, numbers, streams, *rest))
                self._let_go(key, made)
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            self._let_go(key, made)

    def _let_go(self, key: Key, made: Event) -> None:
        """Let those go on who wait for a page: it is known now, or they ask for it themselves."""
        made.set()
        if self._being_made.get(key) is made:
            del self._being_made[key]

    def _keep(self, key: Key, known: Known) -> None:
        self._forget(key)
        self._there[key] = known
        self._weight += known.weight
        while self._weight > MOST_BYTES or len(self._there) > MOST_PAGES:
            self._forget(next(iter(self._there)))

    def _forget(self, key: Key) -> None:
        known = self._there.pop(key, None)
        if known is not None:
            self._weight -= known.weight


def _rest(
    scope: Scope, message: Message
) -> tuple[list[tuple[bytes, bytes]], dict[str, Any], str, int]:
    """Give what else is kept of an answer: headers, and what the log calls the request."""
    page: Written = scope[NOTE].page
    common = [(name, value) for name, value in message["headers"] if name.lower() not in _OWN]
    params, template = dict(scope.get("path_params") or {}), str(scope.get("path_template") or "")
    return common, params, template, page.weight + 1500


async def _answer(known: Known, scope: Scope, send: Send, guard: FormGuard) -> None:
    scope["path_params"], scope["path_template"] = known.params, known.template
    asked, packs, cookies = b"", False, b""
    for name, value in scope["headers"]:
        if name == b"if-none-match":
            asked = value
        elif name == b"accept-encoding":
            packs = b"gzip" in value
        elif name == b"cookie":
            cookies = value
    token = guard.cookie_for_nobody(scope["scheme"], cookies)
    page = known.page
    if asked and page.tag in asked[:2000].decode("latin-1"):
        await send({"type": "http.response.start", "status": 304, "headers": known.head(*token)})
        await send({"type": "http.response.body", "body": b""})
        return
    body = page.packed if packs else page.body
    head = known.head(
        (b"content-type", page.media.encode()),
        (b"content-length", str(len(body)).encode()),
        *([(b"content-encoding", b"gzip")] if packs else []),
        *token,
    )
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": body})
