"""What comes to light in a simulated event rounds later: results annulled, places lost.

Where the book annuls results, results of a cheat; where it annuls places only, the place; where it
knows neither, a result is put right. In a tree that happens after the last round: who went on
stays, and the report shows the result as it should have been.
"""

from collections.abc import Callable
from random import Random

from qipan.desk.command import Command
from qipan.desk.conduct.commands import AnnulResults, PunishGravely
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.ids import EntrantId
from qipan.sections.lookup import event_of
from qipan.sections.stages import FINAL, undecided
from qipan.sections.systems import next_standing
from qipan.sections.trees import TREES
from qipan.simulation.changed_results import turned

Dice = Callable[..., Random]
ANNULMENT_ROUND = 3
"""After which a result of the first round is annulled or put right."""


def found_later(state: Competition, section: Section, current: Round, dice: Dice) -> Command | None:
    """Give what is done now about something that happened rounds ago, if anything."""
    return (
        _annulment(state, section, current, dice)
        or _disqualification(state, section, dice)
        or _put_right(state, section, current, dice)
    )


def present(section: Section) -> list[EntrantId]:
    """List who has not withdrawn."""
    return [who for who in section.order if not section.entrants[who].withdrawn]


def _annulment(state: Competition, section: Section, current: Round, dice: Dice) -> Command | None:
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


def _disqualification(state: Competition, section: Section, dice: Dice) -> Command | None:
    """Annul the place of a cheat who is found out after the last round."""
    conduct = event_of(state, section).conduct
    grave = [name for name, each in conduct.offence.items() if each.ladder[0].disqualification]
    if conduct.annulment or not grave or section.disqualified or section.members_disqualified:
        return None
    last = section.current
    if next_standing(state, section) is not None or last is None or undecided(state, section, last):
        return None
    final = {who for table in last.tables if table.group == FINAL for who in table.seats}
    others = [who for who in present(section) if who not in final]
    if not others:
        return None
    who = dice("disqualification").choice(others)
    return PunishGravely(
        section=section.id,
        entrant=who,
        person=section.entrants[who].people[0],
        offence=grave[0],
        until="2026-12-31",
        note="found later",
    )


def _put_right(state: Competition, section: Section, current: Round, dice: Dice) -> Command | None:
    """Turn a result of the first round, where neither results nor places can be annulled."""
    conduct = event_of(state, section).conduct
    grave = any(each.ladder[0].disqualification for each in conduct.offence.values())
    first = section.rounds[0]
    if conduct.annulment or grave or first.corrected or current.number == first.number:
        return None
    if event_of(state, section).stage[0].system in TREES:
        if next_standing(state, section) is not None or undecided(state, section, current):
            return None
    elif current.number != ANNULMENT_ROUND:
        return None
    return turned(state, section, first, dice("put right"), "the record shows another result")
