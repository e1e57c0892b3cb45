"""Templates: one Jinja environment, escaping on, sentences by code."""

import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from litestar import Request
from litestar.response import Template
from litestar.response.base import ASGIResponse
from litestar.template.base import csrf_token
from markupsafe import Markup

from qipan.formats.typesetter import sets_pages
from qipan.games import AnyGame, all_games, folder_of, path_of
from qipan.i18n import LANGUAGES, NAMES, catalogue, citation_name, customs, local, say
from qipan.i18n.keys import name_key
from qipan.i18n.lots import lot_name
from qipan.i18n.moves import BOARD_WORDS
from qipan.i18n.names import shown
from qipan.i18n.prizes import goods_name
from qipan.journal.state import Competition, Custody, Section
from qipan.sections.lookup import event_of
from qipan.views.section import halves
from qipan.web.shared.csrf_tokens import FIELD, masked
from qipan.web.shared.failures import Failure
from qipan.web.shared.link_preview import link_preview
from qipan.web.shared.newcomers.first_steps_line import first_steps_line
from qipan.web.shared.page_cache import Keeping
from qipan.web.shared.parts.changed_parts import ASKED, MEDIA, changes_since, held
from qipan.web.shared.visitor import Visitor
from qipan.web.shared.words.section_words import section_words

AnyRequest = Request[Any, Any, Any]
WEB = Path(__file__).parents[1]
"""Templates lie beside the routes that show them."""
STATIC = (WEB / "static", *sorted(WEB.glob("*/static")))
"""What a browser fetches under ``/static``: what all readers share, then what is of one reader.
Scripts find each other by address, as if it were one folder."""
BOARDS = WEB / "static" / "boards"
ADDED_BOARD = "board.js"
"""The board of a game that another package adds, in the folder of the game."""


class Squeezed(Extension):
    """Templates are indented for people; pages are sent without it. Values are left as they are."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Leave one blank or one line break of many, once, when a template is read."""
        for token in stream:
            if token.type == "data":
                yield Token(token.lineno, token.type, _BLANKS.sub(_one_blank, token.value))
            else:
                yield token


_BLANKS = re.compile(r"\s{2,}")


def _one_blank(found: re.Match[str]) -> str:
    return "\n" if "\n" in found[0] else " "


@cache
def environment() -> Environment:
    """Make the environment, once; everything is escaped, an unknown name is an error."""
    made = Environment(
        loader=FileSystemLoader(WEB),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Squeezed],
    )
    made.globals.update(
        LANGUAGES=LANGUAGES,
        LANGUAGE_NAMES=NAMES,
        as_json=_as_json,
        board_games=board_games,
        board_words=board_words,
        halves=halves,
        first_steps_line=first_steps_line,
        link_preview=link_preview,
        views_of=views_of,
        paints=sets_pages(),
        paged="pdf" if sets_pages() else "html",
        desk_too=False,
    )
    return made


class Page(Template):
    """A page of ours: the token in it is masked, another time every time."""

    def create_template_context(self, request: AnyRequest) -> dict[str, Any]:
        """Add what every page is given."""
        context = super().create_template_context(request)
        token = masked(csrf_token(context))
        context["csrf_token"] = lambda: token
        context["hidden_fields"] = partial(hidden_fields, token)
        context["held_by"] = held_by(request, context.get("competition"))
        return context

    def to_asgi_response(self, app: Any, request: AnyRequest, **given: Any) -> ASGIResponse:
        """Write the page, or what changed since the page that the reader holds."""
        answer = super().to_asgi_response(app, request, **given)
        if "kept" not in request.app.state or request.method != "GET" or answer.status_code != 200:
            return answer
        kept: Keeping = request.app.state["kept"]
        answer.body, mark = held(answer.body, kept)
        since = request.query_params.get(ASKED)
        if mark and since is not None:
            answer.body = changes_since(answer.body, since, kept)
            answer.headers["content-type"] = MEDIA
        answer.content_length = len(answer.body)
        answer.headers["content-length"] = str(answer.content_length)
        return answer


def held_by(request: AnyRequest, competition: object) -> Custody | None:
    """Say who holds the competition of a page, where this server only has a copy of it."""
    if not isinstance(competition, Competition) or competition.custody is None:
        return None
    holds = request.app.state.get("holds")
    return None if holds is None or holds(competition) else competition.custody


def hidden_fields(token: str, /, **fields: object) -> Markup:
    """Write what every form sends without showing it: the token, and what it is about."""
    one = Markup('<input type="hidden" name="{}" value="{}">')
    return Markup("").join(one.format(*each) for each in {FIELD: token, **fields}.items())


def views_of(competition: Competition, section: Section) -> list[tuple[str, str]]:
    """List the pages about a section that have something to show, with the words for each."""
    rules = event_of(competition, section)
    there = {
        "": "ui.section",
        "/register": "" if section.closed or competition.closed else "ui.register",
        "/names": "ui.by-name",
        "/teams": "ui.teams" if rules.line_ups is not None else "",
        "/games": "ui.games",
        "/contest": "ui.contest" if section.contest is not None else "",
        "/pictures": "ui.pictures",
        "/tables": "ui.tables" if rules.ranking.derived else "",
        "/prizes": "ui.prizes" if rules.prizes.lists else "",
        "/documents": "doc.documents",
        "/projector": "ui.projector",
    }
    return [(path, words) for path, words in there.items() if words]


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
            "clause_name": lambda citation: citation_name(visitor.language, citation),
            "key_name": lambda key: name_key(visitor.language, key),
            "lot_name": lambda lot: lot_name(visitor.language, lot),
            "goods_name": lambda goods: goods_name(visitor.language, goods),
            **_customs(visitor.language),
            **section_words(visitor.language, values),
            "named": lambda person: shown(person, visitor.language).main,
            "all_named": lambda people: [shown(each, visitor.language).main for each in people],
            "beside": lambda person: shown(person, visitor.language).other,
            "both": lambda person: shown(person, visitor.language).both,
            "visitor": visitor,
            "language": visitor.language,
            "failure": failure,
            **values,
        },
    )


def _customs(language: str) -> dict[str, Any]:
    """Give what a page writes dates, times and amounts with."""
    by_language = (
        customs.money,
        customs.moment,
        customs.time_with_zone,
        customs.date_of,
        customs.days,
        customs.span,
        customs.written,
        customs.number,
        customs.listed,
    )
    return {each.__name__: partial(each, language) for each in by_language}


def board_words(language: str) -> dict[str, str]:
    """Give the words that boards in the browser say, by their code without ``ui.board.``."""
    words = {**catalogue("en"), **catalogue(language)}
    return {
        code.removeprefix(BOARD_WORDS): text
        for code, text in words.items()
        if code.startswith(BOARD_WORDS)
    }


@cache
def board_games(language: str) -> dict[str, dict[str, Any]]:
    """List the games that have a board in the browser, with what its page asks about them."""
    return {
        name: {
            "module": _board_address(game),
            "sides": [say(language, BOARD_WORDS + side) for side in game.sides],
            "notation": game.notation_in(language),
        }
        for name, game in all_games().items()
        if _board_address(game)
    }


def _board_address(game: AnyGame) -> str:
    """Give the address of a game's board; nothing where it has none."""
    if (BOARDS / f"{folder_of(game)}.js").is_file():
        return f"/static/boards/{folder_of(game)}.js"
    return f"/added-boards/{game.name}.js" if (path_of(game) / ADDED_BOARD).is_file() else ""


def _as_json(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode()
