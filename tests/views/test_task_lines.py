"""How the list of what is to be done is shown: to whom, on which page, what leads."""

import pytest

from qipan.desk.rounds.commands import PublishRound
from qipan.desk.schedule.commands import EndRound
from qipan.views import tasks
from qipan.views.task_lines import task_lines
from qipan.views.tasks import Task

PUBLISH = Task(tasks.PUBLISH, {"round": 2})
END = Task(tasks.END_ROUND, {"round": 2})
DRAW = Task(tasks.DRAW, lot="numbers")
PAIR = Task(tasks.PAIR, {"round": 3})
LATE = Task(tasks.LATE, {"n": 1}, urgent=True)
NOBODY, ALL = frozenset(), frozenset({PublishRound, EndRound, tasks.PAIR.command})

LINES = [
    # what                          tasks          page       who     said, link, button
    ("a button that leads",         [PAIR],        "results", ALL,    (True, "", "primary")),
    ("one is sent to look first",   [PUBLISH],     "results", ALL,    (True, "pairing", "primary")),
    ("one looks already",           [PUBLISH],     "pairing", ALL,    (True, "", "primary")),
    ("a reader who may not",        [PUBLISH],     "results", NOBODY, (True, "pairing", None)),
    ("a small one beside others",   [LATE, PAIR],  "late",    ALL,    (False, "", "quiet")),
    ("but to end a round",          [LATE, END],   "late",    ALL,    (False, "", "quiet")),
    ("who may not goes and looks",  [LATE, END],   "late",    NOBODY, (True, "results", None)),
    ("a lot has its place",         [DRAW],        "results", ALL,    (True, "lots#numbers", None)),
    ("also when this is its page",  [DRAW],        "lots",    ALL,    (True, "", None)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("due", "page", "who", "expected"),
    [each[1:] for each in LINES],
    ids=[each[0] for each in LINES],
)
def test_a_line_is_drawn_for_its_reader(due, page, who, expected):
    line = task_lines(due, page, who.__contains__)[-1]
    assert (line.said, line.link, line.button and line.button.kind) == expected


def test_only_the_first_leads():
    assert [each.leads for each in task_lines([LATE, PAIR, END], "late", ALL.__contains__)] == [
        True,
        False,
        False,
    ]


def test_a_button_sends_the_facts_that_its_action_needs():
    (line,) = task_lines([PUBLISH], "results", ALL.__contains__)
    assert (line.button.page, line.button.action) == ("pairing", "publish")
    assert line.button.fields == {"round": 2}
