"""Plays a whole event with random results, through the same office that people use.

Same book, event, number of entries and seed: the same journal, byte by byte. Time and dice are
made from the seed.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from random import Random

import msgspec

from qipan.desk import commands as asked
from qipan.desk.matches import match_of, next_play_off
from qipan.desk.office import Newcomer, Office
from qipan.desk.stages import Standing, match_rule_of, stage_of_round, undecided
from qipan.desk.standings import final_places, pending_lots, standings
from qipan.desk.systems import last_standing, next_standing, rounds_planned, system_of
from qipan.journal.competition import Competition, Round, Section
from qipan.journal.people import Person
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo, SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.rulebooks import book_named
from qipan.rulebooks.schema import Kind, MatchRule, Seats

ACTOR = "simulation"
HOME = CompetitionId("simulation")
FAMILY = "陈林黄李王张刘吴蔡杨许郑谢郭洪邱曾廖赖徐"
GIVEN = "明华志伟芳丽秀英建国文杰美玲俊雄家豪淑贞"

W, D, L = Points(2), Points(1), Points(0)
"""Points of single games, in halves."""
OPEN_SITTINGS = 15
"""How often everybody is matched in a simulated open qualifier."""
MOST_GAMES = 1000
"""No match, play-off or series of lots of a simulation goes on for longer."""

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
    system = book_named(book).event[event].stage[0].system
    options = {"rounds": OPEN_SITTINGS} if system == "open-matching" else {}
    office.carry_out(
        HOME,
        ACTOR,
        asked.OpenSection(section=section, title=event, under=event, options=options),
    )
    office.enter_all(HOME, section, ACTOR, [_newcomer(number, dice) for number in range(entries)])
    _begin(office, section)
    state = office.state(HOME)
    while next_standing(state, state.sections[section]) is not None:
        _separate(office, section)
        state = _play_round(office, section, dice)
        if progress is not None:
            done = len(state.sections[section].rounds)
            progress(done, max(done, rounds_planned(state, state.sections[section])))
    _separate(office, section)
    state = office.carry_out(HOME, ACTOR, asked.ApproveStandings(section=section))
    state = office.carry_out(HOME, ACTOR, asked.CloseCompetition())
    rounds = len(state.sections[section].rounds)
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


def _play_round(office: Office, section: SectionId, dice: Random) -> Competition:
    state = office.pair(HOME, section, ACTOR)
    number = RoundNo(len(state.sections[section].rounds))
    state = office.carry_out(HOME, ACTOR, asked.PublishRound(section=section, round=number))
    found = state.sections[section]
    here = found.rounds[number - 1]
    standing = stage_of_round(state, found, here)
    rule = match_rule_of(standing, here)
    if rule.kind is Kind.FIRST_TO or rule.games > 1:
        _play_matches(office, section, number, rule, dice)
    else:
        commands = [
            asked.RecordResult(
                section=section,
                round=number,
                board=board,
                score=_score(standing, here, board, dice),
            )
            for board in here.missing
        ]
        office.carry_out_all(HOME, ACTOR, commands)
    return _play_off(office, section, number, dice)


def _score(standing: Standing, here: Round, board: BoardNo, dice: Random) -> Score:
    table = here.table(board)
    if table is not None and len(table.seats) > 2:
        places = list(range(1, len(table.seats) + 1))
        dice.shuffle(places)
        return Score(tuple(Points(each) for each in places))
    if table is not None and match_rule_of(standing, here).kind is Kind.PLACES:
        return Score(dice.choice(((Points(1), Points(2)), (Points(2), Points(1)))))
    scoring = standing.scoring
    played = [
        (scoring.win, scoring.loss),
        (scoring.draw, scoring.draw),
        (scoring.loss, scoring.win),
    ]
    drawn = 0 if standing.stage.system == "knockout" and not standing.stage.decisive else 3
    return Score(dice.choices(played, weights=(4, drawn, 3))[0])


def _play_matches(
    office: Office, section: SectionId, number: RoundNo, rule: MatchRule, dice: Random
) -> None:
    games = [Score(pair) for pair in ((W, L), (D, D), (L, W))]
    waiting = office.state(HOME).sections[section].rounds[number - 1].missing
    for _ in range(MOST_GAMES):
        if not waiting:
            return
        commands = [
            asked.RecordGame(
                section=section,
                round=number,
                board=board,
                score=dice.choices(games, weights=(4, 2, 4))[0],
                seconds=(dice.randrange(60, 900), dice.randrange(60, 900)),
            )
            for board in waiting
        ]
        state = office.carry_out_all(HOME, ACTOR, commands)
        waiting = state.sections[section].rounds[number - 1].missing
    del rule


def _play_off(office: Office, section: SectionId, number: RoundNo, dice: Random) -> Competition:
    games = [Score(pair) for pair in ((W, L), (D, D), (L, W))]
    state = office.state(HOME)
    for _ in range(MOST_GAMES):
        found = state.sections[section]
        waiting = undecided(state, found, found.rounds[number - 1])
        if not waiting:
            break
        for board in waiting:
            match = match_of(state, found, number, board)
            game, terms = next_play_off(match)
            if terms.seats is not Seats.SWAPPED:
                office.draw_play_off(HOME, section, ACTOR, (number, board))
            score = dice.choices(games, weights=(3, 4, 3))[0]
            command = asked.RecordGame(section=section, round=number, board=board, score=score)
            state = office.carry_out(HOME, ACTOR, command)
            del game
    return state


def _separate(office: Office, section: SectionId) -> None:
    """Draw every lot that the standings, or the next stage, wait for."""
    for _ in range(MOST_GAMES):
        state = office.state(HOME)
        found = state.sections[section]
        current = found.current
        if current is None or not _stage_is_over(state, found):
            return
        waiting = pending_lots(state, found)
        if not waiting:
            return
        for lot in waiting:
            office.commit_lot(HOME, section, ACTOR, lot)
            office.draw_tie(HOME, section, ACTOR, lot)


def _stage_is_over(state: Competition, section: Section) -> bool:
    standing = last_standing(state, section)
    return system_of(standing).over(standing)


def _final(office: Office, state: Competition, section: SectionId, head: FinalTable) -> FinalTable:
    found: Section = state.sections[section]
    places = final_places(state, found)
    rows = {row.entrant: row for row in standings(state, found).rows}
    numbers = {who: number for number, who in enumerate(found.order, 1)}
    names = office.names(found)
    last = office.around.log.read(office.around.log.streams()[0], state.version - 1)[-1]
    lines = tuple(
        Line(
            each.place,
            names[each.entrant].name,
            numbers[each.entrant],
            {value.key: value.shown for value in rows[each.entrant].values},
        )
        for each in places
    )
    return msgspec.structs.replace(head, journal=last.hash, lines=lines)
