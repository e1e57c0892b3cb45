"""A whole competition as files: every public page, in every language, opened without a server.

The pages are the site's own, fetched from it as a stranger gets them, so nothing can be in the
files that is not on the site. Written again, only what changed is written; what is no longer
there is removed, and nothing else in the folder is touched.
"""

import asyncio
import os.path
import re
from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import unquote, urlsplit

import msgspec
from litestar import Litestar

from qipan.host.hub import Hub
from qipan.host.local_tables import LocalTables
from qipan.i18n import LANGUAGES, NAMES
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput
from qipan.web.app import build
from qipan.web.publish.static_pages import PageForFiles, file_name
from qipan.web.shared.context import Context
from qipan.web.shared.limits import attempts
from qipan.web.shared.rendering import STATIC, environment
from qipan.wiring import House, new_token, utc_now

LEDGER = "published.json"
MOST_PAGES = 30_000
"""Of one competition in one language."""
PARTS = (
    r"names|games|teams|tables|pictures|prizes|why|pairing|lot(/[^/]+)?|player/[^/]+"
    r"|record/(sheet|picture\.(png|svg)|game\.(pgn|sgf|json))"
)
_LINK = re.compile(r'(?:href|src)="([^"#]*)(?:#[^"]*)?"')
_RECORD = re.compile(r"(/c/[^/]+/[^/]+)/record\?(.*)")
_MOVED = re.compile(r"&?(move|to)=\d+")


class PublishedSite(msgspec.Struct):
    """What publishing did."""

    written: int = 0
    unchanged: int = 0
    removed: int = 0
    files: list[str] = []
    competitions: dict[str, int] = {}
    """The version of each that the files show."""


class SiteOfFiles:
    """Writes competitions of a house into a folder."""

    def __init__(self, house: House, folder: Path, languages: Sequence[str] = ()) -> None:
        """``languages``: the first one opens by itself. Raises BadInput."""
        self.folder, self.house = folder, house
        self.languages = list(languages) or list(LANGUAGES)
        if unknown := set(self.languages) - set(LANGUAGES):
            raise BadInput(f"{', '.join(sorted(unknown))[:40]!r} is no language", where="language")
        context = Context(house, Hub(), utc_now, new_token, new_token(), TablesAway(house))
        self._app = build(context)
        self._done = PublishedSite()
        self._assets: set[str] = set()

    def publish(self, competitions: Iterable[Competition]) -> PublishedSite:
        """Write everything that is public of some competitions. Raises BadInput."""
        chosen = list(competitions)
        if not chosen:
            raise BadInput("no competition to publish", where="competition")
        self._done, self._assets = PublishedSite(), set()
        before = self._ledger()
        asyncio.run(self._publish(chosen))
        for name in sorted(self._assets):
            found = next(path for folder in STATIC if (path := folder / name).is_file())
            self._write(f"static/{name}", found.read_bytes())
        self._done.competitions = {state.id: state.version for state in chosen}
        for name in set(before) - set(self._done.files):
            self._remove(name)
        self._done.files.sort()
        (self.folder / LEDGER).write_bytes(msgspec.json.encode(self._done))
        return self._done

    async def _publish(self, chosen: list[Competition]) -> None:
        for language in self.languages:
            for state in chosen:
                await self._competition(state, language)
        first = self.languages[0]
        index = environment().get_template("publish/static_index.html")
        listed = [(state.title, f"{first}/{file_name(f'/c/{state.id}')}") for state in chosen]
        languages = [
            (code, NAMES[code], f"{code}/{file_name(f'/c/{chosen[0].id}')}")
            for code in self.languages
        ]
        self._assets.update(("qipan.css", "mark.svg"))
        self._write(
            "index.html",
            index.render(language=first, competitions=listed, languages=languages).encode(),
        )

    async def _competition(self, state: Competition, language: str) -> None:
        wanted = re.compile(
            rf"/c/{re.escape(state.id)}(/(notices|logo)|/({_names(state)})(/({PARTS}))?)?"
        )
        start = f"/c/{state.id}"
        known, queue = {start}, deque([start])
        pages: dict[str, tuple[str, bytes]] = {}
        while queue and len(pages) < MOST_PAGES:
            address = queue.popleft()
            found = await fetch(self._app, address, language)
            if found is None:
                continue
            pages[address] = found
            if not found[0].startswith("text/html"):
                continue
            for link in _LINK.findall(found[1].decode()):
                other = tidy(link.replace("&amp;", "&"))
                if other not in known and wanted.fullmatch(urlsplit(other).path):
                    known.add(other)
                    queue.append(other)
        for address, (media, body) in pages.items():
            content = body
            if media.startswith("text/html"):
                content = self._rewritten(address, body.decode(), language, pages).encode()
            self._write(f"{language}/{file_name(address)}", content)

    def _rewritten(
        self, address: str, text: str, language: str, pages: dict[str, tuple[str, bytes]]
    ) -> str:
        here = str(Path(f"{language}/{file_name(address)}").parent)

        def resolve(link: str) -> str | None:
            whole, _, part = link.partition("#")
            beyond = f"#{part}" if part else ""
            if not whole:
                return link
            if whole.startswith("/static/"):
                name = whole.removeprefix("/static/")
                if any((folder / name).is_file() for folder in STATIC):
                    self._assets.add(name)
                    return os.path.relpath(f"static/{name}", here)
                return None
            if whole.startswith("/language/"):
                code = whole.removeprefix("/language/").partition("?")[0]
                if code in self.languages:
                    return os.path.relpath(f"{code}/{file_name(address)}", here)
                return None
            if whole == "/":
                return os.path.relpath("index.html", here)
            if not whole.startswith("/"):
                return link if whole.startswith(("https://", "http://", "mailto:")) else None
            found = tidy(whole)
            if found not in pages:
                return None
            return os.path.relpath(f"{language}/{file_name(found)}", here) + beyond

        return PageForFiles.rewrite(text, resolve)

    def _write(self, name: str, content: bytes) -> None:
        self._done.files.append(name)
        path = self.folder / name
        if path.is_file() and path.read_bytes() == content:
            self._done.unchanged += 1
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self._done.written += 1

    def _remove(self, name: str) -> None:
        path = (self.folder / name).resolve()
        if path.is_relative_to(self.folder.resolve()) and path.is_file():
            path.unlink()
            self._done.removed += 1

    def _ledger(self) -> list[str]:
        path = self.folder / LEDGER
        if not path.is_file():
            if self.folder.is_dir() and any(self.folder.iterdir()):
                raise BadInput("a folder of its own, empty or published before", where="DIR")
            self.folder.mkdir(parents=True, exist_ok=True)
            return []
        try:
            return msgspec.json.decode(path.read_bytes(), type=PublishedSite).files
        except msgspec.DecodeError as error:
            raise BadInput("not what was published before", where=str(path)) from error


class TablesAway(LocalTables):
    """The live tables of a site that is only read: none runs, and no key is made for seats."""

    def __init__(self, house: House) -> None:
        """Take nothing but the house."""
        self.house, self.key = house, b""
        self._owner = None


def _names(state: Competition) -> str:
    return "|".join(re.escape(each) for each in state.sections) or "-"


def tidy(address: str) -> str:
    """Give the address under which a page is kept: a record is published as its sheet."""
    address = unquote(address.partition("#")[0])
    if found := _RECORD.fullmatch(address):
        return f"{found[1]}/record/sheet?{_MOVED.sub('', found[2])}"
    return address.rstrip("?")


async def fetch(app: Litestar, address: str, language: str) -> tuple[str, bytes] | None:
    """Ask the site for a page as a stranger does; None if there is none."""
    parts = urlsplit(address)
    attempts.forget()  # nobody but this fetches here
    status, media, body = 500, "", bytearray()
    asked = False

    async def receive() -> dict[str, object]:
        nonlocal asked
        if asked:
            return {"type": "http.disconnect"}
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, object]) -> None:
        nonlocal status, media
        if message["type"] == "http.response.start":
            status = int(str(message["status"]))
            headers = dict(message["headers"])  # type: ignore[call-overload]
            media = headers.get(b"content-type", b"").decode()
        else:
            body.extend(message.get("body", b""))  # type: ignore[arg-type]

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "root_path": "",
        "query_string": f"{parts.query}{'&' if parts.query else ''}lang={language}".encode(),
        "headers": [(b"host", b"localhost"), (b"accept-language", language.encode())],
        "client": ("static site", 0),
        "server": ("localhost", 80),
    }
    await app(scope, receive, send)  # type: ignore[arg-type]
    return (media, bytes(body)) if status == 200 else None
