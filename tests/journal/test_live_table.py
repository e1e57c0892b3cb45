"""What the events of a live table add up to: positions, clocks, offers, rulings."""

from random import Random

import msgspec
import pytest

from play.plain_game import GAME, say, words_table
from qipan.games import game_named
from qipan.journal.envelope import Envelope
from qipan.journal.live import events
from qipan.journal.live.table import (
    Played,
    apply,
    convert_rules,
    first_of,
    fold_table,
    follow,
    hides,
    one_of,
    open_table,
    position_after,
    refold_table,
    stream_of,
    timed_seats,
)
from qipan.kernel.clock import ByoYomi, Increment, PerMove, Reading, Untimed
from qipan.kernel.errors import BadInput, Corrupt
from qipan.kernel.ids import TABLE

MAIN, BONUS = 60_000, 5_000


def left(table):
    """Give what each seat has left of its main time, and has used of its turn."""
    return [(each.main, each.turn) for each in table.readings]


# -- opening ---------------------------------------------------------------------------------


def opened(game="gomoku", seats=2, **more):
    found = game_named(game)
    more.setdefault("controls", (Increment(MAIN, BONUS),) * seats)
    return events.TableOpened(
        game=game,
        engine=found.engine,
        setup=found.deal(found.rules_type(), seats, Random(1)),
        occupants=tuple(f"p{seat}" for seat in range(seats)),
        **more,
    )


def test_a_table_begins_as_it_was_opened():
    controls = (Increment(MAIN), ByoYomi(1_000, 2_000, 3))
    table = open_table("t1", opened(controls=controls, chat=True))
    assert (table.id, table.version, table.seats, table.timed) == ("t1", 1, 2, (0,))
    assert (table.begun, table.going, table.running, table.over) == (False, False, (), False)
    assert table.readings == [Reading(MAIN), Reading(1_000, 3)]
    assert (table.controls, table.generations, table.chat) == (controls, [0, 0], True)
    assert table.newest == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 3},
        {"controls": (Increment(MAIN),)},
        {"controls": (Increment(MAIN),) * 3},
        {"rules": {"size": "round"}},
    ],
    ids=str,
)
def test_what_makes_no_sense_is_not_opened(wrong):
    with pytest.raises(BadInput):
        open_table("t1", opened(**wrong))


def test_rules_are_read_as_the_game_has_them():
    game = game_named("gomoku")
    assert convert_rules(game, {}) == game.rules_type()
    with pytest.raises(BadInput) as wrong:
        convert_rules(game, {"size": {}})
    assert wrong.value.where == "rules"


# -- whose clock runs ------------------------------------------------------------------------


def test_clocks_run_by_what_the_game_waits_for():
    table = words_table(3)
    assert table.timed == (0,)
    say(table, 0, "all")
    assert table.timed == (0, 1, 2)
    say(table, 1, "play")
    assert table.timed == (0,)  # everybody may act, the first is waited for
    say(table, 2, "deal")
    assert table.timed == ()
    say(table, TABLE, "turns")
    assert table.timed == (1,)
    say(table, 1, "win")
    assert (table.timed, table.running) == ((), ())


def test_nobody_is_timed_while_the_table_is_among_those_who_act():
    class Both(type(GAME)):
        def acting(self, state):
            return (TABLE, 0)

    assert timed_seats(Both(), GAME.start(None, 2, {})) == ()


def test_a_clock_runs_only_while_the_game_is_on():
    table = words_table(begun=False)
    assert table.running == ()
    apply(table, events.GameBegun())
    assert (table.going, table.running) == (True, (0,))
    apply(table, events.PlaySuspended(why="stop", spent=((0, 400),)))
    assert (table.suspended, table.going, table.running) == ("stop", False, ())
    assert left(table) == [(MAIN, 400), (MAIN, 0)]
    apply(table, events.PlayResumed(why="back"))
    assert (table.suspended, table.running, table.readings[0].turn) == ("", (0,), 400)
    apply(table, events.PlaySuspended(why="arbiter"))
    apply(table, events.PlayResumed(why="arbiter", readings=(Reading(7), Reading(8))))
    assert table.readings == [Reading(7), Reading(8)]
    apply(table, events.GameAnnulled(rule="play.annulled"))
    assert (table.over, table.going, table.running) == (True, False, ())


# -- moves -----------------------------------------------------------------------------------


def test_a_move_ends_a_turn_and_is_remembered():
    table = words_table()
    say(table, 0, "Hello", 3_000, id="m1")
    assert table.moves == [Played(3, 0, "Hello", b"{}")]
    assert (len(table.answered), table.answered.number_of(0, "m1")) == (1, 3)
    assert (table.newest, table.version, table.timed) == (3, 3, (1,))
    assert left(table) == [(MAIN - 3_000 + BONUS, 0), (MAIN, 0)]
    assert table.readings[0].used == 3_000
    say(table, 1, "hi")
    assert len(table.answered) == 1  # a move without a name is not kept by one
    assert table.newest == 4


def test_the_state_is_played_where_it_is_not_given():
    table = words_table()
    apply(table, events.MovePlayed(seat=0, text="hello", spent=()))
    assert table.state.said == ("hello",)


def test_who_moves_again_has_completed_a_turn():
    table = words_table()
    say(table, 0, "again", 1_000)
    assert (table.timed, left(table)[0]) == ((0,), (MAIN - 1_000 + BONUS, 0))


def test_a_claim_ends_no_turn():
    table = words_table()
    say(table, 0, "claim:limit", 1_000)
    assert (table.timed, left(table)[0]) == ((0,), (MAIN, 1_000))


def test_where_all_act_a_move_ends_no_turn():
    table = words_table(3)
    say(table, 0, "all")
    say(table, 1, "me", 2_000)
    assert left(table)[1:] == [(MAIN, 2_000), (MAIN, 2_000)]
    both = words_table(2)
    say(both, 0, "all")
    say(both, 1, "me", 2_000)
    assert left(both)[1] == (MAIN, 2_000)
    say(table, 1, "turns", 1_000)  # seat 2 goes on; the others' turns end without a bonus
    assert table.timed == (2,)
    assert left(table) == [(MAIN - 3_000, 0), (MAIN - 3_000, 0), (MAIN, 3_000)]


def test_the_end_of_a_game_ends_the_turn():
    table = words_table()
    say(table, 0, "win", 2_000)
    assert (table.outcome.places, table.over, table.readings[0].used) == ((1, 2), True, 2_000)
    assert not table.going
    assert left(table)[0] == (MAIN - 2_000 + BONUS, 0)


def test_a_fine_of_the_rules_comes_off_the_clock():
    table = words_table()
    say(table, 0, "fine", 500)
    assert left(table) == [(MAIN - 500 + BONUS, 0), (MAIN - 1_000, 0)]


def test_moves_close_what_was_offered_and_declined():
    table = words_table()
    apply(table, events.OfferMade(seat=0, what="draw"))
    apply(table, events.OfferAnswered(seat=1, what="draw", accepted=False))
    apply(table, events.OfferMade(seat=1, what="draw"))
    assert (table.offers, table.declined) == ({"draw": {1}}, {("draw", 0)})
    say(table, 0, "on")
    assert (table.offers, table.declined) == ({}, set())


def noted(move, seat):
    return msgspec.json.decode(move.noted_for(seat))


def test_hidden_moves_are_shown_to_each_as_they_may_see_them():
    assert [hides(game_named(name)) for name in ("gomoku", "shengji")] == [False, True]
    texts = ("spectator", "seat 0", "seat 1")
    seen = Played(3, 1, texts, tuple(b'{"words":"%s"}' % text.encode() for text in texts))
    assert [seen.for_viewer(who) for who in (None, 0, 1)] == list(texts)
    assert [noted(seen, who)["words"] for who in (None, 0, 1)] == list(texts)
    plain = Played(3, 1, "all", b'{"words":"all"}')
    assert [plain.for_viewer(who) for who in (None, 0, 1)] == ["all"] * 3
    assert [noted(plain, who) for who in (None, 0, 1)] == [{"words": "all"}] * 3


def test_a_pack_is_dealt_face_down_to_everybody():
    table = open_table("t1", opened("shengji", 4))
    apply(table, events.GameBegun())
    while not (found := [each for each in table.moves if len(set(each.texts)) > 1]):
        seat = table.game.acting(table.state)[0]
        move = table.game.sample(table.state, seat, Random(1))
        text = table.game.write(table.state, seat, move)
        apply(table, events.MovePlayed(seat=seat, text=text, spent=()))
    assert len(found[0].texts) == len(found[0].noted) == 5  # a spectator's, and each seat's


def test_what_all_are_told_alike_is_held_once():
    """Where a game hides something, most moves still are the same for all."""
    table = open_table("t1", opened("shengji", 4))
    apply(table, events.GameBegun())
    dice = Random(1)
    while table.game.phase(table.state) != "play" or len(table.moves) < 60:
        seat = table.game.acting(table.state)[0]
        text = table.game.write(table.state, seat, table.game.sample(table.state, seat, dice))
        apply(table, events.MovePlayed(seat=seat, text=text, spent=()))
    seat = table.game.acting(table.state)[0]
    text = table.game.write(table.state, seat, table.game.sample(table.state, seat, dice))
    apply(table, events.MovePlayed(seat=seat, text=text, spent=()))
    played = table.moves[-1]
    assert played.shown == text
    assert isinstance(played.noted, bytes)
    for each in table.moves:
        assert len(each.texts) == 1 or len(set(each.texts)) > 1


def test_moves_are_noted_as_people_write_them_where_nothing_is_hidden():
    table = open_table("t1", opened("xiangqi"))
    apply(table, events.GameBegun())
    apply(table, events.MovePlayed(seat=0, text="h2e2", spent=()))
    assert "炮二平五" in noted(table.moves[0], None).values()


# -- taking back -----------------------------------------------------------------------------


def test_tables_at_which_the_same_was_played_hold_it_once():
    """Thousands of tables are open: what they say alike is not kept by each of them."""
    tables = []
    for _ in range(2):
        told = [opened("xiangqi"), events.GameBegun(), *moves_of("h2e2 h9g7")]
        tables.append(fold_table("t1", [envelope(each, at) for at, each in enumerate(told, 1)]))
    one, other = (table.moves for table in tables)
    assert one == other
    assert all(first.shown is second.shown for first, second in zip(one, other, strict=True))
    assert all(first.noted is second.noted for first, second in zip(one, other, strict=True))


def test_what_is_held_once_for_all_tables_is_bounded():
    """However many games a server has seen: each of these is a few megabytes at most."""
    from qipan.games.go.position import stone_ply
    from qipan.games.xiangqi import fen, squares
    from qipan.games.xiangqi.notation import writing

    for number in range(5000):
        one_of(f"told {number}")
        stone_ply(0, f"text {number}", 0)
        fen._write_rank(bytes(number >> 4 * place & 1 for place in range(9)))
        squares.write_move(squares.move_of(number % 90, number % 89))
    kept = (one_of, stone_ply, fen._write_rank, writing._both, squares.write_move)
    assert all(each.cache_info().maxsize <= 4096 for each in (*kept, squares._read_four))
    assert all(each.cache_info().currsize <= each.cache_info().maxsize for each in kept)


def test_moves_are_taken_back_to_the_position_before_them():
    table = words_table()
    for number, word in enumerate(("a", "b", "c")):
        say(table, number % 2, word)
    apply(table, events.OfferMade(seat=0, what="draw"))
    table.declined.add(("draw", 1))
    apply(table, events.MovesTakenBack(plies=2, rule="play.taken-back", spent=((1, 800),)))
    assert [move.texts[0] for move in table.moves] == ["a"]
    assert (table.state.said, table.timed) == (("a",), (1,))
    assert (table.offers, table.declined) == ({}, set())
    assert (table.taken_back, table.newest) == (table.version, table.version)
    assert table.readings[1].turn == 800  # it is still the same seat's turn
    apply(table, events.MovesTakenBack(plies=1, rule="play.taken-back"))
    assert (table.moves, table.state.said, table.timed) == ([], (), (0,))
    assert (table.readings[1].turn, table.readings[1].used) == (0, 800)  # settled, without bonus
    assert table.readings[1].main == MAIN + BONUS - 800


def test_a_position_of_before_is_played_again():
    table = open_table("t1", opened())
    apply(table, events.GameBegun())
    for seat, text in enumerate(("h8", "a1")):
        apply(table, events.MovePlayed(seat=seat, text=text, spent=()))
    assert position_after(table, 2) == table.state
    assert position_after(table, 0) == open_table("t1", opened()).state
    for moves in (-1, 3):
        with pytest.raises(BadInput) as refused:
            position_after(table, moves)
        assert refused.value.where == "plies"
    with pytest.raises(BadInput):
        position_after(open_table("t2", opened("shengji", 4)), 0)


# -- who gives up, and whose flag falls --------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "rule"),
    [(events.SeatResigned, "game.resigned"), (events.FlagFell, "play.time")],
)
def test_of_two_the_other_wins_and_the_turn_ends(event, rule):
    table = words_table()
    apply(table, events.OfferMade(seat=0, what="draw"))
    apply(table, event(seat=1, spent=((0, 900),)))
    assert (table.outcome.places, table.outcome.rule) == ((1, 2), rule)
    assert table.offers == {}
    assert left(table)[0] == (MAIN - 900, 0)  # no bonus: nobody moved
    assert table.readings[0].used == 900


def test_of_three_the_others_go_on():
    table = words_table(3)
    apply(table, events.SeatResigned(seat=0, spent=((0, 900),)))
    assert (table.outcome, table.timed) == (None, (1,))
    assert (table.readings[0].used, left(table)[0]) == (900, (MAIN - 900, 0))
    apply(table, events.SeatResigned(seat=2, spent=((1, 300),)))
    assert table.outcome.places == (2, 1, 2)
    assert table.readings[1].used == 300


def test_who_waits_may_go_without_ending_a_turn():
    table = words_table(3)
    apply(table, events.SeatResigned(seat=2, spent=((0, 900),)))
    assert (table.timed, left(table)[0]) == ((0,), (MAIN, 900))


# -- offers ----------------------------------------------------------------------------------


def test_all_agree_on_a_draw_or_it_is_none():
    table = words_table(3)
    apply(table, events.OfferMade(seat=0, what="draw"))
    apply(table, events.OfferAnswered(seat=1, what="draw", accepted=True))
    assert (table.offers, table.outcome) == ({"draw": {0, 1}}, None)
    apply(table, events.OfferAnswered(seat=2, what="draw", accepted=True, spent=((0, 700),)))
    assert (table.offers, table.outcome.places) == ({}, (1, 1, 1))
    assert table.outcome.rule == "game.draw-agreed"
    assert (table.readings[0].used, table.readings[0].main) == (700, MAIN - 700)


def test_a_declined_offer_is_remembered_for_all_who_made_it():
    table = words_table(3)
    apply(table, events.OfferMade(seat=0, what="draw"))
    apply(table, events.OfferAnswered(seat=1, what="draw", accepted=True))
    apply(table, events.OfferAnswered(seat=2, what="draw", accepted=False))
    assert (table.offers, table.declined) == ({}, {("draw", 0), ("draw", 1)})


def test_an_agreement_on_something_else_ends_no_game():
    table = words_table()
    apply(table, events.OfferMade(seat=0, what="tea"))
    apply(table, events.OfferAnswered(seat=1, what="tea", accepted=True))
    assert (table.offers, table.over) == ({}, False)


# -- rulings ---------------------------------------------------------------------------------


def test_warnings_and_fines_are_marked():
    table = words_table()
    apply(table, events.SeatWarned(seat=1, rule="play.arbiter"))
    apply(table, events.SeatFined(seat=0, rule="play.arbiter", time=2_000, points=3))
    assert table.marks == [(1, "play.arbiter", 0), (0, "play.arbiter", 3)]
    assert left(table) == [(MAIN - 2_000, 0), (MAIN, 0)]


def test_an_award_decides_and_an_annulment_undoes():
    table = words_table()
    apply(table, events.GameAnnulled(rule="play.annulled", spent=((0, 300),)))
    assert (table.annulled, table.over, table.outcome) == ("play.annulled", True, None)
    assert (table.readings[0].used, left(table)[0]) == (300, (MAIN - 300, 0))
    apply(table, events.GameAwarded(places=(2, 1), rule="play.awarded"))
    assert (table.annulled, table.outcome.places, table.over) == (None, (2, 1), True)
    assert table.outcome.rule == "play.awarded"


def test_an_award_ends_the_turn():
    table = words_table()
    apply(table, events.GameAwarded(places=(1, 2), rule="play.awarded", spent=((0, 400),)))
    assert (table.readings[0].used, table.readings[0].turn) == (400, 0)


def test_clocks_seats_and_talk_are_changed_by_the_arbiter():
    table = words_table()
    controls = (PerMove(9_000, 3_000), Untimed())
    readings = (Reading(8_000, used=1), Reading(0))
    apply(table, events.ClockReplaced(controls=controls, readings=readings))
    assert (table.controls, table.readings) == (controls, list(readings))
    apply(table, events.SeatReissued(seat=1))
    apply(table, events.SeatReissued(seat=1))
    assert table.generations == [0, 2]
    apply(table, events.ChatSwitched(open=True, muted=(1,)))
    assert (table.chat, table.muted) == (True, frozenset({1}))
    apply(table, events.ChatSwitched(open=None, muted=None))
    assert (table.chat, table.muted) == (True, frozenset({1}))
    apply(table, events.ChatSwitched(open=False, muted=()))
    assert (table.chat, table.muted) == (False, frozenset())
    before = table.version
    apply(table, events.NoticeSent(text="Ten minutes."))
    assert table.version == before + 1


# -- from the journal --------------------------------------------------------------------------


def envelope(event, version=1, payload=None):
    name = getattr(event, "__struct_config__", None)
    text = msgspec.json.encode(event) if payload is None else payload
    return Envelope(
        stream=stream_of("t1"),
        version=version,
        name=name.tag if name else "none",
        payload=text,
        at="2026-01-01T00:00:00+00:00",
        actor="owner",
        hash="",
        previous="",
    )


def test_a_table_is_told_again_from_its_events():
    moves = [
        events.MovePlayed(seat=number % 2, text=text, spent=((number % 2, 100),))
        for number, text in enumerate(("h8", "a1"))
    ]
    stored = [opened(), events.GameBegun(), *moves]
    envelopes = [envelope(event, version) for version, event in enumerate(stored, 1)]
    table = fold_table("t1", envelopes)
    assert [move.texts[0] for move in table.moves] == ["h8", "a1"]
    assert (table.version, table.begun) == (4, True)


def told_alike(one, other):
    """Say whether two tables are the same in everything that they hold."""
    seats = [None, *range(one.seats)]
    views = [[each.game.view(each.state, seat) for seat in seats] for each in (one, other)]
    rest = [{**vars(each), "state": None} for each in (one, other)]
    return views[0] == views[1] and rest[0] == rest[1]


def moves_of(texts, first=0):
    return [
        events.MovePlayed(seat=number % 2, text=text, id=f"m{number}", spent=((number % 2, 100),))
        for number, text in enumerate(texts.split(), first)
    ]


@pytest.mark.parametrize(
    "stored",
    [
        (),
        moves_of("h2e2 h9g7 h0g2"),
        [*moves_of("h2e2 h9g7"), events.PlaySuspended(why="arbiter"), events.PlayResumed()],
        [*moves_of("h2e2"), events.OfferMade(seat=0, what="draw"), *moves_of("h9g7", 1)],
        [
            *moves_of("h2e2 h9g7 h0g2"),
            events.MovesTakenBack(plies=2, rule="play.held"),
            *moves_of("b9c7 b0c2", 1),
        ],
        [*moves_of("h2e2 h9g7"), events.SeatResigned(seat=0)],
    ],
    ids=["unplayed", "moves", "paused", "offer", "taken-back", "resigned"],
)
def test_what_an_owner_decided_is_told_again_without_being_judged_again(stored):
    told = [opened("xiangqi"), events.GameBegun(), *stored]
    envelopes = [envelope(event, version) for version, event in enumerate(told, 1)]
    assert told_alike(refold_table("t1", envelopes), fold_table("t1", envelopes))


def test_a_mate_that_an_arbiter_took_back_is_a_mate_until_then():
    """The event behind it is no move: nobody may believe that the game went on by itself."""
    fen = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1"
    start = msgspec.structs.replace(opened("xiangqi"), setup={"fen": fen})
    back = events.MovesTakenBack(plies=1, rule="play.held")
    told = [start, events.GameBegun(), events.MovePlayed(seat=0, text="b0b9"), back]
    told += [events.MovePlayed(seat=0, text="b0b1")]
    for length in range(2, len(told) + 1):
        some = [envelope(event, version) for version, event in enumerate(told[:length], 1)]
        assert told_alike(refold_table("t1", some), fold_table("t1", some))
        assert refold_table("t1", some).over == (length == 3)


@pytest.mark.parametrize(
    ("first", "words"),
    [
        (envelope(events.GameBegun()), "begins by being opened"),
        (envelope(None, payload=b"{"), "unreadable"),
        (envelope(None, payload=b'{"event":"no-such-thing/1"}'), "unreadable"),
        (envelope(opened(rules={"size": "round"})), "size"),
    ],
)
def test_what_no_table_begins_with_is_corrupt(first, words):
    with pytest.raises(Corrupt, match=words) as corrupt:
        first_of("t1", first)
    assert (corrupt.value.stream, corrupt.value.version) == ("table/t1", 1)


@pytest.mark.parametrize(
    "event",
    [
        opened(),
        events.MovePlayed(seat=1, text="h8", spent=()),
        events.MovePlayed(seat=0, text="z99", spent=()),
        events.SeatReissued(seat=7),
        events.MovesTakenBack(plies=1, rule="play.taken-back"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_does_not_follow_is_corrupt(event):
    table = open_table("t1", opened())
    apply(table, events.GameBegun())
    with pytest.raises(Corrupt, match="does not follow") as corrupt:
        follow(table, envelope(event, 3))
    assert corrupt.value.version == 3
