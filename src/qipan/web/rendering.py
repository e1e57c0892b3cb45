"""Templates: one Jinja environment, escaping on, sentences by code."""

from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import Request
from litestar.response import Template
from litestar.template.base import csrf_token
from markupsafe import Markup

from qipan.i18n import LANGUAGES, NAMES, catalogue, local
from qipan.i18n.keys import name_key
from qipan.web.failures import Failure
from qipan.web.tokens import FIELD, masked
from qipan.web.views import halves
from qipan.web.visitor import Visitor

TEMPLATES = Path(__file__).parent / "templates"
STATIC = Path(__file__).parent / "static"
BOARD_WORDS = "ui.board."


def environment() -> Environment:
    """Make the environment; everything is escaped, an unknown name is an error."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        LANGUAGES=LANGUAGES,
        LANGUAGE_NAMES=NAMES,
        as_json=_as_json,
        board_words=board_words,
        halves=halves,
    )
    return made


class Page(Template):
    """A page of ours: the token in it is masked, another time every time."""

    def create_template_context(self, request: Request[Any, Any, Any]) -> dict[str, Any]:
        """Add what every page is given."""
        context = super().create_template_context(request)
        token = masked(csrf_token(context))
        context["csrf_token"] = lambda: token
        context["csrf_input"] = Markup('<input type="hidden" name="{}" value="{}">').format(
            FIELD, token
        )
        return context


def page(
    name: str, visitor: Visitor, *, status: int = 200, failure: Failure | None = None, **values: Any
) -> Template:
    """Render a page for a visitor."""
    return Page(
        template_name=name,
        status_code=status,
        context={
            "t": visitor.say,
            "local": lambda text: local(text, visitor.language),
            "key_name": lambda key: name_key(visitor.language, key),
            "visitor": visitor,
            "language": visitor.language,
            "failure": failure,
            **values,
        },
    )


def board_words(language: str) -> dict[str, str]:
    """Give the words that boards in the browser say, by their code without ``ui.board.``."""
    words = {**catalogue("en"), **catalogue(language)}
    return {
        code.removeprefix(BOARD_WORDS): text
        for code, text in words.items()
        if code.startswith(BOARD_WORDS)
    }


def _as_json(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode()
