"""Connections at a live table: newest first, bounded, told again, and nothing hidden gets out."""

from random import Random

import msgspec
import pytest

from play.table_room import Hall, kinds, last, seated
from qipan.games import all_games
from qipan.games.computer_players import computer_of
from qipan.journal.live.table import fold_table, stream_of
from qipan.kernel.clock import Untimed
from qipan.kernel.ids import TABLE, Seat


def test_a_seat_is_held_by_the_newest_connection():
    hall = Hall()
    room, (a, _) = seated(hall)
    other = hall.sit(room, Seat(0))
    assert kinds(a.read())[-1] == "replaced"
    assert a.outbox.dropped == "replaced"
    a.leave()
    assert room.holders[0] is other.viewer
    assert kinds(other.move("h8"))[-1] == "move-played/1"


def test_a_slow_spectator_is_dropped_and_nobody_waits():
    hall = Hall()
    room, players = seated(hall)
    lazy = hall.sit(room)
    for number in range(70):
        players[0].send("offer", what="draw")
        players[1].send("answer", what="draw", accept=False)
        room.table.declined.clear()
        hall.time.ms += 1000
        if number < 5:
            assert not lazy.outbox.dropped
    assert lazy.outbox.dropped == "slow"
    assert not lazy.outbox.unread


def test_messages_are_limited():
    hall = Hall()
    _, (a, _) = seated(hall)
    found = [a.send("ping")[0] for _ in range(45)]
    assert found[29]["type"] == "pong"
    assert found[44]["code"] == "play.too-many-messages"
    hall.time.ms += 1000
    assert a.send("ping")[0]["type"] == "pong"
    for _ in range(60):
        a.send("ping")
    assert a.outbox.dropped == "limit"


NONSENSE = [b"", b"{", b"[]", b'{"type":"x"}', b'{"type":"move"}', b'{"type":"move","text":5}']
NONSENSE += [b"\xff\xfe", b'{"type":"move","text":"' + b"9" * 9000 + b'"}', b"[" * 9000]
NONSENSE += [b'{"type":"arbiter","act":"pause"}', b'{"type":"offer","what":"\\u0000"}', b"null"]


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_refused(text):
    hall = Hall()
    room, (a, _) = seated(hall)
    a.guest.receive(text)
    assert a.read()[0]["type"] == "refused"
    assert room.table.version == 2


def test_a_spectator_does_nothing():
    hall = Hall()
    room, _ = seated(hall)
    spectator = hall.sit(room)
    spectator.read()
    for kind, fields in [("move", {"text": "h8"}), ("resign", {}), ("chat", {"text": "hi"})]:
        assert spectator.send(kind, **fields)[0]["type"] == "refused"
    assert spectator.send("legal")[0]["moves"] == []


def test_reconnecting_from_a_sequence_number():
    hall = Hall()
    room, (a, b) = seated(hall)
    a.move("h8")
    b.leave()
    assert last(a.read(), "presence") == {"type": "presence", "seat": 1, "connected": False}
    back = hall.sit(room, Seat(1), since=3)
    told = back.read()[0]
    assert (told["seq"], told["moves"], told["since"]) == (3, [], 3)
    assert [move["text"] for move in last(back.send("since", seq=0), "state")["moves"]] == ["h8"]


@pytest.mark.parametrize("game", list(all_games().values()), ids=lambda game: game.name)
def test_every_game_is_played_at_a_table_and_told_again(game):
    """Computers play over connections; the journal alone gives the same table again."""
    hall = Hall(hurry=1000)
    room, players = seated(
        hall, game=game.name, controls=[Untimed()] * game.seats(game.rules_type())[0]
    )
    dice, choose = Random(5), computer_of(game)
    for number in range(160):
        table = room.table
        acting = [seat for seat in game.acting(table.state) if seat != TABLE]
        hall.time.ms += 500
        hall.owner.tick()
        if room.table is not table or table.over:
            break
        acting = [seat for seat in game.acting(table.state) if seat != TABLE]
        if acting:
            seat = acting[number % len(acting)]
            text = game.write(table.state, seat, choose(table.state, seat, dice))
            told = players[seat].move(text, id=str(number))
            assert last(told, "move-played/1")["id"] == str(number)
        for player in players:
            player.read()
    assert len(room.table.moves) > 20
    again = fold_table("t1", list(hall.log.read(stream_of("t1"))))
    for viewer in (None, *range(room.table.seats)):
        assert game.view(again.state, viewer) == game.view(room.table.state, viewer)
    assert again.readings == room.table.readings
    assert again.moves == room.table.moves
    assert again.answered == room.table.answered


def test_hidden_cards_reach_only_their_owner():
    """Every byte sent is compared with what the same viewer sees when the others' cards differ."""
    hall = Hall(hurry=1000)
    room = hall.open(game="shengji", controls=[Untimed()] * 4)
    clients = [hall.sit(room), *(hall.sit(room, Seat(seat)) for seat in range(4))]
    game, dice = room.table.game, Random(2)
    choose = computer_of(game)
    cards = 0
    for _ in range(120):
        hall.time.ms += 10_000
        hall.owner.tick()
        table = room.table
        acting = [seat for seat in game.acting(table.state) if seat != TABLE]
        if acting:
            seat = dice.choice(acting)
            move = choose(table.state, seat, dice)
            clients[seat + 1].move(game.write(table.state, seat, move))
        for client in clients:
            viewer = client.viewer.seat
            for message in client.read():
                if message["type"] not in ("state", "event"):
                    continue
                deal = message["view"]["deal"]
                cards += bool(deal["hand"])
                assert viewer is not None or deal["hand"] is None
                text = str(message.get("text", ""))
                if text.startswith("pack"):
                    assert len(text.split()) == 2  # only its hash
                    assert message["noted"] == {"words": "{shengji.act.pack}"}
                if text.startswith(("bury", "declare")) and message.get("seat") != viewer:
                    assert set(text.split()[1:]) == {"?"}
                    assert set(message["noted"]["words"].split()[1:]) == {"?"}
                assert "setup" not in message
    assert cards
    for client in clients:
        told = last(client.send("since", seq=0), "state")
        for move in told["moves"]:
            if move["text"].startswith("bury") and move["seat"] != client.viewer.seat:
                assert set(move["text"].split()[1:]) == {"?"}
                assert set(move["noted"]["words"].split()[1:]) == {"?"}


def test_event_payloads_are_stable():
    hall = Hall()
    _, (a, _) = seated(hall)
    hall.time.ms += 20
    a.move("h8", id="m1")
    payload = msgspec.json.decode(hall.log.read(stream_of("t1"))[-1].payload)
    assert payload == {
        "event": "move-played/1",
        "fines": [],
        "id": "m1",
        "lag": 0,
        "seat": 0,
        "spent": [[0, 20]],
        "text": "h8",
    }
