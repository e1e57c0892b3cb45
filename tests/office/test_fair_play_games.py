"""What fair play reads of live tables: moves, times, hidden pages, and lines that tell nothing."""

import msgspec

from contest.period import Period
from qipan.games import game_named
from qipan.kernel.ids import Seat
from qipan.office.judged.fair_play import judged_here, played_games
from qipan.play.conduct_log import SeatSeenFrom, stream_of_notes
from qipan.play.evidence import evidence
from qipan.play.reception import note_origin
from qipan.views.fair_play.contest_figures import contest_figures
from qipan.views.fair_play.move_facts import asked_here, move_facts

KEY = b"k" * 32
ADDRESS = "203.0.113.7"


def test_a_contest_is_read_and_examined_from_what_is_stored():
    period = Period().opened(2).planned()
    period.at("2026-03-07T14:00")
    wanted = next(iter(period.scheduler.tables.values()))
    players = period.sit(wanted)
    room = period.hall.owner.room(wanted.table)
    first, second = (players[who] for who in wanted.seats)
    for client in (first, second, first, second):
        note_origin(period.hall.owner, KEY, client.viewer, ADDRESS, str(client.viewer.seat))
    first.send("tab", hidden=True)
    period.play(wanted, wanted.seats[0], think=2000)
    period.settle()

    games = played_games(period.log, period.state, period.section)
    game = next(each for each in games if each.table == wanted.table)
    assert game.players == wanted.seats
    assert game.places == (1, 2)
    assert game.spent[1] == 2000
    assert game.hidden == {0}
    notes = period.log.read(stream_of_notes(wanted.table))
    seen = [each for each in notes if each.name == "seat-seen-from/1"]
    assert len(seen) == 2  # once for each, however often one comes back
    assert ADDRESS not in "".join(each.payload for each in notes)
    assert len({line for _, line, _ in game.seen}) == 1
    assert len({device for _, _, device in game.seen}) == 2
    told = msgspec.json.encode(evidence(period.hall.owner, wanted.table)).decode()
    assert game.seen[0][1] not in told  # for the chief arbiter alone

    assert judged_here(period.state, period.section)
    rules = game_named("gomoku")
    judged = {each.key: tuple(move_facts(rules, each.moves, asked_here(rules))) for each in games}
    figures = contest_figures(games, judged)
    assert figures.judged == len(games)
    assert [each.met for each in figures.shared if each.line] == [1]
    assert room.table.over


def test_nothing_is_noted_of_spectators_and_of_practice():
    period = Period()
    room = period.hall.open()
    player, watcher = period.hall.sit(room, Seat(0)), period.hall.sit(room)
    for client in (player, watcher):
        note_origin(period.hall.owner, KEY, client.viewer, ADDRESS, "device")
    assert not [e for e in period.log.read(stream_of_notes("t1")) if e.name == "seat-seen-from/1"]


def test_the_same_line_is_another_word_in_another_contest():
    words = set()
    for section in ("one", "two"):
        period = Period()
        origin = {"competition": "c", "section": section}
        player = period.hall.sit(period.hall.open(origin=origin), Seat(0))
        note_origin(period.hall.owner, KEY, player.viewer, ADDRESS, "")
        stored = period.log.read(stream_of_notes("t1"))
        notes = [
            msgspec.json.decode(each.payload, type=SeatSeenFrom)
            for each in stored
            if each.name == "seat-seen-from/1"
        ]
        words |= {each.line for each in notes}
        assert notes[0].device == ""
    assert len(words) == 2
