"""Taking an event over: tried out or carried out, with a report of what was and was not taken."""

import hashlib
import re
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from qipan.desk.command import Command
from qipan.desk.competition import CreateCompetition, OpenSection
from qipan.desk.decide import decide
from qipan.desk.particulars import DescribeCompetition
from qipan.desk.people import forget_refused
from qipan.formats.foreign.model import ForeignEvent, ForeignGame, Remark
from qipan.formats.foreign.reading import read_foreign
from qipan.journal.folding import Folding
from qipan.journal.people import Person
from qipan.journal.state import Competition, NamedOfficial, Section
from qipan.kernel.errors import BadInput, QipanError, Unknown
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, SectionId
from qipan.office.clerk import Clerk
from qipan.office.take_over.commands import TakenPeople, command_for
from qipan.office.take_over.file_book import (
    EVENT,
    FileRules,
    book_content,
    decimal_text,
    order_of,
)
from qipan.rulebooks import Book, editions
from qipan.rulebooks.adjusted_rules import adjusted
from qipan.sections.lookup import book_of
from qipan.sections.stages import first_standing
from qipan.sections.systems import rounds_planned
from qipan.sections.tables import stage_crosstable

SHOWN = 12
"""So many lines of the table are shown before it is taken."""
_ID = re.compile(r"[^a-z0-9]+")


class TakeOverAsked(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants to take over, and as what."""

    competition: str
    """The short id of the competition."""
    title: str = ""
    """Empty: as the file calls it."""
    book: str = ""
    """Empty: a regulation made from the file."""
    event: str = ""
    section: str = ""
    """The short id of the section; empty: that of the event."""
    game: str = ""
    """Where the regulation is made from the file; empty: the file's, else xiangqi."""
    round: int = 0
    """Take the event after this round; 0: after all that was played."""
    rounds: int = 0
    """Rounds in all; 0: as the file says, or the book."""


class TakenLine(msgspec.Struct, frozen=True):
    """A line of the table as it stands after the rounds taken."""

    number: int
    name: str
    unit: str
    rating: int | None
    points: str


class TakenReport(msgspec.Struct, frozen=True, kw_only=True):
    """What was taken, what was not, and how the event stands."""

    competition: str
    section: str
    title: str
    form: str
    source: str
    """SHA-256 of the file."""
    book: str
    book_title: dict[str, str]
    event: str
    system: str
    entrants: int
    people: int
    teams: bool
    rounds: int
    planned: int
    boards: int
    """Games, or matches, of all rounds taken."""
    byes: int
    forfeits: int
    byes_to_come: int
    apart: int
    accelerated: bool
    taken: tuple[Remark, ...]
    not_taken: tuple[Remark, ...]
    away: tuple[str, ...]
    """Who had no game in the last round taken: did they withdraw?"""
    lines: tuple[TakenLine, ...]
    dry_run: bool = False
    version: int = 0


class _Plan(msgspec.Struct, frozen=True):
    """All that is stored, or tried."""

    competition: CompetitionId
    title: str
    book: str
    text: str | None
    """The book itself, where it is made from the file."""
    commands: tuple[Command, ...]
    taken: TakenPeople
    remarks: tuple[Remark, ...]
    there: bool
    """Whether the competition exists, and the section is added to it."""


def take_over(
    office: Clerk,
    actor: str,
    content: bytes,
    name: str,
    asked: TakeOverAsked,
    *,
    dry_run: bool = False,
) -> TakenReport:
    """Read a file and go on with its event; a dry run says what would come of it.

    Raises BadInput if the file cannot be read, Refused if a rule stands against it.
    """
    foreign = read_foreign(content, name, asked.round)
    if asked.rounds:
        foreign = msgspec.structs.replace(foreign, planned=asked.rounds)
    source = hashlib.sha256(content).hexdigest()
    plan = _planned(office, foreign, source, asked)
    state = _tried(office, plan)
    report = _report(foreign, source, plan, state, dry_run)
    if dry_run:
        return report
    stored = _store(office, actor, plan)
    return msgspec.structs.replace(report, version=stored.version)


def _planned(office: Clerk, foreign: ForeignEvent, source: str, asked: TakeOverAsked) -> _Plan:
    home = CompetitionId(asked.competition)
    there = office.state(home) if home in office.competitions() else None
    text: str | None = None
    remarks: tuple[Remark, ...] = ()
    if there is not None:
        book, event = book_of(there), asked.event
        if asked.book and asked.book != there.book:
            raise BadInput(
                f"{home} is held under {there.book}", where="book", code="take-over.other-book",
                facts={"competition": home, "book": there.book},
            )  # fmt: skip
    elif asked.book:
        book, event = office.own_books.book_named(asked.book), asked.event
    else:
        content, remarks = _book_of_file(foreign, source, asked)
        text = msgspec.json.encode(content).decode()
        book, event = editions.book_of("", editions.learn(text)), EVENT
    event = event or (next(iter(book.event)) if len(book.event) == 1 else "")
    if event not in book.event:
        raise Unknown("event", event, tuple(book.event))
    section = SectionId(asked.section or event)
    rules = adjusted(book.event[event], {})
    taken = command_for(foreign, source, section, rules, lambda: _fresh(office))
    title = (asked.title or foreign.name or asked.competition).strip()[:200]
    opening = OpenSection(section=section, title=_title(book, event), under=event, options={})
    commands: tuple[Command, ...] = (opening, taken.command)
    described = _described(foreign)
    if there is None and described is not None:
        commands = (*commands, described)
    remarks = (*remarks, *_against_book(foreign, book, event, by_file=text is not None))
    return _Plan(home, title, book.id, text, commands, taken, remarks, there is not None)


def _fresh(office: Clerk) -> PersonId:
    return PersonId(f"p-{office.around.random_bytes(12).hex()}")


def _title(book: Book, event: str) -> str:
    return book.event[event].title.get("en") or next(iter(book.event[event].title.values()), event)


def _book_of_file(
    foreign: ForeignEvent, source: str, asked: TakeOverAsked
) -> tuple[dict[str, object], tuple[Remark, ...]]:
    """Make a regulation from what the file says, and note the keys nobody knows."""
    points = foreign.points
    most = max((len(team.members) for team in foreign.teams), default=0)
    rounds = foreign.planned or max(len(foreign.rounds) + foreign.left, 1)
    said = FileRules(
        book=f"file-{source[:12]}",
        title=(asked.title or foreign.name or asked.competition).strip()[:120],
        game=asked.game or foreign.game or "xiangqi",
        rounds=rounds,
        edition=foreign.edition,
        win=decimal_text(points.win),
        draw=decimal_text(points.draw),
        loss=decimal_text(points.loss),
        bye=decimal_text(points.bye),
        keys=foreign.tie_breaks,
        boards=foreign.boards,
        reserves=max(0, most - foreign.boards),
    )
    unknown = order_of(foreign.tie_breaks)[1]
    found = [] if foreign.planned else [Remark("take-over.note.rounds-guessed", {"rounds": rounds})]
    if unknown:
        found.append(Remark("take-over.note.keys", {"keys": ", ".join(unknown)}))
    if not foreign.tie_breaks:
        found.append(Remark("take-over.note.no-keys", {}))
    return book_content(said), tuple(found)


def _against_book(
    foreign: ForeignEvent, book: Book, event: str, *, by_file: bool
) -> Sequence[Remark]:
    """Note where the book says otherwise than the file."""
    rules, found = book.event[event], list(foreign.remarks)
    scoring, said = rules.scoring, foreign.points
    worth = [Fraction(each) for each in (scoring.win, scoring.draw, scoring.loss)]
    told = [Fraction(each) for each in (said.win, said.draw, said.loss)]
    if worth != told:
        facts = {"file": "-".join(map(_plain, told)), "book": "-".join(map(_plain, worth))}
        found.append(Remark("take-over.note.rescored", facts))
    system = rules.stage[0].system
    if system.startswith("dutch") and system != foreign.edition:
        found.append(Remark("take-over.note.edition", {"file": foreign.edition, "book": system}))
    if len(rules.stage) > 1 and foreign.planned:
        found.append(Remark("take-over.note.stages", {"planned": foreign.planned}))
    if foreign.tie_breaks and not by_file:
        found.append(Remark("take-over.note.book-keys", {"keys": ", ".join(foreign.tie_breaks)}))
    if foreign.left:
        later = {"n": foreign.left, "first": len(foreign.rounds) + 1}
        found.append(Remark("take-over.note.left", later))
    return found


def _plain(value: Fraction) -> str:
    return f"{float(value):g}"


def _described(foreign: ForeignEvent) -> DescribeCompetition | None:
    officials = [("Chief arbiter", foreign.chief_arbiter)]
    officials += [("Arbiter", name) for name in foreign.arbiters]
    named = tuple(NamedOfficial(role, name[:80]) for role, name in officials if name.strip())
    words = (foreign.place, foreign.starts, foreign.rate_of_play, foreign.federation)
    if not (named or any(words)):
        return None
    day = re.compile(r"\d{4}-\d\d-\d\d")
    starts, ends = (text if day.fullmatch(text) else "" for text in (foreign.starts, foreign.ends))
    return DescribeCompetition(
        starts=starts,
        ends=ends if ends >= starts else "",
        place=foreign.place[:200],
        officials=named[:20],
        rate_of_play=foreign.rate_of_play[:200],
        federation=foreign.federation[:80],
    )


def _tried(office: Clerk, plan: _Plan) -> Competition:
    """Give the state that the plan comes to; nothing is stored. Raises Refused."""
    start = office.state(plan.competition) if plan.there else Competition()
    folding = Folding(start)
    for command in (*_creating(office, plan), *plan.commands):
        for event in decide(folding.state, command):
            folding.add(event)
    return folding.state


def _creating(office: Clerk, plan: _Plan) -> Sequence[Command]:
    if plan.there:
        return ()
    text = plan.text if plan.text is not None else office.own_books.text_of(plan.book)
    return (
        CreateCompetition(
            competition=plan.competition,
            title=plan.title,
            book=plan.book,
            edition=editions.learn(text),
        ),
    )


def _store(office: Clerk, actor: str, plan: _Plan) -> Competition:
    people = office.around.people
    for who, person in plan.taken.people.items():
        people.save(who, person)
    try:
        if plan.there:
            return office.carry_out_all(plan.competition, actor, plan.commands)
        return office.create(
            plan.competition, actor, plan.title, plan.book, plan.commands, text=plan.text
        )
    except QipanError as error:
        forget_refused(people, list(plan.taken.people), error)
        raise


def _report(
    foreign: ForeignEvent, source: str, plan: _Plan, state: Competition, dry_run: bool
) -> TakenReport:
    command = plan.taken.command
    section = state.sections[command.section]
    book = book_of(state)
    games = [game for found in foreign.rounds for game in found.games]
    byes = [bye for found in foreign.rounds for bye in found.byes]
    return TakenReport(
        competition=state.id,
        section=section.id,
        title=state.title,
        form=foreign.form,
        source=source,
        book=book.id,
        book_title=dict(book.book.title),
        event=section.under,
        system=foreign.system,
        entrants=len(command.entries),
        people=len(plan.taken.people),
        teams=bool(foreign.teams),
        rounds=len(foreign.rounds),
        planned=rounds_planned(state, section),
        boards=len(games),
        byes=len(byes),
        forfeits=sum(game.forfeit for game in games),
        byes_to_come=len(command.rests),
        apart=len(command.apart),
        accelerated=bool(command.virtual),
        taken=tuple(_took(foreign, plan)),
        not_taken=plan.remarks,
        away=_away(state, section, plan.taken.people),
        lines=_lines(state, section, plan.taken.people),
        dry_run=dry_run,
        version=state.version,
    )


def _last_games(foreign: ForeignEvent) -> Sequence[ForeignGame]:
    return foreign.rounds[-1].games if foreign.rounds else ()


def _took(foreign: ForeignEvent, plan: _Plan) -> Sequence[Remark]:
    """Say what was taken, line by line."""
    people = list(plan.taken.people.values())
    counts = (
        ("teams", len(foreign.teams)),
        ("players", len(people)),
        ("ratings", sum(each.rating is not None for each in foreign.players)),
        ("ids", sum(bool(each.licence) for each in people)),
        ("births", sum(bool(each.birth) for each in people)),
        ("titles", sum(bool(each.title) for each in people)),
        ("federations", sum(bool(each.federation or each.club) for each in foreign.players)),
        ("rounds", len(foreign.rounds)),
        ("games", sum(all(game.results) for found in foreign.rounds for game in found.games)),
        ("waiting", sum(not all(game.results) for game in _last_games(foreign))),
        ("forfeits", sum(game.forfeit for found in foreign.rounds for game in found.games)),
        ("byes", sum(len(found.byes) for found in foreign.rounds)),
        ("byes-to-come", len(plan.taken.command.rests)),
        ("apart", len(foreign.apart)),
        ("accelerated", len(foreign.virtual)),
        ("keys", len(foreign.tie_breaks) if plan.text is not None else 0),
    )
    return [Remark(f"take-over.took.{name}", {"n": count}) for name, count in counts if count]


def _name(section: Section, who: EntrantId, people: dict[PersonId, Person]) -> str:
    entrant = section.entrants[who]
    return entrant.called or " / ".join(people[each].name for each in entrant.people)


def _away(state: Competition, section: Section, people: dict[PersonId, Person]) -> tuple[str, ...]:
    if not section.rounds:
        return ()
    last = section.rounds[-1]
    there = {who for table in last.tables for who in table.seats}
    there |= {rest.entrant for rest in last.resting if rest.units is None or rest.units}
    there |= {who for number, who in section.rests if number == last.number + 1}
    return tuple(_name(section, who, people) for who in section.order if who not in there)


def _lines(
    state: Competition, section: Section, people: dict[PersonId, Person]
) -> tuple[TakenLine, ...]:
    table = stage_crosstable(first_standing(state, section))
    ordered = sorted(section.order, key=lambda who: (-table.scores[who], table.entry[who].number))
    return tuple(
        TakenLine(
            table.entry[who].number,
            _name(section, who, people),
            section.entrants[who].unit or "",
            section.entrants[who].rating,
            table.scoring.show(table.scores[who]),
        )
        for who in ordered[:SHOWN]
    )


def short_id(text: str) -> str:
    """Make a short id from a title: small letters, figures and hyphens."""
    return _ID.sub("-", text.lower()).strip("-")[:40].strip("-") or "event"
