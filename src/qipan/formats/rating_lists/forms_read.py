"""What a form of a rating list is, our own forms, and telling from a file which one it has."""

import re
import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from qipan.kernel.errors import BadInput

USES = (
    "id", "name", "family", "given", "latin", "country", "club", "rank", "rating", "title",
    "birth", "sex",
)  # fmt: skip
"""What a column may be used as."""
KINDS = ("table", "fixed", "lines", "xml")
READY = ("egd", "aga", "fide", "fide-xml", "table")
LONGEST = 4_000
_EGD = re.compile(rb"(?m)^\s*\d{8}\s+\S.*\s[A-Z]{2}\s+\S{1,4}\s+\d{1,2}[kdp]\s")
_AGA = re.compile(rb"[^\t\n]{2,60}\t\d{1,6}\t[^\t\n]{0,20}\t-?\d{0,2}(\.\d+)?\t")
_RANGE = re.compile(r"\d{1,4}-\d{1,4}")


class ListForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a list is written."""

    kind: str = "table"
    """``table`` (cells), ``fixed`` (columns of letters), ``lines`` (a pattern) or ``xml``."""
    heading: int | None = None
    """The row of the headings, from 1; 0: there are none; None: it is looked for."""
    separator: str = ""
    columns: dict[str, list[str]] = {}
    """For each use where it stands: a heading, letters of a column, or ``1-8`` of fixed ones."""
    pattern: str = ""
    """For lines: a regular expression with a group for each use."""
    row: str = ""
    """For XML: the element of a player."""
    scale: str = ""
    """``aga``: ratings are ranks with a fraction, 3.2 for 3 dan and -4.5 for 4 kyu."""


def read_form(text: str) -> ListForm:
    """Read the name of a form of ours, or a form as TOML or JSON. Raises BadInput."""
    if text in READY:
        return ready_form(text)
    if len(text) > LONGEST:
        raise _wrong(f"at most {LONGEST} characters")
    try:
        said = msgspec.json.decode(text) if text.lstrip().startswith("{") else tomllib.loads(text)
        form = msgspec.convert(said, ListForm)
    except (msgspec.MsgspecError, tomllib.TOMLDecodeError) as error:
        raise _wrong(str(error)) from error
    return _checked(form)


def form_text(form: ListForm) -> str:
    """Write a form as it is kept."""
    return msgspec.json.encode(form, order="sorted").decode()


def said_form(said: list[str], base: ListForm | None = None) -> ListForm:
    """Read a form from ``use=place`` each: ``id=1-8``, ``name=Surname``, ``kind=fixed``.

    Raises BadInput.
    """
    form = base or ListForm()
    columns = dict(form.columns)
    more: dict[str, str | int] = {}
    for each in said:
        use, sign, place = (part.strip() for part in each.partition("="))
        if not sign or not place:
            raise _wrong(f"{each[:60]!r} is not of the form use=place")
        if use in ("kind", "separator", "pattern", "scale", "row"):
            more[use] = {"tab": "\t"}.get(place, place) if use == "separator" else place
        elif use == "heading" and place.isascii() and place.isdigit():
            more["heading"] = int(place[:4])
        else:
            columns[use] = [place]
    ranges = any(_RANGE.fullmatch(place) for places in columns.values() for place in places)
    if ranges and "kind" not in more:
        more["kind"] = "fixed"
    plain = {**msgspec.structs.asdict(form), "columns": columns, **more}
    return _checked(msgspec.convert(plain, ListForm))


@cache
def ready_form(name: str) -> ListForm:
    """Give a form of ours."""
    text = files(__package__).joinpath("forms", f"{name}.toml").read_text("utf-8")
    return _checked(msgspec.convert(tomllib.loads(text), ListForm))


def form_of(content: bytes) -> str:
    """Tell by its first lines which of our forms a file has."""
    head = content[:20_000]
    if re.match(rb"\s*(\xef\xbb\xbf)?<\?xml|\s*<playerslist", head) and b"<player" in head:
        return "fide-xml"
    if re.match(rb"(\xef\xbb\xbf)?ID.Number\s+Name\s", head):
        return "fide"
    if _EGD.search(head):
        return "egd"
    first = [line for line in head.splitlines() if line.strip()][:5]
    if first and all(_AGA.match(line) for line in first):
        return "aga"
    return "table"


def _checked(form: ListForm) -> ListForm:
    if form.kind not in KINDS:
        raise _wrong(f"kind {form.kind[:20]!r}: there are {', '.join(KINDS)}")
    strange = [use for use in form.columns if use not in USES]
    if strange:
        raise _wrong(f"{strange[0][:30]!r} is no use of a column; there are {', '.join(USES)}")
    if form.scale not in ("", "aga"):
        raise _wrong(f"scale {form.scale[:20]!r}: there is aga")
    if form.kind == "lines":
        _check_pattern(form.pattern)
    elif form.kind != "table" and not {"name", "family"} & set(form.columns):
        raise _wrong("no column is the name")
    return form


def _check_pattern(pattern: str) -> None:
    try:
        groups = set(re.compile(pattern).groupindex)
    except (re.error, RecursionError, OverflowError) as error:
        raise _wrong(f"pattern: {error}") from error
    if not groups & {"name", "family"} or groups - set(USES):
        raise _wrong(f"pattern: a group name is needed; groups may be {', '.join(USES)}")


def _wrong(what: str) -> BadInput:
    return BadInput(what, where="form", code="rating-list.form", facts={"why": what[:200]})
