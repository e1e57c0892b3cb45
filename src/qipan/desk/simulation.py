"""Plays a whole event with random results, through the same office that people use.

Same book, event, number of entries and seed: the same journal, byte by byte. Time and dice are
made from the seed.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from random import Random

import msgspec

from qipan.desk import commands as asked
from qipan.desk.found import event_of
from qipan.desk.office import Newcomer, Office
from qipan.desk.standings import pending_lots, standings
from qipan.desk.systems import rounds_of
from qipan.journal.competition import Competition, Section
from qipan.journal.people import Person
from qipan.kernel.ids import CompetitionId, RoundNo, SectionId
from qipan.kernel.results import How, Score
from qipan.ranking import Standings
from qipan.rulebooks import book_named

ACTOR = "simulation"
HOME = CompetitionId("simulation")
FAMILY = "陈林黄李王张刘吴蔡杨许郑谢郭洪邱曾廖赖徐"
GIVEN = "明华志伟芳丽秀英建国文杰美玲俊雄家豪淑贞"

Progress = Callable[[int, int], None]
"""Told how many rounds of how many are done."""


class Line(msgspec.Struct, frozen=True):
    """One line of the final table."""

    place: int
    entrant: str
    number: int
    values: dict[str, str]


class FinalTable(msgspec.Struct, frozen=True):
    """What a simulation ends with."""

    book: str
    event: str
    entries: int
    seed: int
    rounds: int
    journal: str
    """Hash of the last event: equal journals have equal hashes."""
    lines: tuple[Line, ...]


def clock_from(start: datetime) -> Callable[[], datetime]:
    """Make a clock that moves one second each time somebody looks."""
    ticks: Iterator[datetime] = iter(start + timedelta(seconds=second) for second in range(10**9))
    return lambda: next(ticks)


START = datetime(2026, 1, 1, 9, 0, tzinfo=UTC)


def simulate(
    office: Office,
    book: str,
    event: str,
    *,
    entries: int,
    seed: int,
    progress: Progress | None = None,
) -> FinalTable:
    """Play an event from the first entry to the approval. Raises Unknown or Refused."""
    dice = Random(f"{book}/{event}/{entries}/{seed}")
    section = SectionId(event)
    office.create(HOME, ACTOR, book_named(book).book.title["en"], book)
    office.carry_out(HOME, ACTOR, asked.OpenSection(section=section, title=event, under=event))
    for number in range(entries):
        office.enter(HOME, section, ACTOR, _newcomer(number, dice))
    _begin(office, section)
    state = office.state(HOME)
    rounds = rounds_of(state.sections[section], event_of(state, state.sections[section]))
    for number in range(1, rounds + 1):
        _play_round(office, section, RoundNo(number), dice)
        if progress is not None:
            progress(number, rounds)
    _separate(office, section)
    state = office.carry_out(HOME, ACTOR, asked.ApproveStandings(section=section))
    state = office.carry_out(HOME, ACTOR, asked.CloseCompetition())
    return _final(office, state, section, FinalTable(book, event, entries, seed, rounds, "", ()))


def _newcomer(number: int, dice: Random) -> Newcomer:
    given = "".join(dice.choice(GIVEN) for _ in range(2))
    name = f"{dice.choice(FAMILY)}{given}"
    return Newcomer(
        Person(name=f"{name} {number + 1}"),
        rating=dice.randrange(1200, 2400),
        unit=f"unit-{number % 9 + 1}",
    )


def _begin(office: Office, section: SectionId) -> None:
    office.carry_out(HOME, ACTOR, asked.CloseEntries(section=section))
    office.commit_lot(HOME, section, ACTOR)
    office.draw_numbers(HOME, section, ACTOR)


def _play_round(office: Office, section: SectionId, number: RoundNo, dice: Random) -> None:
    office.carry_out(HOME, ACTOR, asked.PairRound(section=section))
    state = office.carry_out(HOME, ACTOR, asked.PublishRound(section=section, round=number))
    found = state.sections[section]
    scoring = event_of(state, found).scoring.scoring()
    played = [
        (scoring.win, scoring.loss),
        (scoring.draw, scoring.draw),
        (scoring.loss, scoring.win),
    ]
    for board in found.rounds[number - 1].missing:
        command = asked.RecordResult(
            section=section,
            round=number,
            board=board,
            score=Score(dice.choices(played, weights=(4, 3, 3))[0]),
            how=How.PLAYED,
        )
        office.carry_out(HOME, ACTOR, command)


def _separate(office: Office, section: SectionId) -> None:
    state = office.state(HOME)
    for lot in pending_lots(state, state.sections[section]):
        office.commit_lot(HOME, section, ACTOR, lot)
        office.draw_tie(HOME, section, ACTOR, lot)


def _final(office: Office, state: Competition, section: SectionId, head: FinalTable) -> FinalTable:
    found: Section = state.sections[section]
    table: Standings = standings(state, found)
    names = office.names(found)
    last = office.around.log.read(office.around.log.streams()[0], state.version - 1)[-1]
    lines = tuple(
        Line(
            row.place,
            names[row.entrant].name,
            found.order.index(row.entrant) + 1,
            {value.key: value.shown for value in row.values},
        )
        for row in table.rows
    )
    return msgspec.structs.replace(head, journal=last.hash, lines=lines)
