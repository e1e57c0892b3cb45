"""What pages are fed between moves: changes add up to the position, beats find a dead line."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.table_room import Hall, kinds, last, seated
from qipan.games import all_games
from qipan.games.computer_players import computer_of
from qipan.games.shengji.rules import ShengjiRules
from qipan.games.shengji.scoresheet import Sheet, settle
from qipan.games.shengji.state import Deal, Finished
from qipan.kernel.ids import TABLE, Seat
from qipan.play.feed.changes import SAME, change_of, with_change
from qipan.play.feed.heartbeat import BEAT, LOOK, SILENT
from told_positions import TableReader

SCORED = settle(ShengjiRules(), 1, (2, 2), Sheet(banker=0, trick_points=45))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.text("ab.", max_size=6),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(VALUES, VALUES)
def test_a_change_makes_the_one_of_the_other(before, after):
    change = change_of(before, after)
    found = with_change(before, change)
    assert (found, type(found)) == (after, type(after))
    assert (change is SAME) == (before == after and type(before) is type(after))


def test_a_stone_on_a_large_board_is_one_letter():
    before = {"board": ["." * 19] * 19, "moves": ["b Q16"] * 100}
    after = {
        "board": [*before["board"][:9], "...X" + "." * 15, *before["board"][10:]],
        "moves": [*before["moves"], "w D10"],
    }
    change = change_of(before, after)
    assert change["moves"] == {"~": [100, 0, ["w D10"]]}
    assert len(msgspec.json.encode(change)) < 100


@pytest.mark.parametrize("name", sorted(all_games()))
def test_changes_add_up_to_what_others_are_told_whole(name):
    hall = Hall(hurry=1000)
    room, players = seated(hall, game=name)
    watching, plain = hall.sit(room), hall.sit(room)
    pages = [*players, watching]
    readers = [TableReader() for _ in (*pages, plain)]
    for page in pages:
        page.send("hello", changes=True)
    for player, reader in zip((*pages, plain), readers, strict=True):
        for message in player.send("since"):
            reader.read(message)
    dice, changes, whole = Random(5), 0, 0
    for _ in range(25):
        table = room.table
        acting = [seat for seat in table.game.acting(table.state) if seat != TABLE]
        if table.over or not acting:
            hall.wait(2000, step=200)
        else:
            seat = Seat(acting[0])
            move = computer_of(table.game)(table.state, seat, dice)
            text = table.game.write(table.state, seat, move)
            hall.time.ms += 2500
            players[seat].guest.receive(msgspec.json.encode({"type": "move", "text": text}))
        for player, reader in zip((*pages, plain), readers, strict=True):
            for raw in list(player.outbox.unread):
                if player is plain:
                    whole += len(raw) if b'"view"' in raw else 0
                changes += len(raw) if player is watching and b'"changes"' in raw else 0
            for message in player.read():
                reader.read(message)
        told, known = readers[-1].known, readers[-2].known
        assert {key: known[key] for key in told} == told
        for seat, reader in enumerate(readers[: len(players)]):
            view = msgspec.json.encode(table.game.view(room.table.state, Seat(seat)), enc_hook=str)
            assert reader.known["view"] == msgspec.json.decode(view)
    assert 0 < changes < whole


def test_who_never_said_hello_is_told_whole_positions():
    hall = Hall()
    _, (a, b) = seated(hall)
    a.send("hello", changes=True)
    assert "view" in last(a.move("h8"), "move-played/1")  # what was told before is not known
    assert "view" in last(b.read(), "move-played/1")
    assert "view" in last(b.move("h9"), "move-played/1")
    found = last(a.read(), "move-played/1")
    assert found["changes"]["view"]["moves"] == {"~": [1, 0, ["h9"]]}
    assert found["after"] == found["seq"] - 1


def test_legal_moves_come_unasked_to_whoever_wants_them():
    hall = Hall()
    _, (a, b) = seated(hall)
    b.send("hello", legal=True)
    a.move("h8")
    told = b.read()
    assert kinds(told) == ["move-played/1", "legal"]
    assert len(told[1]["moves"]) == 224
    b.move("h9")
    assert kinds(a.read()) == ["move-played/1"]


def away(messages):
    return [each["connected"] for each in messages if each["type"] == "presence"]


def test_a_silent_line_is_noticed_within_five_seconds_and_healed_by_a_word():
    hall = Hall()
    room, (a, b) = seated(hall)
    a.send("hello", beats=True)
    hall.wait(BEAT + LOOK, step=LOOK)
    assert a.read() == []
    assert len(a.pings) == 1
    hall.wait(SILENT - BEAT - 2 * LOOK, step=LOOK)
    assert away(b.read()) == []
    hall.wait(2 * LOOK, step=LOOK)
    assert away(b.read()) == [False]
    assert hall.time.ms - 1_000_000 <= 5000 + LOOK
    assert room.holders[Seat(0)] is a.viewer
    seats = last(hall.sit(room).read(), "state")["seats"]
    assert [seat["connected"] for seat in seats] == [False, True]
    a.send("ping")
    assert away(b.read()) == [True]
    hall.wait(SILENT + 2 * LOOK, step=LOOK)
    assert away(b.read()) == [False]
    a.leave()
    assert away(b.read()) == []  # it was told already


def test_whoever_answers_stays_and_learns_the_round_trip():
    hall = Hall()
    _, (a, b) = seated(hall)
    a.send("hello", beats=True)
    for _ in range(10):
        hall.wait(BEAT + LOOK, step=LOOK)
        a.read()
        mark = a.pings[-1]
        hall.time.ms += 120
        a.send("pong", t=mark)
    assert away(b.read()) == []
    hall.wait(BEAT + LOOK, step=LOOK)
    trips = [msgspec.json.decode(each).get("trip") for each in a.outbox.unread]
    assert trips[-1] == 120 + LOOK  # the ping was sent one round before the last


def test_pages_without_hello_are_left_alone_and_our_own_pauses_are_nobodys_fault():
    hall = Hall()
    _, (a, b) = seated(hall)
    hall.wait(20_000, step=LOOK)
    assert away(b.read()) == []
    a.send("hello", beats=True)
    hall.wait(30_000)  # in one step: this process stood still
    assert away(b.read()) == []


def test_earlier_positions_are_shown_where_nothing_is_hidden():
    hall = Hall()
    room, (a, b) = seated(hall)
    for player, text in ((a, "h8"), (b, "h9"), (a, "i8")):
        player.move(text)
    a.read()
    shown = last(a.send("at", ply=2), "at")
    assert (shown["ply"], shown["view"]["moves"]) == (2, ["h8", "h9"])
    assert last(hall.sit(room).send("at", ply=0), "at")["view"]["moves"] == []
    assert last(a.send("at", ply=4), "refused")["code"] == "play.no-look-back"
    assert last(a.send("at", ply=-1), "refused")["code"] == "play.no-look-back"
    hall.sit(room, arbiter="chief").send("arbiter", act="back", plies=2)
    b.move("j9")
    a.move("k9")
    again = last(a.send("at", ply=2), "at")["view"]["moves"]
    assert again == [move.texts[0] for move in room.table.moves[:2]]
    assert again != ["h8", "h9"]
    cards, players = seated(hall, game="shengji", name="t2")
    assert cards.table.seats == 4
    assert last(players[0].send("at", ply=0), "refused")["code"] == "play.no-look-back"


def test_when_all_are_ready_the_table_goes_on_at_once():
    hall = Hall()
    room, players = seated(hall, game="shengji", name="t3")
    deal = room.table.game.pace
    dealt = hall.time.ms
    state = room.table.state
    finished = msgspec.structs.replace(
        state, finished=(Finished(SCORED, None, "", (), 0),), deal=Deal(2, 0, 0, banker=0)
    )
    assert deal(finished) == 10_000
    assert deal(state) == 0
    room.table.state = finished
    hall.automatic.look(room)
    assert room.table_due == dealt + 10_000
    seq = room.table.version
    for player in players[:3]:
        player.send("ready", seq=seq)
    assert last(players[0].read() or players[1].read(), "ready")["seats"] == [0, 1, 2]
    assert room.table_due == dealt + 10_000
    players[3].send("ready", seq=seq - 1)  # about something that is past
    assert room.table_due == dealt + 10_000
    players[3].send("ready", seq=seq)
    assert room.table_due == hall.time.ms
