"""From the first passes to the confirmed count, with players and referee."""

from decimal import Decimal

import pytest

from goboards import play, position
from qipan.games.go import GAME, Counting, Resume
from qipan.games.go.count import Fine
from qipan.kernel.errors import IllegalMove
from qipan.kernel.ids import TABLE, Seat

BOARD = """
.X.O.
.X.O.
.X.O.
OX.OX
.X.O.
"""
OPEN = """
.X.O.
.X.O.
.....
.X.O.
.X.O.
"""


def status(**options):
    return play(position(BOARD, turn=0, komi=Decimal("0.5"), **options), "pass pass")


def refused(state, words):
    with pytest.raises(IllegalMove) as caught:
        play(state, words)
    return caught.value.code


def test_the_whole_way_to_the_end():
    state = status()
    assert (GAME.phase(state), GAME.acting(state)) == ("status", (Seat(0), Seat(1)))
    state = play(state, "b:dead A2,w:dead E2,b:agree,w:agree")
    assert (GAME.phase(state), state.turn) == ("second-passes", 0)
    state = play(state, "pass pass")
    assert (GAME.phase(state), str(state.counted)) == ("confirm", "W+0.5")
    state = play(state, "w:confirm")
    assert GAME.acting(state) == (Seat(0),)
    state = play(state, "b:confirm")
    outcome = GAME.outcome(state)
    assert (outcome.winner, outcome.rule) == (1, "go.more-points")
    assert outcome.facts == {"result": "W+0.5", "halves": [12, 13]}


def test_a_changed_mark_ends_the_agreement():
    state = play(status(), "b:agree,w:dead A2")
    assert state.agreed == (False, False)
    assert GAME.acting(state) == (Seat(0), Seat(1))


def test_marks_can_be_taken_back():
    state = play(status(), "b:dead A2,w:alive A2,b:neutral A1,w:neutral A1")
    assert (state.marks.dead, state.marks.neutral) == (frozenset(), frozenset())


@pytest.mark.parametrize("asker", ["b", "w"])
def test_resuming_gives_the_move_to_the_first_passer(asker):
    assert play(status(), f"{asker}:resume").turn == 0
    other = play(play(position(BOARD, turn=1), "pass pass"), f"{asker}:resume")
    assert other.turn == 1


@pytest.mark.parametrize(("asker", "turn"), [("b", 1), ("w", 0)])
def test_resuming_can_give_the_move_to_the_opponent_of_the_asker(asker, turn):
    assert play(status(resume=Resume.OPPONENT), f"{asker}:resume").turn == turn


def test_a_stone_instead_of_the_second_pass_goes_on_with_the_game():
    state = play(status(), "b:dead A2,w:agree,b:agree")
    state = play(state, "C1")
    assert (GAME.phase(state), state.turn, state.marks.dead) == ("play", 1, frozenset())


def test_books_without_second_passes_count_at_once():
    state = play(status(second_passes=False), "b:dead A2,w:dead E2,b:agree,w:agree")
    assert GAME.phase(state) == "confirm"


def test_only_the_referee_counts_and_only_with_a_photograph():
    state = play(status(referee_counts=True), "b:dead A2,b:dead E2,b:agree,w:agree")
    state = play(state, "pass pass")
    assert (GAME.phase(state), GAME.acting(state)) == ("count", (TABLE,))
    assert refused(state, "t:count") == "go.no-photograph"
    state = play(state, "t:count 9f86d081884c7d65")
    assert (GAME.phase(state), state.photo) == ("confirm", "9f86d081884c7d65")
    assert GAME.phase(play(state, "b:recount")) == "count"


def test_a_recount_of_players_goes_back_to_the_marks():
    state = play(status(second_passes=False), "b:dead A2,b:dead E2,b:agree,w:agree")
    assert GAME.phase(play(state, "w:recount")) == "status"


def test_a_forgotten_dead_stone_shows_as_a_gap_and_can_still_be_marked():
    state = play(status(second_passes=False), "b:agree,w:agree")
    assert GAME.view(state, None).gaps == [["A3"], ["E3"]]
    state = play(state, "w:recount,b:dead A2,b:dead E2,b:agree,w:agree")
    assert GAME.phase(state) == "confirm"


def test_a_lost_turn_is_no_pass():
    state = play(position(BOARD, turn=0), "pass,t:lost,pass")
    assert (GAME.phase(state), state.passes) == ("status", 0)
    state = play(position(BOARD, turn=0), "t:lost,t:lost")
    assert (GAME.phase(state), state.passes, state.turn) == ("play", 0, 0)


def test_the_referee_closes_a_boundary_and_the_count_goes_on():
    state = play(position(OPEN, turn=0, second_passes=False), "pass,pass,b:agree,w:agree")
    assert (GAME.phase(state), state.gaps != ()) == ("count", True)
    state = play(state, "t:close B3=b D3=w")
    assert (GAME.phase(state), state.gaps) == ("confirm", ())


def test_closing_takes_an_empty_point_and_a_stone():
    state = play(position(OPEN, turn=0), "pass pass")
    assert refused(state, "t:close B5=b") == "go.not-a-closing-stone"
    assert refused(state, "t:close B3=.") == "go.not-a-closing-stone"
    assert refused(position(OPEN, turn=0), "t:close B3=b") == "go.wrong-phase"


def test_the_referee_sets_dead_stones_and_the_count_is_made_again():
    state = play(status(second_passes=False), "b:dead A2,b:dead E2,b:agree,w:agree")
    before = state.counted.margin
    state = play(state, "t:neutral A1")
    assert (GAME.phase(state), state.counted.margin - before) == ("confirm", -2)
    state = play(state, "t:alive A2")
    assert (GAME.phase(state), state.counted) == ("count", None)


def test_a_fine_after_the_count_changes_it_and_asks_for_confirmation_again():
    state = play(status(second_passes=False), "b:dead A2,b:dead E2,b:agree,w:agree,b:confirm")
    after = play(state, "t:fine b 2 go.wrong-hand")
    assert state.counted.margin - after.counted.margin == 4
    assert after.confirmed == (False, False)
    assert GAME.view(after, None).fines == (Fine(0, 2, "go.wrong-hand"),)


def test_stones_are_put_back_without_a_turn_being_used():
    state = play(position(BOARD, turn=0), "t:set A1=w A2=. C3=b")
    view = GAME.view(state, None)
    assert (view.board[4][0], view.board[3][0], view.board[2][2]) == ("O", ".", "X")
    assert state.turn == 0


@pytest.mark.parametrize("counting", list(Counting))
def test_pass_stones_make_area_and_territory_agree(counting):
    # Both sides do three things each, so what one counts in stones the other counts in prisoners.
    options = {"pass_stones": True, "second_passes": False, "counting": counting}
    state = position(BOARD, turn=1, komi=Decimal("0.5"), **options)
    state = play(state, "C1,C2,C3,C4,pass,pass,b:dead A2,w:dead E2,b:agree,w:agree")
    assert (state.prisoners, str(state.counted)) == ((1, 1), "W+0.5")


def test_stones_set_without_liberty_are_refused():
    assert refused(position(BOARD, turn=0), "t:set A1=w A3=b A5=w A4=b") == "go.no-liberty"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("b:agree", "go.wrong-phase"),
        ("b:dead B1", "go.wrong-phase"),
        ("b:confirm", "go.wrong-phase"),
        ("b:lost", "go.wrong-phase"),
        ("b:set B1=w", "go.wrong-phase"),
        ("b:fine w 2 go.wrong-hand", "go.wrong-phase"),
        ("b:draw", "go.no-repetition"),
        ("t:mutual", "go.no-repetition"),
        ("t:count", "go.wrong-phase"),
        ("t:resume", "go.wrong-phase"),
        ("t:agree", "go.wrong-phase"),
        ("w:C1", "game.not-your-turn"),
    ],
)
def test_things_are_done_in_their_phase_and_by_their_seat(words, code):
    assert refused(position(BOARD, turn=0), words) == code


def test_in_the_status_phase_no_stone_is_put_and_no_empty_point_is_dead():
    assert refused(status(), "b:C1") == "go.wrong-phase"
    assert refused(status(), "b:dead A1") == "go.no-stone"
    assert refused(status(), "b:neutral A2") == "go.not-empty"


@pytest.mark.parametrize(
    ("word", "rule", "facts"),
    [
        ("no-result", "go.no-result", {"replay": True}),
        ("both-lose", "go.both-lose", {"both_lose": True}),
    ],
)
def test_a_referee_ends_a_game_without_winner(word, rule, facts):
    outcome = GAME.outcome(play(status(), f"t:{word}"))
    assert (outcome.places, outcome.rule, outcome.facts) == ((1, 1), rule, facts)


TRIPLE_KO = "OOOOOOO OXO.O.O X.XOXOX XXXXXXX OOOOOOO ....... ......."


def test_a_repetition_is_presented_and_drawn_by_both():
    state = play(position(TRIPLE_KO, turn=0), "D6 B5 F6 D5 B6 F5")
    assert GAME.acting(state) == (Seat(0), Seat(1))
    assert GAME.view(state, None).repetition.captures == (3, 3)
    state = play(state, "w:draw")
    assert GAME.acting(state) == (Seat(0),)
    outcome = GAME.outcome(play(state, "b:draw"))
    assert (outcome.places, outcome.rule) == ((1, 1), "go.repetition")


def test_a_mutual_repetition_is_drawn_by_the_referee():
    state = play(position(TRIPLE_KO, turn=0), "D6 B5 F6 D5 B6 F5")
    assert GAME.outcome(play(state, "t:mutual")).rule == "go.repetition"


def test_who_plays_on_after_a_repetition_has_it_cleared():
    state = play(position(TRIPLE_KO, turn=0), "D6 B5 F6 D5 B6 F5 A1")
    assert state.cycle is None


def test_an_event_can_present_the_third_occurrence():
    state = position(TRIPLE_KO, turn=0, occurrences=3)
    state = play(state, "D6 B5 F6 D5 B6 F5")
    assert state.cycle is None
    assert play(state, "D6 B5 F6 D5 B6 F5").cycle.occurrences == 3


def test_passing_and_marking_are_no_occurrences_of_a_position():
    state = position(TRIPLE_KO, turn=0)
    state = play(state, "pass,pass,b:dead A7,w:alive A7,w:resume")
    state = play(state, "D6 B5 F6 D5 B6 F5")
    assert state.cycle.occurrences == 2


def test_nothing_is_done_after_the_end():
    over = play(status(), "t:both-lose")
    assert GAME.acting(over) == ()
    for words in ("b:agree", "t:set A1=b", "t:fine b 2 go.x"):
        assert refused(over, words) == "game.over"
