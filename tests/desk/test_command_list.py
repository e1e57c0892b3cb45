"""The one list of commands, and the events: each is in, or deliberately out, with the reason."""

from pathlib import Path
from typing import get_args

import msgspec

from qipan.cli.desk.any_command import offered
from qipan.cli.desk.command_reference import command_reference
from qipan.desk.command import Command
from qipan.desk.decide import DECISIONS
from qipan.desk.roles import STAFF, Audience
from qipan.journal.events import PRIVATE, PUBLIC, CompetitionEvent
from qipan.office.asked_commands import ASKED

PAGE = Path(__file__).parents[2] / "docs/commands.md"


def every_command(kind=Command):
    for each in kind.__subclasses__():
        yield each
        yield from every_command(each)


def fields(kind):
    return {each.name for each in msgspec.structs.fields(kind)}


def test_every_command_that_exists_is_listed():
    ours = {kind for kind in every_command() if kind.__module__.startswith("qipan.")}
    assert {kind.__qualname__ for kind in ours - set(DECISIONS)} == set()


def test_a_command_is_in_the_api_or_out_for_a_reason():
    for kind, listed in DECISIONS.items():
        internal = listed.audience is Audience.INTERNAL
        assert (kind in ASKED) == listed.in_api, kind
        assert internal or listed.in_api or len(listed.not_in_api) > 20, kind
        assert not (internal and listed.not_in_api), f"{kind}: one reason is enough"


def test_a_command_is_in_the_terminal_or_has_a_verb():
    by_name = set(offered().values())
    for kind, listed in DECISIONS.items():
        assert kind in by_name or listed.through is not None, kind


def test_what_the_office_fills_is_a_field_and_is_not_taken_from_outside():
    for kind, listed in DECISIONS.items():
        assert set(listed.filled) | set(listed.unless_stated) <= fields(kind), kind
        if kind in ASKED:
            assert not set(listed.filled) & fields(ASKED[kind]), kind


def test_only_the_staff_gives_what_is_for_the_staff():
    for kind, listed in DECISIONS.items():
        if listed.audience is Audience.STAFF:
            assert listed.roles <= STAFF, kind


def test_every_event_is_public_or_private_for_a_reason():
    kinds = set(get_args(CompetitionEvent))
    assert set(PUBLIC) | set(PRIVATE) == kinds
    assert not set(PUBLIC) & set(PRIVATE)
    assert {kind: told for kind, told in PUBLIC.items() if not set(told) <= fields(kind)} == {}
    assert all(PRIVATE.values())


def test_the_page_of_commands_is_up_to_date():
    assert PAGE.read_text("utf-8") == command_reference(), "qipan commands --markdown writes it"
