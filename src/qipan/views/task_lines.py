"""The list of what is to be done, as every page of the desk shows it to one reader."""

from collections.abc import Callable, Sequence

import msgspec

from qipan.desk.command import Command
from qipan.kernel.rules import Facts
from qipan.views.tasks import OneButton, Task


class TaskButton(msgspec.Struct, frozen=True):
    """A button that does a task."""

    page: str
    action: str
    fields: Facts
    kind: str
    """How it looks: it leads on, or stands beside what does."""


class TaskLine(msgspec.Struct, frozen=True):
    """One line of the list."""

    task: Task
    leads: bool
    said: bool = True
    """Whether the task is said beside its button; a small button says enough."""
    link: str = ""
    """The page to go to, and the place on it; empty: this is the page, or a button is enough."""
    button: TaskButton | None = None


def task_lines(
    tasks: Sequence[Task], here: str, may: Callable[[type[Command]], bool]
) -> list[TaskLine]:
    """Say of each task how a reader on a page goes about it; the first one leads."""
    return [_line(task, number == 0, here, may) for number, task in enumerate(tasks)]


def _line(task: Task, leads: bool, here: str, may: Callable[[type[Command]], bool]) -> TaskLine:
    kind = task.kind
    elsewhere = kind.page != here
    allowed = kind.command is not None and may(kind.command)
    if kind.button is not None and allowed and (leads or kind.button.any_time):
        link = kind.page if leads and kind.button.look_first and elsewhere else ""
        return TaskLine(task, leads, leads, link, _button(task, kind.button, leads))
    place = f"{kind.page}#{task.lot}" if task.lot else kind.page
    return TaskLine(task, leads, link=place if elsewhere else "")


def _button(task: Task, pressed: OneButton, leads: bool) -> TaskButton:
    fields = {name: task.facts[name] for name in pressed.sends}
    return TaskButton(task.kind.page, pressed.action, fields, "primary" if leads else "quiet")
