"""SVG elements as text, everything escaped, and how wide a name is drawn."""

from html import escape
from unicodedata import category, east_asian_width

FONT = 15
"""Size of ordinary text in a picture."""


def tag(name: str, *inner: str, **attributes: object) -> str:
    """Write an element; ``class_`` is ``class``, ``text_anchor`` is ``text-anchor``.

    ``inner`` is markup; an attribute that is None is left out.
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{''.join(inner)}</{name}>" if inner else f"<{name}{given}/>"


def words(x: int, y: int, text: str, **attributes: object) -> str:
    """Write a text at a point."""
    return tag("text", escape(text), x=x, y=y, **attributes)


def named(x: int, y: int, text: str, room: int, **attributes: object) -> str:
    """Write a name in a given room; if it is shortened, the whole of it is its title."""
    short = fitted(text, room)
    if short == text:
        return words(x, y, text, **attributes)
    return tag("text", tag("title", escape(text)), escape(short), x=x, y=y, **attributes)


def linked(inner: str, href: str | None) -> str:
    """Make a link of a drawing, if there is somewhere to go."""
    return tag("a", inner, href=href) if href else inner


def picture(size: tuple[int, int], label: str, *inner: str, kind: str = "") -> str:
    """Write a whole picture with the words that stand for it."""
    width, height = size
    return tag(
        "svg",
        tag("title", escape(label)),
        *inner,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        class_=f"picture {kind}".strip(),
        role="group" if "<a " in "".join(inner) else "img",
        aria_label=label,
    )


def width_of(text: str, size: int = FONT) -> int:
    """Tell about how wide a text is drawn: Chinese is square, marks above letters take no room."""
    tenths = 0
    for letter in text:
        if category(letter) in ("Mn", "Me", "Cf"):
            continue
        tenths += 10 if east_asian_width(letter) in "WF" else 6
    return (tenths * size + 9) // 10


def fitted(text: str, room: int, size: int = FONT) -> str:
    """Shorten a text to the room there is, with an ellipsis."""
    if width_of(text, size) <= room:
        return text
    while text and width_of(text + "…", size) > room:
        text = text[:-1]
    return text + "…"
