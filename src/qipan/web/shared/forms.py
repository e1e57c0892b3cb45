"""Reading forms: strings in, checked values out, with the field named when it is wrong."""

from collections.abc import Mapping

from qipan.kernel.errors import BadInput

LONGEST = 500
REPEATED = frozenset({"tags", "fill", "same", "referees"})
"""Fields that a form may send several times, one for each box that is ticked."""
Form = Mapping[str, str]


def flat(posted: Mapping[str, str | list[str]]) -> dict[str, str]:
    """Give a form with one value a field; boxes of one name are joined. Raises BadInput."""
    found = {}
    for name, value in posted.items():
        if isinstance(value, list) and name not in REPEATED:
            raise BadInput("this field is there twice", where=name[:40])
        found[name] = value if isinstance(value, str) else ",".join(value)
    return found


def words(form: Form, name: str, default: str | None = None, most: int = LONGEST) -> str:
    """Read a line of text. Raises BadInput if it is missing or too long."""
    value = form.get(name, default)
    if value is None:
        raise BadInput("this field is missing", where=name, code="form.missing")
    if not isinstance(value, str) or len(value) > most or "\x00" in value:
        raise BadInput(f"at most {most} characters", where=name, code="form.too-long")
    return " ".join(value.split())


def number(form: Form, name: str, default: int | None = None) -> int:
    """Read a whole number. Raises BadInput."""
    text = words(form, name, "" if default is not None else None)
    if not text and default is not None:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise BadInput(f"{text[:20]!r} is no number", where=name, code="form.number")
    return int(text)


def optional_number(form: Form, name: str) -> int | None:
    """Read a whole number or nothing."""
    return number(form, name) if words(form, name, "") else None
