"""Papers for a browser to print: a template of this folder and a value in, one page of HTML out.

The same values go to the typesetter where a PDF is asked for. What people wrote reaches the
templates as values only. A page carries its style with it, loads nothing and runs nothing; letters
of every script are drawn by the reader's own fonts.
"""

import base64
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from markupsafe import Markup, escape

from qipan.i18n import say

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"
_SIZED = re.compile(r'<svg xmlns="[\w:/.]+" width="(\d+)" height="(\d+)"')
_STYLE = re.compile(rb"<style>(.*?)</style>", re.DOTALL)


def printable(template: str, language: str, content: Mapping[str, Any]) -> bytes:
    """Write the page of a template."""
    plain = msgspec.to_builtins(dict(content))
    words = {"lang": language, "hint": say(language, "doc.print-hint")}
    return _press().get_template(f"{template}.html").render(**plain, **words).encode()


def security_policy(page: bytes) -> str:
    """Name what a browser may do with a page that was made here: draw it in its own style."""
    found = _STYLE.search(page)
    digest = hashlib.sha256(found[1] if found else b"").digest()
    style = f"'sha256-{base64.b64encode(digest).decode()}'"
    return (
        f"default-src 'none'; style-src {style}; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


@cache
def _press() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    press = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    press.filters["drawing"] = _drawing
    return press


def _drawing(text: str) -> Markup:
    """Let a drawing of our own through, in any size; anything else stays a text."""
    found = _SIZED.match(text)
    return Markup(_SIZED.sub(r'<svg viewBox="0 0 \1 \2"', text, count=1) if found else escape(text))
