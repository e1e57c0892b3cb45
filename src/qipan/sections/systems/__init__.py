"""The pairing systems a book can name: each tells rounds, lots, pairing and places of a stage."""

from collections.abc import Mapping

from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Unknown
from qipan.sections.stages import Standing, first_standing
from qipan.sections.systems import (
    cross,
    groups,
    heats,
    knockout,
    mcmahon,
    n_plus_one,
    open_matching,
    round_robin,
    swiss,
)
from qipan.sections.systems.system import WHOLE, Place, Places, System, by_keys, moved_up

SYSTEMS: Mapping[str, System] = {
    "round-robin": round_robin.RoundRobin(),
    "double-round-robin": round_robin.RoundRobin(double=True),
    "dutch-2026": swiss.Dutch("dutch-2026"),
    "dutch-2017": swiss.Dutch("dutch-2017"),
    "mcmahon": mcmahon.McMahon(),
    "by-score": swiss.ByScore(),
    "team-swiss": swiss.TeamSwiss(),
    "n-plus-one": n_plus_one.NPlusOne(lambda before: system_of(before)),
    "groups": groups.Groups(),
    "cross": cross.Cross(),
    "knockout": knockout.Knockout(),
    "heats": heats.Heats(),
    "open-matching": open_matching.OpenMatching(),
}


def system_of(standing: Standing) -> System:
    """Find the system of a stage. Raises Unknown and lists what there is."""
    name = standing.stage.system
    if name not in SYSTEMS:
        raise Unknown("pairing system", name, tuple(SYSTEMS))
    return SYSTEMS[name]


def places_by_keys_alone(standing: Standing) -> bool:
    """Say whether the keys of the book alone give the places of a stage, all in one table."""
    return type(system_of(standing)).places is System.places


def next_standing(state: Competition, section: Section) -> Standing | None:
    """Give the stage that the next round belongs to; None when everything is played."""
    standing = first_standing(state, section)
    while system_of(standing).over(standing):
        if standing.index + 1 == len(standing.rules.stage):
            return None
        standing = Standing(state, section, standing.rules, standing.index + 1)
    return standing


def last_standing(state: Competition, section: Section) -> Standing:
    """Give the latest stage that has a round, or the first."""
    standing = first_standing(state, section)
    for index in range(1, len(standing.rules.stage)):
        later = Standing(state, section, standing.rules, index)
        if later.rounds:
            standing = later
    return standing


def rounds_planned(state: Competition, section: Section) -> int:
    """Count the rounds of all stages, as far as they are known now."""
    standing = first_standing(state, section)
    stages = (
        Standing(state, section, standing.rules, index)
        for index in range(len(standing.rules.stage))
    )
    return sum(system_of(each).rounds(each) for each in stages)


__all__ = [
    "SYSTEMS",
    "WHOLE",
    "Place",
    "Places",
    "System",
    "by_keys",
    "last_standing",
    "moved_up",
    "next_standing",
    "places_by_keys_alone",
    "rounds_planned",
    "system_of",
]
