"""The types that the scripts of a live table are checked with say what the server really sends."""

import re
from typing import get_args

from play.table_room import Hall
from qipan.journal.event import event_name
from qipan.journal.live.events import TableEvent
from qipan.web.shared.rendering import WEB

WRITTEN = (WEB / "static/table_messages.js").read_text()


def properties(name):
    """List the properties of a typedef; those that may be missing end with a question mark."""
    written = re.search(rf"@typedef {{object}} {name}\b(.*?)(?=@typedef|\*/)", WRITTEN, re.DOTALL)[
        1
    ]
    found = re.findall(r"@property {.*?} (\[?)(\w+)", written)
    return {f"{each}?" if maybe else each for maybe, each in found}


def told(kind):
    """List the fields that the scripts know of an event, by its name."""
    lines = re.findall(r'{kind: ("[^}]*)}', WRITTEN)
    found = [line for line in lines if f'"{kind}"' in line.split(", ")[0]]
    return {re.match(r"\w+", part)[0] for line in found for part in line.split(", ")[1:]}


def test_a_state_is_what_the_scripts_take_it_for():
    hall = Hall()
    room = hall.open()
    (state,) = (each for each in hall.sit(room, 0).read() if each["type"] == "state")
    assert set(state) == properties("Position") | properties("Rest") - {"legal?"} | {"legal"}
    assert set(state["clocks"]["seats"][0]) == properties("Clock")
    assert properties("Outcome") == {"places", "rule", "facts", "annulled", "message?"}
    spectator = next(each for each in hall.sit(room).read() if each["type"] == "state")
    assert set(state) - set(spectator) == {"legal"}


def test_a_move_is_what_the_scripts_take_it_for():
    hall = Hall()
    room = hall.open()
    player = hall.sit(room, 0)
    player.read()
    (event,) = (each for each in player.send("move", text="h8", id="m") if each["type"] == "event")
    assert properties("Move") | {"id", "kind"} | properties("Position") <= set(event)


def test_every_event_of_a_table_is_known_with_fields_that_it_has():
    kinds = {event_name(each): set(each.__struct_fields__) for each in get_args(TableEvent)}
    known = set(re.findall(r'"([a-z-]+/\d)"', WRITTEN))
    assert known == set(kinds) - {"table-opened/1"}  # nobody is there yet
    for kind in known - {"move-played/1"}:
        assert told(kind) <= kinds[kind], kind
