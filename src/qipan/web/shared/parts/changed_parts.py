"""What differs between the page that a reader holds and the page as it is now.

The parts of a page that change are marked ``data-live``. A page says which content of them it holds
(``data-held`` at its body: a digest), and asks for itself with ``held=`` that digest: the answer
is worked out from the page that this reader is given now, so there is nothing in it that the page
would not show. A part with ``data-rows`` is told by rows and cells of its tables; every other part
is sent whole if it differs at all. Contents are remembered by digest, within bounds; of one that
nobody here remembers every part is sent, so that several processes need not agree on anything.
"""

import gzip
import re
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import msgspec

from qipan.web.shared.csrf_tokens import FIELD
from qipan.web.shared.page_cache import Keeping, Written
from qipan.web.shared.parts.row_changes import row_changes, shell_and_rows

ASKED = "held"
"""The name under which a page asks for its changes."""
MEDIA = "application/json"
QUICK = 1
_LIVE = b'data-live="'
_NAME = re.compile(rb"<([a-z0-9]+)")
_AFTER = (b" ", b">", b"\n")
"""What may follow the name of a tag."""
_TOKEN = re.compile(rb'name="' + FIELD.encode() + rb'"\s+value="[^"]*"')
_VERSION = re.compile(rb'<body[^<>]*?\sdata-version="([^"]*)"')
_ROWS = re.compile(rb"^<[^<>]*\sdata-rows[\s>]")

Parts = dict[str, bytes]


def parts_of(body: bytes) -> Parts:
    """Give the live parts of a page by name."""
    return dict(_parts(body))


def _parts(body: bytes) -> Iterator[tuple[str, bytes]]:
    at = body.find(_LIVE)
    while at >= 0:
        begins, named = body.rfind(b"<", 0, at), at + len(_LIVE)
        ends = _end(body, begins)
        yield body[named : body.find(b'"', named)].decode(), body[begins:ends]
        at = body.find(_LIVE, ends)


def _end(body: bytes, begins: int) -> int:
    """Find where an element ends: elements of the same name may lie inside it."""
    name = _NAME.match(body, begins)
    tag = name[1] if name else b""
    closing, inside, at = b"</" + tag + b">", 1, begins + 1
    while inside:
        closed = body.find(closing, at)
        if closed < 0:
            return len(body)
        inside += sum(body.count(b"<" + tag + after, at, closed) for after in _AFTER) - 1
        at = closed + len(closing)
    return at


def digest(parts: Parts) -> str:
    """Name a content of parts. A token for forms is no content: it is another one every time."""
    found = blake2b(digest_size=15)
    for name, part in parts.items():
        plain = _without_token(part)
        found.update(b"%d %d " % (len(name), len(plain)) + name.encode() + plain)
    return found.hexdigest()


def _without_token(part: bytes) -> bytes:
    return _TOKEN.sub(b"", part) if FIELD.encode() in part else part


def held(body: bytes, kept: Keeping) -> tuple[bytes, str]:
    """Let a page say what it holds, and remember that; gives the page and the digest."""
    parts = parts_of(body)
    if not parts:
        return body, ""
    mark = digest(parts)
    kept.held.get(mark, None, lambda: _packed(parts))
    return body.replace(b"<body", f'<body data-held="{mark}"'.encode(), 1), mark


def _packed(parts: Parts) -> bytes:
    plain = [(name, _without_token(part)) for name, part in parts.items()]
    return gzip.compress(msgspec.msgpack.encode(plain), QUICK, mtime=0)


def changes_since(body: bytes, since: str, kept: Keeping) -> bytes:
    """Write what a reader who holds ``since`` needs to have what ``body`` has."""
    parts = parts_of(body)
    mark = digest(parts)
    version = _VERSION.search(body)
    answer: dict[str, Any] = {
        "held": mark,
        "version": version[1].decode() if version else "",
        "names": list(parts),
        "parts": {},
    }
    if since != mark:
        before = _remembered(since, kept)
        for name, part in parts.items():
            found = _difference(before.get(name), part)
            if found is not None:
                answer["parts"][name] = found
    return msgspec.json.encode(answer)


def _remembered(since: str, kept: Keeping) -> Parts:
    found = kept.held.seen(since)
    return {} if found is None else dict(msgspec.msgpack.decode(gzip.decompress(found)))


def _difference(before: bytes | None, now: bytes) -> dict[str, Any] | None:
    """Tell a part: None if it is the same, by its rows where it says so, else whole."""
    plain = _without_token(now)
    if before == plain:
        return None
    if before is not None and plain is now and _ROWS.match(now):
        by_rows = _by_rows(before.decode(), now.decode())
        if by_rows is not None:
            return by_rows
    return {"html": now.decode()}


def _by_rows(before: str, now: str) -> dict[str, Any] | None:
    (old_shell, old), (shell, new) = shell_and_rows(before), shell_and_rows(now)
    if not new or [each.numbered for each in old] != [each.numbered for each in new]:
        return None
    answer: dict[str, Any] = {
        "had": [len(each.rows) for each in old],
        "rows": [row_changes(*each) for each in zip(old, new, strict=True)],
    }
    if shell != old_shell:
        answer["shell"] = shell
    return answer


def written_changes(page: Written, since: str, kept: Keeping) -> Written:
    """Give the changes of a page for anybody, written once for all who hold the same."""
    return kept.changes.get(
        (page.mark, since if kept.held.seen(since) is not None else ""),
        page.tag,
        lambda: Written(changes_since(page.body, since, kept), media=MEDIA),
    )
