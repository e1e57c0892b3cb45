"""Pages by typst: a template of this folder and a value in, PDF out; or HTML of the same value.

What people wrote reaches the templates as values only, never as markup. One document is set at a
time, so that printing never takes the whole computer from the hall.
"""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from qipan.formats.documents.fonts import CHINESE, JAPANESE, KOREAN, fonts_for
from qipan.formats.documents.material import Material, Wish
from qipan.formats.documents.naming import breakable
from qipan.formats.papers import CSS_PAPERS, PAPERS
from qipan.formats.printable import printable
from qipan.formats.typesetter import fonts, typesetter
from qipan.i18n import local, say
from qipan.i18n.customs import date_of, moment
from qipan.journal.state import Particulars
from qipan.kernel.errors import Unavailable, Unknown
from qipan.kernel.rules import rule

TEMPLATES = Path(__file__).parent / "templates"
LONGEST_WAIT = 60.0
_FULL_WIDTH = frozenset((*CHINESE, *JAPANESE, *KOREAN))
_press = threading.Lock()


def pages(template: str, material: Material, wish: Wish, **content: Any) -> bytes:
    """Set pages in a template: the heading of every document, and what the document adds.

    Raises Refused if a font is missing, Unavailable if too much is being printed or the typesetter
    is not installed.
    """
    whole = {"heading": heading(material, wish), **content}
    paper = _paper(wish)
    if wish.for_browser:
        return printable(template, wish.language, whole | {"size": CSS_PAPERS[wish.paper]})
    plain = _breakable(msgspec.to_builtins(whole | {"lang": wish.language, "paper": paper}))
    found = fonts()
    families = fonts_for(_texts(plain), found.families())
    plain["fonts"] = [{"name": each, "wide": each in _FULL_WIDTH} for each in families]
    text = msgspec.json.encode(plain).decode()
    if not _press.acquire(timeout=LONGEST_WAIT):
        raise Unavailable("printing", "too many documents at once")
    try:
        made: bytes = typesetter().compile(
            TEMPLATES / f"{template}.typ",
            root=TEMPLATES,
            font_paths=found,
            sys_inputs={"content": text},
            timestamp=int(material.printed.timestamp()) if material.printed else 0,
        )
    finally:
        _press.release()
    return made


def _paper(wish: Wish) -> str:
    """Give the paper in the words of the typesetter. Raises Unknown."""
    if wish.paper not in PAPERS:
        raise Unknown("paper", wish.paper[:20], tuple(PAPERS))
    return PAPERS[wish.paper]


def heading(material: Material, wish: Wish) -> dict[str, str]:
    """Give what stands on every page."""
    foot = ""
    if material.printed is not None:
        when = moment(wish.language, material.printed.replace(tzinfo=None))
        foot = say(wish.language, "doc.printed", {"when": when, "version": material.version})
    record = ""
    if material.record:
        record = say(wish.language, "doc.record", {"code": material.record})
    return {
        "competition": material.competition,
        "section": material.section,
        "event": local(material.event, wish.language),
        "organisers": organisers_line(material, wish.language),
        "particulars": particulars_line(material.particulars, wish.language),
        "foot": foot,
        "record": record,
    }


ORGANISERS = rule(
    "document.organisers", "Documents name the organiser, the host and the supporters of an event."
)


def organisers_line(material: Material, language: str) -> str:
    """Write who organises, hosts and supports, as the book prescribes it [document.organisers]."""
    if material.organisers is None:
        return ""
    organiser, host, supporter = material.organisers
    facts = {"organiser": local(organiser, language), "host": host, "supporter": supporter}
    code = "supported" if supporter else "hosted" if host else "alone"
    return say(language, f"doc.organisers.{code}", facts)


def _breakable(value: Any) -> Any:
    if isinstance(value, str):
        return value if value.startswith("<svg") else breakable(value)
    if isinstance(value, list):
        return [_breakable(each) for each in value]
    if isinstance(value, dict):
        return {key: _breakable(each) for key, each in value.items()}
    return value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        yield from _texts(list(value.values()))


def particulars_line(said: Particulars | None, language: str) -> str:
    """Write when and where a competition is, by whom and how fast, in one line."""
    if said is None:
        return ""
    days = [date_of(language, day) for day in dict.fromkeys((said.starts, said.ends)) if day]
    parts = [" – ".join(days), said.place]
    for name, label in (
        ("organisers", "organisers"),
        ("hosts", "hosts"),
        ("supporters", "supporters"),
        ("rate_of_play", "rate"),
    ):
        if getattr(said, name):
            parts.append(f"{say(language, f'ui.particulars.{label}')}: {getattr(said, name)}")
    parts += [
        f"{each.role}: {each.name}" if each.role else each.name for each in said.officials[:2]
    ]
    return " · ".join(part for part in parts if part)
