"""Pictures of a section: its tree, places round by round, who met whom, a round's pairing."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.params import QueryParameter
from litestar.response import Template
from markupsafe import Markup

from qipan.i18n.sides import sides_of_match
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.crosstable import Cell, Crosstable
from qipan.kernel.ids import EntrantId
from qipan.kernel.results import How
from qipan.sections.lookup import event_of
from qipan.sections.places import crosstable
from qipan.sections.stages import Standing, stage_of_round
from qipan.sections.systems import last_standing
from qipan.sections.tables import stage_crosstable
from qipan.views.history import history
from qipan.views.section import Names, halves
from qipan.web.public.tree_view import Drawing
from qipan.web.shared.cached_response import for_anybody
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.reader_names import as_read
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About
from qipan.web.shared.svg.lines import Series, place_lines
from qipan.web.shared.svg.pairing import Pair, PairedPlayer, pairing_picture
from qipan.web.shared.svg.progress import boards_done
from qipan.web.shared.svg.tree import bracket, crossing
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
TOP = 10
BY_SCORE = ("dutch-2026", "dutch-2017", "mcmahon", "by-score", "team-swiss", "n-plus-one")
"""Systems that pair by score; in others, scores have no part in who meets whom."""
NOT_PAIRS = ("heats", "knockout")
"""Systems without a cross table to speak of: several at a table, or a tree that tells all."""
MOST_SQUARE = 40
"""Up to so many a heat map has a column for each opponent; beyond, one for each round."""


class Warm(msgspec.Struct, frozen=True):
    """A cell of the heat map."""

    kind: str
    """``win``, ``draw``, ``loss``, ``other``, ``self`` or nothing."""
    mark: str = ""
    title: str = ""


class Heat(msgspec.Struct, frozen=True):
    """The cross table as a heat map."""

    heads: tuple[str, ...]
    rows: tuple[tuple[int, EntrantId, tuple[Warm, ...]], ...]


def tree_picture(
    state: Competition, section: Section, names: Names, visitor: Visitor
) -> Markup | None:
    """Draw the tree of the section's knockout or cross-over, if it has one and can be drawn."""
    rules = event_of(state, section)
    drawing = Drawing(as_read(names, visitor.language), visitor.say, f"/c/{state.id}/{section.id}")
    for index, stage in enumerate(rules.stage):
        standing = Standing(state, section, rules, index)
        if stage.system == "knockout" and len(section.order) > 1:
            ties, heads = drawing.knockout(standing)
            return Markup(bracket(ties, heads, visitor.say("ui.tree")))
        if stage.system == "cross":
            found = drawing.cross(standing)
            if found is not None:
                return Markup(crossing(*found, visitor.say("ui.tree-cross")))
    return None


def top_picture(
    state: Competition, section: Section, names: Names, visitor: Visitor
) -> Markup | None:
    """Draw the places of the first ten, round by round."""
    places = history(state, section)
    if not places.rounds:
        return None
    here = f"/c/{state.id}/{section.id}/player/"
    names = as_read(names, visitor.language)
    series = [
        Series(names[who].name, places.of[who], href=here + who) for who in places.final[:TOP]
    ]
    return Markup(place_lines(series, places.rounds, visitor.say("ui.top-ten")))


def heat_of(state: Competition, section: Section, names: Names) -> Heat | None:
    """Build the heat map from the cross table; None where the system has none."""
    table = crosstable(state, section)
    if not section.rounds or last_standing(state, section).stage.system in NOT_PAIRS:
        return None
    order = history(state, section).final
    place = {who: at for at, who in enumerate(order, 1)}
    rows = []
    for who in order:
        if len(order) <= MOST_SQUARE:
            cells = _against(table, who, order)
        else:
            cells = [
                _warm(table, cell, str(place[cell.opponent]) if cell.opponent else "")
                for cell in table.row(who)
            ]
        rows.append((place[who], who, tuple(cells)))
    count = len(order) if len(order) <= MOST_SQUARE else table.rounds
    return Heat(tuple(str(at + 1) for at in range(count)), tuple(rows))


def _against(table: Crosstable, who: EntrantId, order: tuple[EntrantId, ...]) -> list[Warm]:
    met: dict[EntrantId, list[Cell]] = {}
    for cell in table.row(who):
        if cell.opponent is not None and cell.how is not How.ANNULLED:
            met.setdefault(cell.opponent, []).append(cell)
    found = []
    for other in order:
        cells = met.get(other, [])
        if other == who:
            found.append(Warm("self"))
        elif not cells:
            found.append(Warm(""))
        else:
            marks = "".join(_warm(table, cell, "").mark for cell in cells)
            found.append(Warm(_warm(table, cells[-1], "").kind, marks))
    return found


def _warm(table: Crosstable, cell: Cell, opponent: str) -> Warm:
    if cell.how is How.ANNULLED:
        return Warm("", "", opponent)
    scoring = table.scoring
    kinds = {scoring.loss: "loss", scoring.draw: "draw", scoring.win: "win"}
    kind = kinds.get(cell.points, "other") if cell.opponent is not None else "other"
    mark = halves(scoring.show(cell.points))
    if cell.how is How.FORFEIT:
        mark = "+" if cell.points == scoring.win else "−"
    return Warm(kind, mark, opponent)


def round_picture(
    state: Competition, section: Section, found: Round, names: Names, visitor: Visitor
) -> Markup | None:
    """Draw the pairing of a round: colours, and score groups with floats; None for heats."""
    if not found.tables or any(len(table.seats) != 2 for table in found.tables):
        return None
    standing = stage_of_round(state, section, found)
    before = stage_crosstable(standing, section.rounds[: found.number - 1])
    sides = sides_of_match(visitor.language, event_of(state, section))
    marks = [each.mark for each in sides]
    why = f"/c/{state.id}/{section.id}/pairing?round={found.number}&board="
    scores = before.scores if standing.stage.system in BY_SCORE else {}
    pairs = []
    names = as_read(names, visitor.language)
    for table in found.tables:
        one, two = (
            PairedPlayer(names[who].name, scores.get(who, 0), seat, marks[seat])
            for seat, who in enumerate(table.seats)
        )
        pairs.append(Pair(table.board, (one, two), f"{why}{table.board}"))
    groups = {
        int(score): visitor.say("ui.score-group", points=halves(standing.scoring.show(score)))
        for score in scores.values()
    }
    label = visitor.say("ui.pairing-picture", n=found.number)
    return Markup(pairing_picture(pairs, groups, label))


def progress_picture(found: Round, visitor: Visitor) -> Markup:
    """Draw how many boards of a round are finished."""
    boards = [(int(table.board), table.board in found.results) for table in found.tables]
    done = sum(over for _, over in boards)
    return Markup(boards_done(boards, visitor.say("ui.boards-done", done=done, all=len(boards))))


@get(
    "/c/{competition:str}/{section:str}/pictures",
    name="pictures",
    sync_to_thread=True,
    include_in_schema=False,
)
def pictures(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    shown_round: Annotated[int | None, QueryParameter(name="round", ge=1, le=9999)] = None,
) -> Response[Any]:
    """Show a section in pictures."""
    visitor = visitor_of(request, context)
    about = About.seen_by(visitor, context, competition, section)
    number = about.shown(shown_round)
    asked = (("round", number), about.mark)
    return for_anybody(
        request,
        context,
        visitor,
        asked,
        lambda reader: _drawn(about, reader, number),
        of=about.state,
    )


def _drawn(about: About, visitor: Visitor, number: int) -> Template:
    state, found, names = about.state, about.section, about.names
    rounds = [each for each in found.rounds if each.published]
    shown = rounds[number - 1] if number else None
    return page(
        "public/pictures.html",
        visitor,
        competition=state,
        section=found,
        people=names,
        rounds=rounds,
        shown=shown,
        progress=progress_picture(shown, visitor) if shown else None,
        floats=shown is not None and stage_of_round(state, found, shown).stage.system in BY_SCORE,
        pairing=about.kept(
            f"pairing {number} {visitor.language}",
            lambda: round_picture(state, found, shown, names, visitor),
        )
        if shown
        else None,
        tree=about.kept(
            f"tree {visitor.language}", lambda: tree_picture(state, found, names, visitor)
        ),
        top=top_picture(state, found, names, visitor),
        part=about.part(visitor.language, number),
        heat=about.kept("heat", lambda: heat_of(state, found, names)),
    )


ROUTES = [pictures]
