"""Reading forms: strings in, checked values out, with the field named when it is wrong.

A part of a form may name the alphabet it is written in, and whoever reads it would believe that:
some take time with the square of the length to read (``punycode``), others are no alphabets at all.
So what is not UTF-8, as our pages send it, is refused before anything is decoded.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from litestar import Request
from litestar.datastructures import FormMultiDict
from litestar.enums import RequestEncodingType
from multipart import MultipartError, MultipartSegment, PushMultipartParser

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


UTF_8 = {"utf-8", "utf8", "us-ascii"}


class PostedForm(Request[Any, Any, Any]):
    """A request with a form that can be read at no great cost."""

    async def form(self) -> FormMultiDict:
        """Give the form. Raises BadInput if it is not text in UTF-8."""
        kind, options = self.content_type
        if kind == RequestEncodingType.MULTI_PART and options.get("boundary"):
            boundary = options["boundary"].encode("utf-8", "replace")
            require_utf_8(await self.body(), boundary, self.app.multipart_form_part_limit)
        try:
            return await super().form()
        except ValueError as error:  # broken UTF-8, or a boundary that cannot be one
            raise BadInput("not a form in UTF-8") from error


def require_utf_8(body: bytes, boundary: bytes, most: int) -> None:
    """Look at the heads of all parts of a form. Raises BadInput if one is not in UTF-8."""
    try:
        with PushMultipartParser(boundary, max_segment_count=most) as parser:
            for found in parser.parse(body):
                if isinstance(found, MultipartSegment):
                    charset = found.charset
                    if charset and charset.strip().lower() not in UTF_8:
                        raise BadInput("not a form in UTF-8")
    except (MultipartError, ValueError):
        return  # whoever reads the form itself says what is wrong with it


def minutes_as_seconds(form: Form, name: str) -> int | None:
    """Read minutes, perhaps with a fraction; None if nothing is said. Raises BadInput."""
    minutes = words(form, name, "")
    if not minutes:
        return None
    try:
        return int(60 * Decimal(minutes.replace(",", ".")))
    except (ArithmeticError, ValueError) as error:
        said = f"{minutes[:20]!r} is no number"
        raise BadInput(said, where=name, code="form.number") from error
