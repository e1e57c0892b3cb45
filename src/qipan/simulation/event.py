"""Plays a whole event with random results, through the same office that people use.

``step`` looks at the state and does what comes next, so a simulation that was interrupted at any
event goes on to the same end when it is started again on the same journal. Chance depends on the
seed and the place in the event only: same book, event, number of entries and seed give the same
journal, byte by byte.
"""

from collections.abc import Callable
from random import Random
from sys import intern
from typing import Any

import msgspec

from qipan.desk.closing import ApproveStandings, CloseCompetition
from qipan.desk.command import Command
from qipan.desk.competition import OpenSection
from qipan.desk.play_offs.games import Waits, waits_for
from qipan.desk.results.commands import RecordGame, RecordResult
from qipan.desk.rounds.commands import PublishRound
from qipan.i18n import local
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.errors import Impossible
from qipan.kernel.ids import BoardNo
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.office.office import Office, stream_of
from qipan.rulebooks.schema import MatchKind
from qipan.sections.derived import official_places
from qipan.sections.matches import Match, match_of
from qipan.sections.places import key_standings, pending_lots
from qipan.sections.stages import Standing, match_rule_of, stage_of_round, undecided
from qipan.sections.systems import last_standing, next_standing, rounds_planned, system_of
from qipan.simulation.admission import Turned, begin, refusals
from qipan.simulation.applicants import options_of
from qipan.simulation.fallback_pairing import laid_round
from qipan.simulation.field_size import check_field
from qipan.simulation.incidents import next_incident, next_line_up
from qipan.simulation.plans import ACTOR, HOME, Plan
from qipan.simulation.play_off_steps import before_play_off
from qipan.simulation.tally import Incidents, incidents

W, D, L = Points(2), Points(1), Points(0)
"""Points of single games, in halves."""
GAMES = [Score(pair) for pair in ((W, L), (D, D), (L, W))]
_SECONDS = tuple(range(900))
"""Each number once: a large event has a million of them."""
OPEN_SITTINGS = 15
"""How often everybody is matched in a simulated open qualifier."""
MOST_STEPS = 100_000
"""No simulation takes more steps than this."""
TIES = 0.2
"""How often two tie for the last place of a table that goes on."""
BY_HAND = "too few are left who have not met"
"""Why a round is laid by hand."""

Progress = Callable[[int, int], None]
"""Told how many rounds of how many are done."""


class FinalLine(msgspec.Struct, frozen=True, gc=False):
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
    lines: tuple[FinalLine, ...]
    refused: tuple[Turned, ...] = ()
    """Who was not admitted, and the clause that says so."""
    incidents: Incidents = msgspec.field(default_factory=Incidents)
    """What went wrong on the way, counted by kind."""


def simulate(
    office: Office,
    book: str,
    event: str,
    *,
    entries: int,
    seed: int,
    progress: Progress | None = None,
    text: str = "",
) -> FinalTable:
    """Play an event from the first entry to the approval, or go on where it was interrupted.

    ``text`` is the book itself where it is one of one's own. Raises Unknown, or Refused if the
    event does not hold so many.
    """
    plan = Plan(book, event, entries, seed, text)
    check_field(plan.rulebook, event, entries)
    for _ in range(MOST_STEPS):
        if not step(office, plan):
            break
        if progress is not None:
            section = office.state(plan.home).sections.get(plan.section)
            if section is not None and section.order:
                done = len(section.rounds)
                progress(done, max(done, rounds_planned(office.state(plan.home), section)))
    return _final(office, plan)


def step(office: Office, plan: Plan) -> bool:
    """Do what comes next; say whether there was anything left to do."""
    if plan.home not in office.competitions():
        title = local(plan.rulebook.book.title, "en")
        office.create(plan.home, plan.actor, title, plan.book, text=plan.text or None)
        return True
    state = office.state(plan.home)
    section = state.sections.get(plan.section)
    if section is None:
        _open(office, plan)
    elif not section.order:
        begin(office, plan, section)
    elif state.closed:
        return False
    elif section.approved is not None:
        office.carry_out(plan.home, plan.actor, CloseCompetition())
    else:
        _go_on(office, plan, state, section)
    return True


def _open(office: Office, plan: Plan) -> None:
    rules = plan.applicants.rules
    options = options_of(plan.rulebook, plan.event)
    if rules.stage[0].system == "open-matching":
        options["rounds"] = OPEN_SITTINGS
    command = OpenSection(section=plan.section, title=plan.event, under=plan.event, options=options)
    office.carry_out(plan.home, plan.actor, command)


def _go_on(office: Office, plan: Plan, state: Competition, section: Section) -> None:
    current = section.current
    if current is not None and not current.published:
        command = PublishRound(section=plan.section, round=current.number)
        office.carry_out(plan.home, plan.actor, command)
    elif (incident := next_incident(state, section, plan.dice)) is not None:
        office.carry_out(plan.home, plan.actor, incident)
    elif current is not None and current.missing:
        play_boards(office, plan, state, section, current)
    elif current is not None and (waiting := undecided(state, section, current)):
        play_next_play_off(office, plan, current, waiting[0])
    elif current is not None and draw_waiting_lot(office, plan, state, section):
        pass
    elif next_standing(state, section) is None:
        office.carry_out(plan.home, plan.actor, ApproveStandings(section=plan.section))
    elif (line_up := next_line_up(state, section, plan.dice)) is not None:
        office.carry_out(plan.home, plan.actor, line_up)
    else:
        pair_next(office, plan, state, section)


def pair_next(office: Office, plan: Plan, state: Competition, section: Section) -> None:
    """Pair the next round; by hand where nobody is left whom everybody has not met."""
    try:
        office.pair(plan.home, plan.section, plan.actor)
    except Impossible:
        office.pair_by_hand(plan.home, plan.actor, laid_round(state, section, plan.actor, BY_HAND))


def play_boards(
    office: Office, plan: Plan, state: Competition, section: Section, current: Round, most: int = 0
) -> None:
    """Record every missing board of a round, or the first ``most``: a result, or its next game."""
    standing = stage_of_round(state, section, current)
    rule = match_rule_of(standing, current)
    commands: list[Command] = []
    recorded = len(current.results) + sum(map(len, current.games.values()))
    dice = plan.dice("boards", current.number, recorded)
    for board in current.missing[: most or None]:
        place: dict[str, Any] = {
            "section": plan.section,
            "round": current.number,
            "board": board,
        }
        if rule.kind is MatchKind.FIRST_TO or rule.games > 1:
            score = dice.choices(GAMES, weights=(4, 2, 4))[0]
            seconds = (_SECONDS[dice.randrange(60, 900)], _SECONDS[dice.randrange(60, 900)])
            commands.append(RecordGame(**place, score=score, seconds=seconds))
        else:
            score = _score(standing, current, board, dice)
            commands.append(RecordResult(**place, score=score))
    office.carry_out_all(plan.home, plan.actor, commands)


def _score(standing: Standing, here: Round, board: BoardNo, dice: Random) -> Score:
    if match_rule_of(standing, here).kind is MatchKind.PLACES:
        return _places(standing, here, board, dice)
    scoring = standing.scoring
    played = [
        (scoring.win, scoring.loss),
        (scoring.draw, scoring.draw),
        (scoring.loss, scoring.win),
    ]
    drawn = 0 if standing.stage.system == "knockout" and not standing.stage.decisive else 3
    return Score(dice.choices(played, weights=(4, drawn, 3))[0])


def _places(standing: Standing, here: Round, board: BoardNo, dice: Random) -> Score:
    """Shuffle places; who has left is last, and now and then two tie for the last that goes on."""
    table = here.table(board)
    assert table is not None  # a board without a result was paired
    order = list(table.seats)
    dice.shuffle(order)
    order.sort(key=lambda who: standing.section.entrants[who].withdrawn)
    places = {who: number for number, who in enumerate(order, 1)}
    line = standing.stage.advance
    if len(here.tables) > 1 and len(order) > line and dice.random() < TIES:
        places[order[line]] = line
    return Score(tuple(Points(places[who]) for who in table.seats))


def play_next_play_off(office: Office, plan: Plan, current: Round, board: BoardNo) -> None:
    state = office.state(plan.home)
    section = state.sections[plan.section]
    match = match_of(state, section, current.number, board)
    if waits_for(match) is Waits.LOT:
        office.draw_play_off(plan.home, plan.section, plan.actor, (current.number, board))
        return
    command = before_play_off(match, plan.dice) or _decider(plan, match)
    office.carry_out(plan.home, plan.actor, command)


def _decider(plan: Plan, match: Match) -> Command:
    number, board, game = match.round.number, match.table.board, len(match.playoff) + 1
    score = plan.dice("play-off", number, board, game).choices(GAMES, weights=(3, 4, 3))[0]
    return RecordGame(section=plan.section, round=number, board=board, score=score)


def draw_waiting_lot(office: Office, plan: Plan, state: Competition, section: Section) -> bool:
    """Draw one lot that the standings, or the next stage, wait for; say whether there was one."""
    standing = last_standing(state, section)
    if not system_of(standing).over(standing):
        return False
    for lot in pending_lots(state, section):
        if lot not in section.commitments:
            office.commit_lot(plan.home, plan.section, plan.actor, lot)
        else:
            office.draw_tie(plan.home, plan.section, plan.actor, lot)
        return True
    return False


def _final(office: Office, plan: Plan) -> FinalTable:
    state = office.state(plan.home)
    found = state.sections[plan.section]
    # What takes memory for a while only is worked out before the lines are there.
    turned_away, happened = refusals(state, office, plan), incidents(state.past)
    places = official_places(state, found)
    rows = {row.entrant: row for row in key_standings(state, found).rows}
    for each in found.rounds:
        each.cells = None  # whoever asks for them again makes them again
    numbers = {who: number for number, who in enumerate(found.order, 1)}
    names = office.names(found)
    last = office.around.log.read(stream_of(plan.home), state.version - 1)[-1]
    lines = tuple(
        FinalLine(
            each.place,
            names[each.entrant].name,
            numbers[each.entrant],
            {value.key: intern(value.shown) for value in rows[each.entrant].values},
        )
        for each in places
    )
    return FinalTable(
        plan.book,
        plan.event,
        plan.entries,
        plan.seed,
        len(found.rounds),
        last.hash,
        lines,
        turned_away,
        happened,
    )


__all__ = ["ACTOR", "HOME", "FinalTable", "Plan", "simulate", "step"]
