"""What goes wrong on the way through a simulated event: fouls, lateness, withdrawals, appeals.

Everything follows from the state and the dice of the place, so that an interrupted simulation
goes on as it would have. Only what the book knows happens: where it has no clause on lateness,
somebody does not come at all; where it does not annul results, a cheat's place is annulled, and
where it does not know that either, a result is put right rounds later.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from qipan.desk import commands as asked
from qipan.desk.appeals.commands import AnswerAppeal, DecideAppeal, LodgeAppeal, NameCommittee
from qipan.desk.discipline.annulment import TREES
from qipan.desk.discipline.commands import (
    AnnulResults,
    PunishGravely,
    PunishOffence,
    RecordLateness,
)
from qipan.desk.discipline.losing import losing_score
from qipan.desk.found import event_of
from qipan.desk.matches import GAME_POINTS, boards_of, fixed_boards, match_of
from qipan.desk.rounds import WITHDRAWN
from qipan.desk.schedule.commands import EndRound
from qipan.desk.stages import FINAL, undecided
from qipan.desk.systems import next_standing, rounds_planned
from qipan.journal.competition import Competition, Round, Section
from qipan.journal.events import Table
from qipan.journal.events.appeals import Official, Outcome
from qipan.kernel.ids import EntrantId, PersonId, RoundNo
from qipan.kernel.results import How
from qipan.rulebooks.schema import Committee, Conduct, Kind, Step
from qipan.rulebooks.schema.money import cents

Dice = Callable[..., Random]
SWISS = ("dutch-2026", "dutch-2017", "by-score", "team-swiss")
FOUL_ROUND, APPEAL_ROUND, LATE_ROUND, WITHDRAWAL_ROUND, ANNULMENT_ROUND = 1, 1, 2, 2, 3
"""When it happens for certain; fouls and lateness happen in other rounds too."""
ROOM = 4
"""Nobody withdraws unless so many more are left than there are rounds."""
MILD = frozenset(("warnings", "technical_fouls", "conduct_fouls", "fine", "game_points", "levels"))


def next_incident(state: Competition, section: Section, dice: Dice) -> asked.Command | None:
    """Give what happens next beside the games, if anything."""
    current = section.current
    if current is None or not current.published:
        return None
    if current.missing:
        if current.games or any(each.rule != WITHDRAWN for each in current.results.values()):
            return None
        return _foul(state, section, current, dice) or _late(state, section, current, dice)
    return (
        _appeal(state, section, current, dice)
        or _withdrawal(state, section, current, dice)
        or _annulment(state, section, current, dice)
        or _disqualification(state, section, dice)
        or _put_right(state, section, current, dice)
    )


def next_line_up(state: Competition, section: Section, dice: Dice) -> asked.Command | None:
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
    return asked.HandInLineUp(
        section=section.id,
        round=number,
        entrant=entrant.id,
        people=tuple(chosen),
        minutes_before=terms.minutes_before + here.randrange(60),
    )


def _foul(state: Competition, section: Section, current: Round, dice: Dice) -> asked.Command | None:
    """Punish one mild offence in about every second round."""
    offences = event_of(state, section).conduct.offence
    mild = [name for name, each in offences.items() if all(map(_is_mild, each.ladder))]
    done = any(each.round == current.number for each in section.penalties)
    here = dice("foul", current.number)
    if not mild or done or (current.number != FOUL_ROUND and here.random() < 0.5):
        return None
    table = here.choice(_waiting(current))
    return PunishOffence(
        section=section.id,
        entrant=here.choice(table.seats),
        offence=here.choice(mild),
        round=current.number,
        board=table.board,
    )


def _waiting(current: Round) -> list[Table]:
    return [table for table in current.tables if table.board not in current.results]


def _is_mild(step: Step) -> bool:
    return all(not getattr(step, field) or field in MILD for field in step.__struct_fields__)


def _late(state: Competition, section: Section, current: Round, dice: Dice) -> asked.Command | None:
    """Let one player come late, now and then too late; or not come, where no clause is."""
    terms = event_of(state, section).conduct.lateness
    done = any(number == current.number for number, _ in section.late)
    here = dice("late", current.number)
    if done or (current.number != LATE_ROUND and here.random() < 0.4):
        return None
    table = here.choice(_waiting(current))
    if match_of(state, section, current.number, table.board).rule.kind is Kind.PLACES:
        return None
    who = here.choice(table.seats)
    if terms is None:
        return _absence(state, section, current, table, who)
    return RecordLateness(
        section=section.id,
        round=current.number,
        board=table.board,
        entrant=who,
        seconds=here.randrange(1, terms.minutes * 120),
    )


def _absence(
    state: Competition, section: Section, current: Round, table: Table, who: EntrantId
) -> asked.Command:
    """Record the forfeit of who does not come: the match, or its first game."""
    match = match_of(state, section, current.number, table.board)
    place: dict[str, Any] = {
        "section": section.id,
        "round": current.number,
        "board": table.board,
        "how": How.FORFEIT,
    }
    if match.several:
        return asked.RecordGame(**place, score=losing_score(GAME_POINTS, table.seats, who))
    scoring = match.standing.scoring
    return asked.RecordResult(**place, score=losing_score(scoring, table.seats, who))


def _appeal(
    state: Competition, section: Section, current: Round, dice: Dice
) -> asked.Command | None:
    """Hear one appeal, on the first board of the first round, from the word to the decision."""
    conduct = event_of(state, section).conduct
    terms = conduct.appeals
    if terms is None or current.number != APPEAL_ROUND:
        return None
    if current.number not in section.ended:
        return EndRound(section=section.id, round=current.number, at="2026-01-01T16:00")
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


def _committee(conduct: Conduct, body: str) -> asked.Command:
    terms = conduct.committee.get(body, Committee(sizes=(3,)))
    size = terms.sizes[0] if terms.sizes else max(terms.least, 1)
    members = tuple(Official(PersonId(f"p-official-{number}")) for number in range(1, size + 1))
    return NameCommittee(body=body, members=members, despite="simulated")


def _withdrawal(
    state: Competition, section: Section, current: Round, dice: Dice
) -> asked.Command | None:
    """Let one leave after the second round, where enough stay to pair the rounds to come."""
    if current.number != WITHDRAWAL_ROUND:
        return None
    if any(each.withdrawn and each.after for each in section.entrants.values()):
        return None
    system = event_of(state, section).stage[0].system
    short = section.active_count < rounds_planned(state, section) + ROOM
    if system == "heats" or (system in SWISS and short):
        return None
    who = dice("withdrawal").choice(_present(section))
    return asked.WithdrawEntrant(section=section.id, entrant=who, reason="unwell")


def _present(section: Section) -> list[EntrantId]:
    return [who for who in section.order if not section.entrants[who].withdrawn]


def _annulment(
    state: Competition, section: Section, current: Round, dice: Dice
) -> asked.Command | None:
    """Annul a result of the first round after the third."""
    if not event_of(state, section).conduct.annulment or section.annulled:
        return None
    if current.number != ANNULMENT_ROUND:
        return None
    table = dice("annulment").choice(section.rounds[0].tables)
    return AnnulResults(
        section=section.id,
        entrant=table.seats[0],
        rounds=(section.rounds[0].number,),
        reason="outside help, found later",
    )


def _disqualification(state: Competition, section: Section, dice: Dice) -> asked.Command | None:
    """Annul the place of a cheat who is found out after the last round."""
    conduct = event_of(state, section).conduct
    grave = [name for name, each in conduct.offence.items() if each.ladder[0].disqualification]
    if conduct.annulment or not grave or section.disqualified:
        return None
    last = section.current
    if next_standing(state, section) is not None or last is None or undecided(state, section, last):
        return None
    final = {who for table in last.tables if table.group == FINAL for who in table.seats}
    others = [who for who in _present(section) if who not in final]
    if not others:
        return None
    return PunishGravely(
        section=section.id,
        entrant=dice("disqualification").choice(others),
        offence=grave[0],
        until="2026-12-31",
        note="found later",
    )


def _put_right(
    state: Competition, section: Section, current: Round, dice: Dice
) -> asked.Command | None:
    """Turn a result of the first round round after the third, where no place can be annulled."""
    conduct = event_of(state, section).conduct
    grave = any(each.ladder[0].disqualification for each in conduct.offence.values())
    first = section.rounds[0]
    system = event_of(state, section).stage[0].system
    if conduct.annulment or grave or current.number != ANNULMENT_ROUND or first.corrected:
        return None
    played = [each for each in first.tables if first.results[each.board].how is How.PLAYED]
    if not played or system in TREES:
        return None
    table = dice("put right").choice(played)
    scoring = event_of(state, section).scoring.scoring()
    known = first.results[table.board].score
    better = table.seats[0] if known.seats[0] > known.seats[1] else table.seats[1]
    return asked.CorrectResult(
        section=section.id,
        round=first.number,
        board=table.board,
        score=losing_score(scoring, table.seats, better),
        how=How.ADJUDGED,
        reason="the record shows another result",
    )
