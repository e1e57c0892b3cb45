"""The pairing systems a book can name, each as a function from a section to the next round."""

from collections.abc import Callable, Mapping

from qipan.journal.competition import Section
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import RoundNo
from qipan.pairing.plan import RoundPlan
from qipan.pairing.round_robin import berger, single_round_robin
from qipan.rulebooks import EventRules

System = Callable[[Section, EventRules, RoundNo], RoundPlan]
"""Pairs the round of that number; raises Impossible."""


def _round_robin(section: Section, rules: EventRules, number: RoundNo) -> RoundPlan:
    del rules
    return single_round_robin(section.order)[number - 1]


SYSTEMS: Mapping[str, System] = {"round-robin": _round_robin}


def system_of(rules: EventRules) -> System:
    """Find the system of an event. Raises Unknown and lists what there is."""
    name = rules.stage[0].system
    if name not in SYSTEMS:
        raise Unknown("pairing system", name, tuple(SYSTEMS))
    return SYSTEMS[name]


def rounds_of(section: Section, rules: EventRules) -> int:
    """Count the rounds an event will have, once entries are closed."""
    if rules.stage[0].rounds is not None:
        return rules.stage[0].rounds
    return len(berger(max(2, len(section.order) or len(section.active))))
