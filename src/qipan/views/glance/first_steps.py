"""How far a first competition is: the one thing to do next, for somebody who does it for once."""

from enum import StrEnum

import msgspec

from qipan.journal.state import Competition, Section


class FirstStep(StrEnum):
    """What a first competition goes through, in this order."""

    NAMES = "names"
    PAIR = "pair"
    PUBLISH = "publish"
    RESULTS = "results"
    WHY = "why"


PAGES = {
    FirstStep.NAMES: "desk/entries",
    FirstStep.PAIR: "desk/pairing",
    FirstStep.PUBLISH: "desk/pairing",
    FirstStep.RESULTS: "desk/results",
    FirstStep.WHY: "desk/standings",
}


class FirstSteps(msgspec.Struct, frozen=True):
    """The step that is due, and where."""

    step: FirstStep
    page: str
    round: int
    missing: int

    @property
    def number(self) -> int:
        """Count from one."""
        return [*FirstStep].index(self.step) + 1


def first_steps(state: Competition, section: Section) -> FirstSteps:
    """Say what is to be done next in a first competition."""
    current = section.current
    missing = len(current.missing) if current else 0
    if not section.closed or not section.order:
        step = FirstStep.NAMES
    elif current is None:
        step = FirstStep.PAIR
    elif not current.published:
        step = FirstStep.PUBLISH
    elif missing:
        step = FirstStep.RESULTS
    else:
        step = FirstStep.WHY
    here = f"/c/{state.id}/{section.id}/{PAGES[step]}"
    return FirstSteps(step, here, len(section.rounds), missing)
