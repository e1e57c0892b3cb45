"""Taking an event over that began under another program: its players, numbers and rounds.

What was decided elsewhere is not judged again: entries, pairings and results stand as the file has
them, and each of them says so. From the next round on the book of the section decides.
"""

from collections import Counter
from collections.abc import Iterator

import msgspec

from qipan.desk.command import Command
from qipan.desk.roles import CHIEF_AND_ORGANISER, Decisions, Fill, ListedCommand, Through
from qipan.journal.attendance import RestGranted
from qipan.journal.competition import SectionTakenOver
from qipan.journal.entries import EntrantEntered, EntriesClosed
from qipan.journal.events import Cause, CompetitionEvent
from qipan.journal.line_ups import LineUpHanded
from qipan.journal.lots import NumbersAssigned
from qipan.journal.results import GameRecorded, ResultRecorded
from qipan.journal.rounds import RoundPaired, RoundPublished
from qipan.journal.state import Competition, KeptApart, Resting, Section, Table
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.points import Points, Scoring
from qipan.kernel.results import Bye, How, Score
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import EventRules
from qipan.sections.lookup import event_of, section_of
from qipan.sections.matches import GAME_POINTS
from qipan.sections.scores import with_meaning
from qipan.sections.systems import SYSTEMS
from qipan.sections.systems.swiss import Swiss

TAKEN = rule(
    "take-over.round",
    "This round was played under another program and taken over from its file.",
    zh="本轮在其他软件下进行，由其文件接管而来。",
    th="รอบนี้แข่งขันด้วยโปรแกรมอื่น และรับช่วงมาจากไฟล์ของโปรแกรมนั้น",
    ms="Pusingan ini dimainkan di bawah program lain dan diambil alih daripada failnya.",
)
NUMBERS = rule(
    "take-over.numbers",
    "The numbers are those of the file that the event was taken over from.",
    zh="编号沿用接管文件中的编号。",
    th="หมายเลขเป็นไปตามไฟล์ที่รับช่วงการแข่งขันมา",
    ms="Nombor mengikut fail yang acara ini diambil alih daripadanya.",
)
ONCE = rule(
    "take-over.empty-section",
    "An event is taken over into a section in which nobody has entered yet.",
    zh="只能接管到尚无人报名的组别。",
    th="รับช่วงการแข่งขันได้เฉพาะในรุ่นที่ยังไม่มีผู้สมัคร",
    ms="Acara diambil alih ke dalam bahagian yang belum mempunyai peserta.",
)
SYSTEM = rule(
    "take-over.system",
    "An event is taken over where each round is paired afresh from the results before it.",
    zh="只有逐轮依成绩编排的赛制才能接管。",
    th="รับช่วงได้เฉพาะระบบที่จับคู่ใหม่ทุกรอบตามผลที่ผ่านมา",
    ms="Acara diambil alih jika setiap pusingan dipadankan semula mengikut keputusan sebelumnya.",
)
WHOLE = rule(
    "take-over.whole",
    "A file that is taken over does not contradict itself.",
    zh="接管的文件不得自相矛盾。",
    th="ไฟล์ที่รับช่วงต้องไม่ขัดแย้งกันเอง",
    ms="Fail yang diambil alih tidak bercanggah dengan dirinya sendiri.",
)


class TakenEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody of the file, in the order of numbers."""

    entrant: EntrantId
    people: tuple[PersonId, ...]
    rating: int | None = None
    unit: str | None = None
    tags: frozenset[str] = frozenset()
    roles: tuple[str, ...] = ()
    called: str = ""
    rank: str = ""


class TakenBoard(msgspec.Struct, frozen=True, kw_only=True):
    """One board of a match between teams."""

    number: int
    results: tuple[str, str]
    """``win``, ``draw`` or ``loss`` of each side, in the order of the table's seats."""
    first: EntrantId | None = None
    forfeit: bool = False


class TakenTable(msgspec.Struct, frozen=True, kw_only=True):
    """Who met whom, and what came of it."""

    seats: tuple[EntrantId, EntrantId]
    results: tuple[str, str]
    """``win``, ``draw`` or ``loss`` of each seat; empty where the game waits for its result."""
    forfeit: bool = False
    handicap: int = 0
    boards: tuple[TakenBoard, ...] = ()


class TakenRest(msgspec.Struct, frozen=True, kw_only=True):
    """Who had no opponent: ``allocated``, or a bye that was asked for, worth so many units."""

    entrant: EntrantId
    bye: Bye
    units: int | None = None


class TakenRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round of the file."""

    tables: tuple[TakenTable, ...]
    resting: tuple[TakenRest, ...] = ()
    line_ups: tuple[tuple[EntrantId, tuple[PersonId, ...]], ...] = ()


class TakeOverSection(Command, frozen=True, tag=True):
    """Go on with an event that began under another program."""

    section: SectionId
    source: str
    form: str
    entries: tuple[TakenEntry, ...]
    rounds: tuple[TakenRound, ...] = ()
    planned: int = 0
    first_seat: int = 0
    apart: tuple[KeptApart, ...] = ()
    virtual: tuple[tuple[EntrantId, tuple[int, ...]], ...] = ()
    rests: tuple[tuple[int, EntrantId, int], ...] = ()
    """Byes asked for in rounds to come: round, who, units."""
    seats_known: bool = True
    today: str = ""


def take_over_section(state: Competition, command: TakeOverSection) -> list[CompetitionEvent]:
    """Take an event over. Raises Refused if somebody has entered, or the system does not fit."""
    section = section_of(state, command.section)
    rules = event_of(state, section)
    _require_fitting(section, rules, command)
    return [
        *_entered(command),
        EntriesClosed(section=section.id),
        SectionTakenOver(
            section=section.id,
            source=command.source,
            form=command.form,
            rounds=len(command.rounds),
            planned=command.planned,
            first_seat=command.first_seat,
            apart=command.apart,
            virtual=command.virtual,
            seats_known=command.seats_known,
        ),
        NumbersAssigned(
            section=section.id,
            order=tuple(each.entrant for each in command.entries),
            cause=Cause(NUMBERS, {"source": command.source[:16]}),
        ),
        *_rounds(rules, command),
        *(
            RestGranted(section=section.id, round=RoundNo(number), entrant=who, units=units)
            for number, who, units in command.rests
        ),
    ]


def _require_fitting(section: Section, rules: EventRules, command: TakeOverSection) -> None:
    place = {"section": section.id}
    if section.entrants or section.rounds or section.taken_over is not None:
        raise Refused("take-over.not-empty", ONCE, **place)
    system = rules.stage[0].system
    if not isinstance(SYSTEMS.get(system), Swiss):
        raise Refused("take-over.not-swiss", SYSTEM, **place, system=system)
    if len(command.entries) < 2:
        raise Refused("take-over.too-few", WHOLE, **place, entered=len(command.entries))
    planned = rules.stage[0].rounds_for(len(command.entries)) or 0
    if len(rules.stage) == 1 and command.planned:
        planned = command.planned
    if len(command.rounds) > planned:
        raise Refused(
            "take-over.too-many-rounds", WHOLE, **place, rounds=len(command.rounds), planned=planned
        )
    for number, found in enumerate(command.rounds, 1):
        _require_once(command, number, found)
        waits = any(not all(table.results) for table in found.tables)
        if waits and number < len(command.rounds):
            raise Refused("take-over.open-round", WHOLE, **place, round=number)


def _require_once(command: TakeOverSection, number: int, found: TakenRound) -> None:
    """Raise Refused if somebody has two games in a round, or is not of the file."""
    known = {each.entrant for each in command.entries}
    named = Counter(who for table in found.tables for who in table.seats)
    named.update(rest.entrant for rest in found.resting)
    twice = next((who for who, count in named.items() if count > 1 or who not in known), None)
    if twice is not None:
        raise Refused("take-over.twice", WHOLE, section=command.section, round=number, who=twice)


def _entered(command: TakeOverSection) -> Iterator[CompetitionEvent]:
    for each in command.entries:
        yield EntrantEntered(
            section=command.section,
            entrant=each.entrant,
            people=each.people,
            rating=each.rating,
            unit=each.unit,
            tags=each.tags,
            roles=each.roles,
            called=each.called,
            rank=each.rank,
        )


def _rounds(rules: EventRules, command: TakeOverSection) -> Iterator[CompetitionEvent]:
    scoring, stage = rules.scoring.scoring(), rules.stage[0].id
    several = rules.match_rule(rules.stage[0].match).games > 1
    cause = Cause(TAKEN, {"source": command.source[:16], "form": command.form})
    for at, found in enumerate(command.rounds, 1):
        section, number = command.section, RoundNo(at)
        for team, people in found.line_ups:
            yield LineUpHanded(section=section, round=number, entrant=team, people=people)
        yield RoundPaired(
            section=section,
            round=number,
            tables=tuple(
                Table(BoardNo(board), table.seats, (cause,), handicap=table.handicap)
                for board, table in enumerate(found.tables, 1)
            ),
            resting=tuple(
                Resting(rest.entrant, rest.bye, (cause,), rest.units) for rest in found.resting
            ),
            causes=(cause,),
            stage=stage,
        )
        yield RoundPublished(section=section, round=number)
        for board, table in enumerate(found.tables, 1):
            if not all(table.results):
                continue
            if several:
                yield from _games(section, number, BoardNo(board), table, cause)
            yield with_meaning(
                ResultRecorded(
                    section=section,
                    round=number,
                    board=BoardNo(board),
                    score=_score(table.results, scoring),
                    how=How.FORFEIT if table.forfeit else How.PLAYED,
                    rule=TAKEN,
                ),
                scoring,
            )


def _games(
    section: SectionId, number: RoundNo, board: BoardNo, table: TakenTable, cause: Cause
) -> Iterator[CompetitionEvent]:
    for game in table.boards:
        yield with_meaning(
            GameRecorded(
                section=section,
                round=number,
                board=board,
                game=game.number,
                score=_score(game.results, GAME_POINTS),
                first=game.first,
                how=How.FORFEIT if game.forfeit else How.PLAYED,
                cause=cause,
            ),
            GAME_POINTS,
        )


def _score(words: tuple[str, str], scoring: Scoring) -> Score:
    worth: dict[str, Points] = {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss}
    return Score((worth[words[0]], worth[words[1]]))


DECISIONS: Decisions = {
    TakeOverSection: ListedCommand(
        take_over_section,
        CHIEF_AND_ORGANISER,
        filled={"today": Fill.TODAY},
        through=Through("take-over", "the file is read, and names are kept beside the journal"),
        not_in_api="a file is taken over at /api/take-over: names are kept beside the journal",
    )
}
