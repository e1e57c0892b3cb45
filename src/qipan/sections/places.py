"""Standings of a section: by the keys of the book, and the final places of its stages."""

from qipan.journal.state import Competition, Section
from qipan.kernel.crosstable import Crosstable
from qipan.kernel.ids import RoundNo
from qipan.ranking import Standings
from qipan.sections.stages import Standing
from qipan.sections.systems import Placed, last_standing, system_of
from qipan.sections.tables import ORDER_LOTS, stage_crosstable, stage_standings, tie_lot

MOST_LOTS = 20
"""More ties than this are separated by one lot."""


def crosstable(state: Competition, section: Section) -> Crosstable:
    """Build the cross table of everything published so far."""
    return stage_crosstable(last_standing(state, section))


def standings(state: Competition, section: Section, upto: RoundNo | None = None) -> Standings:
    """Rank a section by the book's keys, after all published rounds or those up to ``upto``."""
    return stage_standings(last_standing(state, section), rounds=section.rounds[:upto])


def final_places(state: Competition, section: Section) -> tuple[Placed, ...]:
    """Give everybody's place in the section as it stands: by final, tree, heat or key."""
    standing = last_standing(state, section)
    return system_of(standing).places(standing)


def pending_lots(state: Competition, section: Section) -> dict[str, tuple[str, ...]]:
    """Name the lots that must be drawn before the standings are complete, with the candidates."""
    standing = last_standing(state, section)
    if _by_keys(standing):
        return pending_of(standing)
    return {}


def pending_of(standing: Standing) -> dict[str, tuple[str, ...]]:
    """Name the lots that the standings of a stage wait for.

    A few ties have a lot each; many are separated by one lot over all who are level with somebody.
    """
    found: dict[str, tuple[str, ...]] = {}
    entrants = standing.section.entrants
    waiting = stage_standings(standing).pending_lots
    ties = [each for each in waiting if all(who in entrants for who in each.candidates)]
    if len(ties) > MOST_LOTS:
        level = tuple(who for each in ties for who in each.tied)
        return {tie_lot(ties[0].place, level): tuple(level)}
    for pending in waiting:
        if pending in ties:
            found[tie_lot(pending.place, pending.tied)] = tuple(pending.tied)
        else:
            name = next((each for each in ORDER_LOTS if f":{each}(" in pending.key), pending.key)
            found[name] = pending.candidates
    return found


def _by_keys(standing: Standing) -> bool:
    return standing.stage.system not in ("knockout", "heats", "cross")
