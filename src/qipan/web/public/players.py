"""People: pairings by name with search, a player's page and calendar, and why a pairing is so."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.params import QueryParameter
from litestar.response import Template
from markupsafe import Markup

from qipan.i18n.sides import sides_of_match
from qipan.i18n.titles import section_title
from qipan.i18n.why import place_sentence
from qipan.i18n.why_pairing import difference_sentence, pairing_sentences, passed_note
from qipan.journal.people import Person
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import BoardNo, EntrantId, PersonId
from qipan.office.office import stream_of
from qipan.outbound.calendars import Appointment, calendar, starts_of
from qipan.rulebooks.schema import EventRules
from qipan.sections.lookup import book_of, event_of
from qipan.sections.stages import stage_of_round
from qipan.sections.tables import START_SCORE
from qipan.views.explain import explain_place
from qipan.views.explain_pairing import PairingReason, explain_board, explain_rest
from qipan.views.history import history
from qipan.views.section import BoardView, RoundView, Seated, SectionView, halves
from qipan.web.shared.addresses import code_for, site_address
from qipan.web.shared.cached_response import for_anybody
from qipan.web.shared.context import Around, Context, InPath
from qipan.web.shared.long_lists.name_search import plain, searchable, stands_in
from qipan.web.shared.long_lists.row_parts import PartAsked, row_part
from qipan.web.shared.pairing_reasons import Reader
from qipan.web.shared.reader_names import read
from qipan.web.shared.rendering import page
from qipan.web.shared.section_context import About
from qipan.web.shared.svg.lines import Series, place_lines
from qipan.web.shared.visitor import Visitor, visitor_of

AnyRequest = Request[Any, Any, Any]
Asked = Annotated[str, QueryParameter(name="q", max_length=80)]
RoundAsked = Annotated[int | None, QueryParameter(name="round", ge=1, le=9999)]


class Named(msgspec.Struct, frozen=True):
    """Somebody's line of a list by name: where they sit in the round, if they do."""

    seated: Seated
    board: BoardView | None
    seat: int = 0

    @property
    def others(self) -> tuple[Seated, ...]:
        """Give who else sits at the board."""
        if self.board is None:
            return ()
        return tuple(each for each in self.board.seats if each.entrant != self.seated.entrant)


class PlayedRound(msgspec.Struct, frozen=True):
    """A round of somebody's page."""

    round: RoundView
    line: Named
    points: str | None
    """Own points of the round, once there is a result."""
    total: str


def lines_of(found: RoundView) -> list[Named]:
    """List everybody of a round, by name; Latin letters first where there are some."""
    lines = [
        Named(seated, board, seat)
        for board in found.boards
        for seat, seated in enumerate(board.seats)
    ]
    lines += [Named(seated, None) for seated in found.resting]
    return sorted(lines, key=lambda line: plain(line.seated.latin or line.seated.name))


def published(view: SectionView, asked: int | None) -> RoundView | None:
    """Choose a round of a view: the one asked for, else the latest."""
    if not view.rounds:
        return None
    return view.rounds[min(asked or len(view.rounds), len(view.rounds)) - 1]


@get(
    "/c/{competition:str}/{section:str}/names",
    name="names",
    sync_to_thread=True,
    include_in_schema=False,
)
def by_name(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    shown_round: RoundAsked = None,
    asked: Asked = "",
    part: PartAsked = 1,
) -> Response[Any]:
    """List a round by name, and find people by name, unit or number."""
    visitor = visitor_of(request, context)
    about = About.seen_by(visitor, context, competition, section)
    if asked.strip():
        return _by_name(about, visitor, shown_round, asked, part)
    key = ("round", about.shown(shown_round), part)
    return for_anybody(
        request,
        context,
        visitor,
        (key, about.mark),
        lambda reader: _by_name(about, reader, shown_round, "", part),
        of=about.state,
    )


def _by_name(
    about: About, visitor: Visitor, shown_round: int | None, asked: str, part: int
) -> Template:
    view = about.view()
    shown = published(view, shown_round)
    units = about.kept("units", lambda: {str(each.entrant): each.unit for each in view.lines})
    number = shown.number if shown else 0
    lines = about.kept(f"names {number}", lambda: _everybody(view, shown))
    if asked:
        there = about.kept(f"searchable {number}", lambda: _searchable(lines, units))
        lines = [
            line
            for line, words in zip(lines, there, strict=True)
            if asked.strip() == str(line.seated.number) or stands_in(asked, words)
        ]
    rows = row_part(lines, part)
    return page(
        "public/names.html",
        visitor,
        competition=about.state,
        section=about.section,
        view=view,
        shown=shown,
        lines=rows,
        units=units,
        asked=asked,
        part=about.part(visitor.language, number, rows.number, keep=not asked),
    )


def _searchable(lines: Sequence[Named], units: Mapping[str, str]) -> list[str]:
    return [
        searchable(line.seated.name, line.seated.latin, units[line.seated.entrant])
        for line in lines
    ]


def _everybody(view: SectionView, shown: RoundView | None) -> list[Named]:
    lines = lines_of(shown) if shown else []
    there = {line.seated.entrant for line in lines}
    lines += [
        Named(Seated(line.entrant, line.number, line.name, line.latin, ""), None)
        for line in view.lines
        if line.entrant not in there
    ]
    return lines


def find_entrant(section: Section, name: str) -> EntrantId:
    """Find somebody of a section. Raises Unknown."""
    if name not in section.entrants:
        raise Unknown("entrant", name)
    return EntrantId(name)


def line_of(found: RoundView, who: str) -> Named | None:
    """Find somebody in a round."""
    for board in found.boards:
        for seat, seated in enumerate(board.seats):
            if seated.entrant == who:
                return Named(seated, board, seat)
    return next((Named(rest, None) for rest in found.resting if rest.entrant == who), None)


def rounds_of(about: About, who: str) -> list[PlayedRound]:
    """Collect somebody's rounds with points and totals."""
    view, table = about.view(), about.crosstable()
    cells, played = table.row(EntrantId(who)), []
    total = table.entry[EntrantId(who)].marks.get(START_SCORE, 0) * table.scoring.unit
    for found, cell in zip(view.rounds, cells, strict=False):
        line = line_of(found, who)
        total += cell.points
        if line is None:
            continue
        over = line.board is None or (line.board.result is not None and len(line.board.seats) == 2)
        points = halves(table.scoring.show(cell.points)) if over else None
        played.append(PlayedRound(found, line, points, halves(table.scoring.show(total))))
    return played


@get(
    "/c/{competition:str}/{section:str}/player/{who:str}",
    name="player",
    sync_to_thread=True,
    include_in_schema=False,
)
def player(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, who: InPath
) -> Response[Any]:
    """Show somebody's rounds, place and way through the event."""
    visitor = visitor_of(request, context)
    about = About.seen_by(visitor, context, competition, section)
    entrant = find_entrant(about.section, who)
    people = about.section.entrants[entrant].people
    profile = _profile(context, people)
    return for_anybody(
        request,
        context,
        visitor,
        ((), (about.mark, profile)),
        lambda reader: _one(request, about, reader, entrant, profile),
        of=about.state,
        still=lambda: _profile(context, people) == profile,
    )


def _profile(context: Context, people: Sequence[PersonId]) -> str:
    """Name the page of who plays alone and opened their profile; empty for others."""
    if len(people) != 1:
        return ""
    found = context.house.side_tables.profiles.open_of(str(people[0]))
    return found.id if found is not None else ""


def _one(
    request: AnyRequest, about: About, visitor: Visitor, entrant: EntrantId, profile: str
) -> Template:
    person, places = about.names[entrant], history(about.state, about.section)
    picture = ""
    if places.rounds:
        name = read(person, visitor.language)
        series = Series(name, places.of[entrant], chosen=True)
        label = visitor.say("ui.place-by-round-of", name=name)
        picture = place_lines([series], places.rounds, label)
    placed = about.places()
    placed.of(entrant)
    reason = explain_place(about.state, about.section, placed, entrant)
    return page(
        "public/player.html",
        visitor,
        competition=about.state,
        section=about.section,
        person=person,
        line=next(line for line in about.view().lines if line.entrant == entrant),
        sentence=place_sentence(visitor.language, reason, about.read_names(visitor.language)),
        played=rounds_of(about, entrant),
        profile=profile,
        picture=Markup(picture),  # our own drawing, escaped where it is made
        code=code_for(request, visitor, f"{about.here}/player/{entrant}"),
    )


@get(
    "/c/{competition:str}/{section:str}/player/{who:str}/calendar.ics",
    name="calendar",
    sync_to_thread=True,
    include_in_schema=False,
)
def feed(
    request: AnyRequest, context: Around, competition: InPath, section: InPath, who: InPath
) -> Response[str]:
    """Give somebody's rounds as a calendar."""
    visitor = visitor_of(request, context)
    about = About.seen_by(visitor, context, competition, section)
    state, found = about.state, about.section
    entrant = find_entrant(found, who)
    stamps, starts = _stamps(context, state, found), starts_of(found.options)
    rules, titled = event_of(state, found), section_title(visitor.language, state, found)
    address = f"{site_address(request)}/c/{state.id}/{found.id}/player/{entrant}"
    played = {line.round.number: line for line in rounds_of(about, entrant)}
    appointments = []
    for number in sorted({*played, *starts}):
        when = stamps.get(number)
        line = played.get(number)
        if line is None and (when is not None or found.entrants[entrant].withdrawn):
            continue  # that round was published without them
        stamp = when or context.now()
        title = _title(visitor, rules, number, line.line if line else None)
        appointments.append(
            Appointment(
                uid=f"{state.id}.{found.id}.{entrant}.{number}@qipan",
                stamp=stamp,
                starts=starts.get(number) or stamp.date(),
                title=f"{title} · {titled} · {state.title}",
                address=address,
            )
        )
    name = f"{titled} · {state.title}"
    return Response(
        calendar(name, appointments),
        media_type="text/calendar; charset=utf-8",
        headers={"content-disposition": f'inline; filename="{entrant}.ics"'},
    )


def _title(visitor: Visitor, rules: EventRules, number: int, line: Named | None) -> str:
    words = [visitor.say("ui.round-n", n=number)]
    if line is not None and line.board is None:
        words.append(visitor.say("ui.rests"))
    elif line is not None and line.board is not None:
        words.append(f"{visitor.say('ui.board')} {line.board.board}")
        if len(line.board.seats) == 2:
            words.append(sides_of_match(visitor.language, rules)[1 if line.seat else 0].word)
        others = (Person(name=each.name, latin=each.latin) for each in line.others)
        words.append(" / ".join(read(each, visitor.language) for each in others))
    return " · ".join(words)


def _stamps(context: Context, state: Competition, section: Section) -> dict[int, datetime]:
    """Read from the journal when each round was published."""
    found: dict[int, datetime] = {}
    for each in context.house.office.around.log.read(stream_of(state.id)):
        if each.name == "round-published/1":
            event = msgspec.json.decode(each.payload)
            if event["section"] == section.id:
                found[event["round"]] = datetime.fromisoformat(each.at)
    return found


@get(
    "/c/{competition:str}/{section:str}/pairing",
    name="why-pairing",
    sync_to_thread=True,
    include_in_schema=False,
)
def why_pairing(
    request: AnyRequest,
    context: Around,
    competition: InPath,
    section: InPath,
    number: Annotated[int, QueryParameter(name="round", ge=1, le=9999)],
    board: Annotated[int | None, QueryParameter(ge=1, le=99999)] = None,
    rests: Annotated[str | None, QueryParameter(max_length=40)] = None,
) -> Template:
    """Explain who meets whom on a board, or why somebody rests; else the round as a whole."""
    visitor = visitor_of(request, context)
    about = About.seen_by(visitor, context, competition, section)
    state, found = about.state, about.section
    if number > len(found.rounds) or not found.rounds[number - 1].published:
        raise Unknown("round", str(number))
    here = found.rounds[number - 1]
    reader = Reader(
        book_of(state),
        stage_of_round(state, found, here).scoring,
        about.names,
        visitor,
        event_of(state, found),
    )
    reason = _reason(about, here, board, rests)
    names, language = about.read_names(visitor.language), visitor.language
    notes = [passed_note(language, reason, each, names) for each in reason.passed] if reason else []
    return page(
        "public/pairing.html",
        visitor,
        competition=state,
        section=found,
        number=number,
        board=board,
        reason=reason,
        seats=[names[who] for who in reason.seats] if reason else [],
        names=names,
        sentences=pairing_sentences(language, reason, names) if reason else [],
        difference=difference_sentence(language, reason) if reason else "",
        passed=list(zip(reason.passed, notes, strict=True)) if reason else [],
        whole=reader.reasons(here.causes),
    )


def _reason(
    about: About, found: Round, board: int | None, rests: str | None
) -> PairingReason | None:
    """Find why a board is as it is, or why somebody rests; made once for a version."""
    state, section = about.state, about.section
    if board is not None:
        return about.kept(
            f"pairing-{found.number}-{board}",
            lambda: explain_board(state, section, found, BoardNo(board)),
        )
    if rests is not None:
        return about.kept(
            f"rests-{found.number}-{find_entrant(section, rests)}",
            lambda: explain_rest(state, section, found, find_entrant(section, rests)),
        )
    return None


ROUTES = [by_name, player, feed, why_pairing]
