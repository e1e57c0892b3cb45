"""What goes wrong on the way through a simulated event: fouls, lateness, withdrawals, appeals.

Everything follows from the state and the dice of the place, so that an interrupted simulation
goes on as it would have. Only what the book knows happens.
"""

from collections.abc import Callable
from random import Random

from qipan.desk import commands as asked
from qipan.desk.appeals.commands import AnswerAppeal, DecideAppeal, LodgeAppeal, NameCommittee
from qipan.desk.discipline.commands import AnnulResults, PunishOffence, RecordLateness
from qipan.desk.found import event_of
from qipan.desk.schedule.commands import EndRound
from qipan.desk.systems import rounds_planned
from qipan.journal.competition import Competition, Round, Section
from qipan.journal.events.appeals import Official, Outcome
from qipan.kernel.ids import EntrantId, PersonId
from qipan.rulebooks.schema import Committee, Conduct, Step
from qipan.rulebooks.schema.money import cents

Dice = Callable[..., Random]
SWISS = ("dutch-2026", "dutch-2017", "by-score", "team-swiss")
APPEAL_ROUND, WITHDRAWAL_ROUND, ANNULMENT_ROUND = 1, 2, 3
ROOM = 4
"""Nobody withdraws unless so many more are left than there are rounds."""
MILD = frozenset(("warnings", "technical_fouls", "conduct_fouls", "fine", "game_points", "levels"))


def next_incident(state: Competition, section: Section, dice: Dice) -> asked.Command | None:
    """Give what happens next beside the games, if anything."""
    current = section.current
    if current is None or not current.published:
        return None
    if current.missing:
        if current.results or current.games:
            return None
        return _foul(state, section, current, dice) or _late(state, section, current, dice)
    return (
        _appeal(state, section, current, dice)
        or _withdrawal(state, section, current, dice)
        or _annulment(state, section, current, dice)
    )


def _foul(state: Competition, section: Section, current: Round, dice: Dice) -> asked.Command | None:
    """Punish one mild offence in about every second round."""
    offences = event_of(state, section).conduct.offence
    mild = [name for name, each in offences.items() if all(map(_is_mild, each.ladder))]
    done = any(each.round == current.number for each in section.penalties)
    here = dice("foul", current.number)
    if not mild or done or here.random() < 0.5:
        return None
    table = here.choice(current.tables)
    return PunishOffence(
        section=section.id,
        entrant=here.choice(table.seats),
        offence=here.choice(mild),
        round=current.number,
        board=table.board,
    )


def _is_mild(step: Step) -> bool:
    return all(not getattr(step, field) or field in MILD for field in step.__struct_fields__)


def _late(state: Competition, section: Section, current: Round, dice: Dice) -> asked.Command | None:
    """Let one player come late, now and then too late."""
    terms = event_of(state, section).conduct.lateness
    done = any(number == current.number for number, _ in section.late)
    here = dice("late", current.number)
    if terms is None or done or here.random() < 0.4:
        return None
    table = here.choice(current.tables)
    return RecordLateness(
        section=section.id,
        round=current.number,
        board=table.board,
        entrant=here.choice(table.seats),
        seconds=here.randrange(1, terms.minutes * 120),
    )


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
    if current.number != WITHDRAWAL_ROUND or section.gone:
        return None
    system = event_of(state, section).stage[0].system
    if system not in SWISS or section.active_count < rounds_planned(state, section) + ROOM:
        return None
    who: EntrantId = dice("withdrawal").choice(section.order)
    return asked.WithdrawEntrant(section=section.id, entrant=who, reason="unwell")


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
