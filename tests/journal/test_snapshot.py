"""Snapshots of tables: the same table as from the whole journal, or none at all."""

from random import Random

import msgspec
import pytest

from qipan.games import all_games
from qipan.journal.envelope import Batch, chain
from qipan.journal.event import fresh
from qipan.journal.live import events, snapshot
from qipan.journal.live.snapshot import Snapshot, fingerprint, restored, snapshot_of
from qipan.journal.live.table import apply, open_table, refold_table, stream_of
from qipan.kernel.clock import ByoYomi, Increment
from qipan.kernel.ids import TABLE

AT = "2026-01-01T00:00:00+00:00"
GAMES = sorted(name for name, game in all_games().items() if game.state_type is not None)


def random_journal(name, seed, longest=150):
    """Write a game of random moves down, with pauses, offers, fines and words in between."""
    game, dice = all_games()[name], Random(f"{name}/{seed}")
    rules = game.rules_type()
    seats = dice.choice(list(game.seats(rules)))
    control = dice.choice((Increment(3_600_000, 1_000), ByoYomi(600_000, 30_000, 3)))
    opened = events.TableOpened(
        game=name,
        engine=game.engine,
        controls=(control,) * seats,
        occupants=tuple(f"p{seat}" for seat in range(seats)),
        setup=game.deal(rules, seats, dice),
        chat=dice.random() < 0.5,
    )
    table, told = open_table("t1", opened), [opened]

    def tell(event):
        apply(table, event)
        told.append(event)

    tell(events.GameBegun(ends=dice.choice(("", AT))))
    while len(told) < longest and not table.over:
        spent = tuple((int(seat), dice.randrange(3_000)) for seat in table.running)
        kind = dice.random()
        if kind < 0.05:
            tell(events.PlaySuspended(why="arbiter", spent=spent, left=7))
            tell(events.PlayResumed(ends=AT))
        elif kind < 0.1 and "draw" not in table.offers:
            tell(events.OfferMade(seat=0, what="draw"))
            if dice.random() < 0.5:
                tell(events.OfferAnswered(seat=1, what="draw", accepted=False))
        elif kind < 0.13:
            tell(events.SeatFined(seat=0, rule="play.held", time=500, points=1, spent=spent))
        elif kind < 0.16:
            tell(events.ChatSwitched(muted=(1,), open=True))
        elif kind < 0.18:
            tell(events.SeatReissued(seat=1))
        else:
            seat = dice.choice(game.acting(table.state))
            move = game.sample(table.state, seat, dice)
            text, name_of_it = game.write(table.state, seat, move), f"{len(told):018x}"
            tell(events.MovePlayed(seat, text, "" if seat == TABLE else name_of_it, spent))
    return list(chain(0, "", Batch(stream_of("t1"), 0, "t", AT, tuple(map(fresh, told)))))


def taken_after(envelopes, version):
    """Take a snapshot after so many events; None if it cannot be."""
    content = snapshot_of(refold_table("t1", envelopes[:version]))
    if content is None:
        return None
    return Snapshot("t1", version, envelopes[version - 1].hash, fingerprint(), content)


def told_alike(one, other):
    """Say whether two tables are the same in everything that they hold."""
    seats = [None, *range(one.seats)]
    views = [[each.game.view(each.state, seat) for seat in seats] for each in (one, other)]
    kept = [each.game.keep_state(each.state) for each in (one, other)]
    rest = [{**vars(each), "state": None} for each in (one, other)]
    return views[0] == views[1] and kept[0] == kept[1] and rest[0] == rest[1]


def test_every_game_of_the_house_can_be_kept():
    assert {"xiangqi", "go", "gomoku", "shengji", "chinese-checkers"} <= set(GAMES)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", GAMES)
def test_a_table_from_a_snapshot_is_the_one_from_the_whole_journal(name, seed):
    envelopes = random_journal(name, seed)
    whole, count = refold_table("t1", envelopes), 0
    for version in range(2, len(envelopes) + 1, 7):
        taken = taken_after(envelopes, version)
        if taken is not None:
            count += 1
            found = restored(taken, envelopes[version - 1 :])
            assert found is not None
            assert told_alike(found, whole)
    assert count >= 1


@pytest.fixture(scope="module")
def journal():
    return random_journal("xiangqi", 1, 60)


@pytest.mark.parametrize(
    "wrong",
    [
        {"version": 39},
        {"version": 41},
        {"hash": "0" * 64},
        {"program": "another"},
        {"content": b""},
        {"content": b"{}"},
        {"content": b"\xff"},
    ],
    ids=str,
)
def test_what_does_not_fit_in_every_respect_is_thrown_away(journal, wrong):
    taken = taken_after(journal, 40)
    assert restored(taken, journal[39:]) is not None
    assert restored(msgspec.structs.replace(taken, **wrong), journal[39:]) is None
    assert restored(taken, []) is None
    assert restored(taken, journal[40:]) is None


def test_a_damaged_snapshot_is_thrown_away(journal):
    taken = taken_after(journal, 40)
    for game in ("no-such-game", "gomoku"):
        content = taken.content.replace(b'"game":"xiangqi"', f'"game":"{game}"'.encode())
        assert restored(msgspec.structs.replace(taken, content=content), journal[39:]) is None


def test_events_that_do_not_follow_leave_it_to_the_journal(journal):
    taken = taken_after(journal, 40)
    broken = [journal[39], msgspec.structs.replace(journal[40], payload="{")]
    assert restored(taken, broken) is None


def test_without_the_program_text_there_are_none(journal, monkeypatch):
    taken = taken_after(journal, 40)
    monkeypatch.setattr(snapshot, "fingerprint", lambda: "")
    assert restored(msgspec.structs.replace(taken, program=""), journal[39:]) is None


def test_neither_what_is_over_nor_what_is_not_begun_nor_what_is_delayed_is_kept(journal):
    assert snapshot_of(refold_table("t1", journal[:1])) is None
    over = refold_table("t1", journal[:40])
    apply(over, events.SeatResigned(seat=0))
    assert snapshot_of(over) is None
    late = refold_table("t1", journal[:40])
    late.opened = msgspec.structs.replace(late.opened, delay=60_000)
    assert snapshot_of(late) is None
