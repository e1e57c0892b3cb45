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
    if rules.system not in SYSTEMS:
        raise Unknown("pairing system", rules.system, tuple(SYSTEMS))
    return SYSTEMS[rules.system]


def rounds_of(section: Section, rules: EventRules) -> int:
    """Count the rounds an event will have, once entries are closed."""
    if rules.rounds is not None:
        return rules.rounds
    return len(berger(max(2, len(section.order) or len(section.active))))
