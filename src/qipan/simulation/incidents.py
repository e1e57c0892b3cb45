"""What goes wrong on the way through a simulated event: fouls, lateness, withdrawals, appeals.

Everything follows from the state and the dice of the place, so that an interrupted simulation
goes on as it would have. Only what the book knows happens: where it names no offences, a game is
ruled lost; where it has no clause on lateness, somebody does not come at all; where it knows no
appeals, a protest is upheld at once. What comes to light rounds later is in ``found_later``.
"""

from collections.abc import Iterator

from qipan.desk.appeals.commands import AnswerAppeal, DecideAppeal, LodgeAppeal, NameCommittee
from qipan.desk.command import Command
from qipan.desk.conduct.commands import PunishOffence, RecordLateness
from qipan.desk.entries.commands import WithdrawEntrant
from qipan.desk.line_ups import HandInLineUp
from qipan.desk.rounds.pairing import WITHDRAWN
from qipan.desk.schedule.commands import EndRound
from qipan.journal.state import Competition, Official, Outcome, Round, Section, Table
from qipan.kernel.ids import EntrantId, PersonId, RoundNo
from qipan.kernel.results import How
from qipan.rulebooks.schema import Committee, Conduct, MatchKind, PenaltyStep
from qipan.rulebooks.schema.money import cents
from qipan.sections.line_ups import boards_of, fixed_boards
from qipan.sections.lookup import event_of
from qipan.sections.matches import match_of
from qipan.sections.systems import rounds_planned
from qipan.sections.systems.cross import winners_of
from qipan.sections.trees import TREES
from qipan.simulation.changed_results import lost, turned
from qipan.simulation.late_discoveries import Dice, found_later, present

SWISS = ("dutch-2026", "dutch-2017", "mcmahon", "by-score", "team-swiss")
FOUL_ROUND, APPEAL_ROUND, TREE_WITHDRAWAL_ROUND = 1, 1, 1
LATE_ROUND, WITHDRAWAL_ROUND, PROTEST_ROUND = 2, 2, 2
"""When it happens for certain; fouls and lateness happen in other rounds too."""
ROOM = 4
"""Nobody withdraws unless so many more are left than there are rounds."""
MILD = frozenset(("warnings", "technical_fouls", "conduct_fouls", "fine", "game_points", "levels"))


def next_incident(state: Competition, section: Section, dice: Dice) -> Command | None:
    """Give what happens next beside the games, if anything."""
    current = section.current
    if current is None or not current.published:
        return None
    if current.missing:
        if current.games or any(each.rule != WITHDRAWN for each in current.results.values()):
            return None
        return (
            _appeal_at_once(state, section, current, dice)
            or _foul(state, section, current, dice)
            or _late(state, section, current, dice)
        )
    return (
        _appeal(state, section, current, dice)
        or _protest(state, section, current, dice)
        or _withdrawal(state, section, current, dice)
        or found_later(state, section, current, dice)
    )


def next_line_up(state: Competition, section: Section, dice: Dice) -> Command | None:
    """Give the line-up that a team hands in before the next round, if one does."""
    terms = event_of(state, section).line_ups
    number = RoundNo(len(section.rounds) + 1)
    if terms is None or any(known == number for known, _ in section.line_ups):
        return None
    here = dice("line-up", number)
    entrant = section.entrants[here.choice(section.order)]
    fixed = dict(fixed_boards(entrant, terms))
    free = [who for who in entrant.people if who not in fixed.values()]
    here.shuffle(free)
    chosen = [fixed[board] if board in fixed else free.pop() for board in boards_of(terms)]
    return HandInLineUp(
        section=section.id,
        round=number,
        entrant=entrant.id,
        people=tuple(chosen),
        minutes_before=terms.minutes_before + here.randrange(60),
    )


def _foul(state: Competition, section: Section, current: Round, dice: Dice) -> Command | None:
    """Punish one mild offence in about every second round; a game is lost where none is named."""
    offences = event_of(state, section).conduct.offence
    mild = [name for name, each in offences.items() if all(map(_is_mild, each.ladder))]
    done = any(each.round == current.number for each in section.penalties)
    here = dice("foul", current.number)
    if done or (current.number != FOUL_ROUND and (not mild or here.random() < 0.5)):
        return None
    table = here.choice(_waiting(current))
    who = here.choice(table.seats)
    if not mild:
        return lost(state, section, current, table, who, How.ADJUDGED)
    return PunishOffence(
        section=section.id,
        entrant=who,
        offence=here.choice(mild),
        person=section.entrants[who].people[0],
        round=current.number,
        board=table.board,
    )


def _waiting(current: Round) -> list[Table]:
    return [table for table in current.tables if table.board not in current.results]


def _is_mild(step: PenaltyStep) -> bool:
    return all(not getattr(step, field) or field in MILD for field in step.__struct_fields__)


def _late(state: Competition, section: Section, current: Round, dice: Dice) -> Command | None:
    """Let one player come late, now and then too late; or not come, where no clause is."""
    terms = event_of(state, section).conduct.lateness
    done = any(number == current.number for number, _ in section.late)
    here = dice("late", current.number)
    if done or (current.number != LATE_ROUND and here.random() < 0.4):
        return None
    table = here.choice(_waiting(current))
    who = here.choice(table.seats)
    several = match_of(state, section, current.number, table.board).rule.kind is MatchKind.PLACES
    if terms is None or several:
        return lost(state, section, current, table, who, How.FORFEIT)
    return RecordLateness(
        section=section.id,
        round=current.number,
        board=table.board,
        entrant=who,
        seconds=here.randrange(1, terms.minutes * 120),
    )


def _appeal(state: Competition, section: Section, current: Round, dice: Dice) -> Command | None:
    """Hear one appeal, on the first board of the first round, from the word to the decision."""
    terms = event_of(state, section).conduct.appeals
    if terms is None or terms.at_once or current.number != APPEAL_ROUND:
        return None
    if current.number not in section.ended:
        return EndRound(section=section.id, round=current.number, at="2026-01-01T16:00")
    return _heard(state, section, current, dice)


def _appeal_at_once(
    state: Competition, section: Section, current: Round, dice: Dice
) -> Command | None:
    """The same before a game is over, where a complaint is void afterwards."""
    terms = event_of(state, section).conduct.appeals
    if terms is None or not terms.at_once or current.number != APPEAL_ROUND:
        return None
    return _heard(state, section, current, dice)


def _heard(state: Competition, section: Section, current: Round, dice: Dice) -> Command | None:
    """Name the committee, lodge, accept and decide, one after the other."""
    conduct = event_of(state, section).conduct
    terms = conduct.appeals
    assert terms is not None  # whoever asks has looked
    if terms.body not in state.committees:
        return _committee(conduct, terms.body)
    if not section.appeals:
        return LodgeAppeal(
            section=section.id,
            entrant=current.tables[0].seats[-1],
            round=current.number,
            board=current.tables[0].board,
            text="The result of this board is disputed.",
            at="2026-01-01T16:10",
            deposit=cents(terms.deposit) if terms.deposit else 0,
        )
    (appeal,) = section.appeals.values()
    if appeal.outcome is Outcome.LODGED:
        return AnswerAppeal(section=section.id, appeal=appeal.id, accept=True)
    if appeal.outcome is Outcome.ACCEPTED:
        return DecideAppeal(
            section=section.id,
            appeal=appeal.id,
            upheld=dice("appeal").random() < 0.5,
            reasons="The record of the game was replayed.",
        )
    return None


def _committee(conduct: Conduct, body: str) -> Command:
    terms = conduct.committee.get(body, Committee(sizes=(3,)))
    size = terms.sizes[0] if terms.sizes else max(terms.least, 1)
    members = tuple(Official(PersonId(f"p-official-{number}")) for number in range(1, size + 1))
    return NameCommittee(body=body, members=members, despite="simulated")


def _protest(state: Competition, section: Section, current: Round, dice: Dice) -> Command | None:
    """Turn one result of the second round at once, where the book knows no appeals."""
    known = event_of(state, section).conduct.appeals is not None
    if known or current.number != PROTEST_ROUND or current.corrected:
        return None
    return turned(state, section, current, dice("protest"), "a protest was upheld")


def _withdrawal(state: Competition, section: Section, current: Round, dice: Dice) -> Command | None:
    """Let one leave, where enough stay to pair the rounds to come: of a tree, one who is in."""
    if any(each.withdrawn and each.after for each in section.entrants.values()):
        return None
    system = event_of(state, section).stage[0].system
    if system in TREES:
        going_on = [*_best(current)] if current.number == TREE_WITHDRAWAL_ROUND else []
        there = going_on if len(going_on) > 1 else []
    else:
        short = section.active_count < rounds_planned(state, section) + ROOM
        early = current.number != WITHDRAWAL_ROUND or (system in SWISS and short)
        there = [] if early else present(section)
    if not there:
        return None
    who = dice("withdrawal").choice(there)
    return WithdrawEntrant(section=section.id, entrant=who, reason="unwell")


def _best(current: Round) -> Iterator[EntrantId]:
    """Name one of each table who goes on."""
    winners = winners_of(current)
    for table in current.tables:
        if len(table.seats) > 2:
            places = current.results[table.board].score.seats
            yield table.seats[places.index(min(places))]
        elif frozenset(table.seats) in winners:
            yield winners[frozenset(table.seats)]
