"""Every event has a reducer, and every command a decision and somebody who may ask."""

from typing import get_args

from qipan.desk.command import Command
from qipan.desk.decide import DECISIONS
from qipan.journal.events import CompetitionEvent
from qipan.journal.folding import REDUCERS


def test_every_event_has_a_reducer():
    assert set(REDUCERS) == set(get_args(CompetitionEvent))


def test_every_command_has_a_decision_and_a_role():
    assert set(DECISIONS) == set(Command.__subclasses__())
    assert all(listed.roles for listed in DECISIONS.values())
