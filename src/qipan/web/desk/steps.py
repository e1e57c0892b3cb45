"""The order of work at the desk: its pages as steps, each with what waits on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from qipan.rulebooks import EventRules
from qipan.views.tasks import Task
from qipan.web.desk.page import DeskPage

ORDER_OF_WORK: Mapping[str, tuple[str, ...]] = {
    "before": ("entries", "list-check", "invitations", "identity", "check-in", "lots"),
    "round": ("pairing", "line-ups", "sheets", "results", "play-off"),
    "after": ("standings", "documents", "closing"),
}
"""When a page is worked on; every other page is needed now and then."""
MORE = "more"


@dataclass(frozen=True)
class Step:
    """One page of the desk among the others."""

    name: str
    waiting: int = 0
    """How much is to be done there."""
    urgent: bool = False


@dataclass(frozen=True)
class PhaseOfWork:
    """The steps before the games, in a round or after it, or those needed now and then."""

    name: str
    steps: tuple[Step, ...]


def steps_of(
    pages: Mapping[str, DeskPage], rules: EventRules, tasks: Sequence[Task]
) -> list[PhaseOfWork]:
    """Give the pages that fit an event in the order of work, with what waits on each."""
    listed = [each.name for each in pages.values() if each.listed and each.fits(rules)]
    placed = {name for names in ORDER_OF_WORK.values() for name in names}
    phases = {**ORDER_OF_WORK, MORE: tuple(name for name in listed if name not in placed)}
    return [
        PhaseOfWork(phase, tuple(_step(name, tasks) for name in names if name in listed))
        for phase, names in phases.items()
    ]


def _step(name: str, tasks: Sequence[Task]) -> Step:
    waiting = [task for task in tasks if task.kind.page == name and task.kind.counted]
    counted = sum(task.waiting for task in waiting)
    return Step(name, counted, any(task.urgent for task in waiting))
