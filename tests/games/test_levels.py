"""Computer players by level: legal, the same by seed and nodes, none absurd from level 3 on."""

from random import Random

import pytest

from games.test_computer_players import beginning
from qipan.games import all_games, game_named
from qipan.games.computer_players import LEVELS, computer_of, computer_of_level
from qipan.games.gomoku.board import bits, read_point, whole_board
from qipan.games.gomoku.computer import think as gomoku_think
from qipan.games.gomoku.rules import GomokuRules, Win
from qipan.games.gomoku.threats import Threats
from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.computer import think as xiangqi_think
from qipan.games.xiangqi.fen import read_fen
from qipan.games.xiangqi.look_ahead import MATE, LookAhead
from qipan.games.xiangqi.movegen import legal_moves
from qipan.games.xiangqi.short_mates import invites_mate
from qipan.games.xiangqi.squares import write_move
from qipan.games.xiangqi.worth import hash_of, score_of
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.levels import HIGHEST, Level
from qipan.kernel.thinking import Limits, ThoughtEnded, Watch, as_good
from qipan.play.thinking.process import ThinkingFailed, ThinkingProcess, Thought

GAMES = list(all_games().values())
XIANGQI, GOMOKU = game_named("xiangqi"), game_named("gomoku")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("level", [1, 3, 4])
def test_every_level_plays_legal_moves_and_the_same_by_its_seed(game, level):
    state, dice = beginning(game, level)
    choose = computer_of_level(game, level)
    for number in range(4):
        acting = game.acting(state)
        if not acting:
            break
        seat = acting[0]
        if seat == TABLE:
            state = game.play(state, seat, game.sample(state, seat, dice))
            continue
        move = choose(state, seat, Random(number))
        assert game.write(state, seat, choose(state, seat, Random(number))) == game.write(
            state, seat, move
        )
        state = game.play(state, seat, move)


def test_zero_is_the_strongest_level():
    state, _ = beginning(GOMOKU, 1)
    for text in ("h8", "a1", "h9", "a2", "h10", "b1"):
        state = GOMOKU.play(state, state.turn, GOMOKU.read(state, state.turn, text))
    assert HIGHEST == LEVELS[-1] == 8
    strongest = computer_of_level(GOMOKU, 0)(state, state.turn, Random(1))
    assert GOMOKU.write(state, state.turn, strongest) in ("h7", "h11")  # a straight four


# -- xiangqi ---------------------------------------------------------------------------------------


def xiangqi_at(fen):
    return XIANGQI.start(XIANGQI.rules_type(), 2, {"fen": fen})


MATES = [
    # id                      position                                   mates
    ("two rooks on the edge", "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1", {"b1b9"}),
    ("king in the middle", "4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1", {"b1b9"}),
]


@pytest.mark.parametrize(("fen", "mates"), [row[1:] for row in MATES], ids=[r[0] for r in MATES])
def test_a_mate_in_one_is_found_by_the_better_levels(fen, mates):
    state = xiangqi_at(fen)
    winning = {
        XIANGQI.write(state, Seat(0), move)
        for move in XIANGQI.moves(state, Seat(0))
        if XIANGQI.play(state, Seat(0), move).ended
    }
    if not winning:
        pytest.fail(f"no mate in {fen}")
    for level in range(5, 9):
        move = computer_of_level(XIANGQI, level)(state, Seat(0), Random(1))
        assert XIANGQI.write(state, Seat(0), move) in winning
    assert mates & winning


def mates_at_once(state):
    """List the moves that end the game, by the game itself."""
    seat = XIANGQI.acting(state)[0]
    return [m for m in XIANGQI.moves(state, seat) if XIANGQI.play(state, seat, m).ended]


def test_no_mate_in_one_is_walked_into_that_can_be_avoided():
    """Positions of random games, looked at through the rules alone."""
    dice, seen = Random(7), 0
    for _ in range(14):
        state, _ = beginning(XIANGQI, dice.randrange(10**6))
        for _ in range(30 + dice.randrange(50)):
            acting = XIANGQI.acting(state)
            if not acting or acting[0] == TABLE:
                break
            state = XIANGQI.play(state, acting[0], XIANGQI.sample(state, acting[0], dice))
        acting = XIANGQI.acting(state)
        if not acting or acting[0] == TABLE:
            continue
        after = {
            move: mates_at_once(XIANGQI.play(state, acting[0], move))
            if XIANGQI.acting(XIANGQI.play(state, acting[0], move)) == (1 - acting[0],)
            else []
            for move in XIANGQI.moves(state, acting[0])
        }
        if all(after.values()):
            continue
        chosen = computer_of_level(XIANGQI, 3)(state, acting[0], Random(1))
        if isinstance(chosen, int):
            assert not after[chosen]
            seen += 1
    assert seen >= 5


def plain_value(board, depth, ply=0):
    """Give a value by looking at every line: the slow second way."""
    moves = legal_moves(board)
    if not moves:
        return ply - MATE
    if not depth:
        return score_of(board)
    best = -MATE
    for move in moves:
        taken = board.make(move)
        best = max(best, -plain_value(board, depth - 1, ply + 1))
        board.unmake(move, taken)
    return best


def test_mates_within_three_plies_are_those_of_the_slow_way():
    dice = Random(3)
    for _ in range(12):
        kinds = [(4, 1, 1), (85, -1, 1)]
        squares = dice.sample([s for s in range(90) if s not in (4, 85)], 4)
        kinds += [(squares[0], 1, 5), (squares[1], 1, 5), (squares[2], -1, 4), (squares[3], 1, 6)]
        board = Board(kinds)
        if board.attacked(-1):
            continue
        slow = plain_value(board.copy(), 3)
        search = LookAhead(board, (board.key,), Watch(Limits(400_000)))
        moves = legal_moves(board.copy())
        if not moves:
            continue
        values = {}
        search._root(moves, 3, 0, values)
        if slow > MATE - 10:
            assert max(values.values()) == slow


def test_a_check_on_the_last_ply_is_looked_at_one_ply_further_and_no_more():
    """A lost position where checks abound: every mate is told within 30,000 positions."""
    board = read_fen("3aka3/5nN2/9/8N/9/4p1P2/2r6/4B4/3r5/3AK4 w - - 0 1")
    search = LookAhead(board, (board.key,), Watch(Limits(30_000)))
    best = search.run([int(move) for move in legal_moves(board)])
    assert write_move(best) == "g8f6"
    assert search.values[best] == 6 - MATE  # every other move is mated sooner
    assert {search.values[move] for move in search.values if move != best} == {4 - MATE}


def test_a_look_that_is_cut_short_still_counts():
    board = read_fen("3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1")
    moves = [int(move) for move in legal_moves(board)]
    for nodes in range(40, 400, 40):
        search = LookAhead(board, (board.key,), Watch(Limits(nodes)))
        best = search.run(list(moves))
        assert search.values[best] == max(search.values.values())


def mates_in(state, most):
    """Say whether the side to move wins within so many moves, by the rules alone."""
    seat = XIANGQI.acting(state)[0]
    for move in XIANGQI.moves(state, seat):
        after = XIANGQI.play(state, seat, move)
        if after.ended:
            return True
        if most > 1 and all(
            not XIANGQI.play(after, 1 - seat, answer).ended
            and mates_in(XIANGQI.play(after, 1 - seat, answer), most - 1)
            for answer in XIANGQI.moves(after, 1 - seat)
        ):
            return True
    return False


WAYS_OUT = [
    # id                               position, Red to move
    ("king and rook against two rooks", "3k5/9/9/9/9/9/r8/1r7/9/R3K4 w - - 0 1"),
    ("a king with a guard", "5k3/9/9/9/9/9/r8/2r6/9/3AK3R w - - 0 1"),
]


@pytest.mark.parametrize("fen", [row[1] for row in WAYS_OUT], ids=[row[0] for row in WAYS_OUT])
def test_no_mate_in_two_is_walked_into_by_the_best_however_little_they_look(fen):
    state = xiangqi_at(fen)
    mated = {
        move: mates_in(XIANGQI.play(state, Seat(0), move), 2)
        for move in XIANGQI.moves(state, Seat(0))
        if isinstance(move, int)
    }
    assert 0 < sum(mated.values()) < len(mated)
    board = state.board.copy()
    assert mated == {move: invites_mate(board, move, 2) for move in mated}
    for level in (7, 8):
        for seed in range(3):
            move = xiangqi_think(state, Seat(0), level, Random(seed), Watch(Limits(20)))
            assert not mated[move]


def test_the_key_of_a_search_is_that_of_the_board():
    state, dice = beginning(XIANGQI, 5)
    seen = {}
    for _ in range(60):
        acting = XIANGQI.acting(state)
        if not acting:
            break
        state = XIANGQI.play(state, acting[0], XIANGQI.sample(state, acting[0], dice))
        key = state.board.key
        assert seen.setdefault(hash_of(key), key) == key


# -- gomoku ----------------------------------------------------------------------------------------


def five_by_fours(rules, own, other, colour, moves):
    """Say whether fours alone win, by trying every point: the slow second way."""
    free = list(bits(whole_board(rules.size) & ~(own | other)))

    def makes_five(stones, at):
        stones |= 1 << at
        for step in (1, rules.size + 1, rules.size + 2, rules.size):
            run = 1
            for way in (step, -step):
                there = at + way
                while there >= 0 and stones >> there & 1:
                    run, there = run + 1, there + way
            if run >= 5:
                return True
        return False

    if any(makes_five(own, at) for at in free):
        return True
    must = [at for at in free if makes_five(other, at)]
    if not moves or len(must) > 1:
        return False
    for at in must or free:
        after = own | 1 << at
        ends = [end for end in free if end != at and makes_five(after, end)]
        if not ends or any(end != at and makes_five(other, end) for end in free):
            continue
        if len(ends) > 1 or five_by_fours(rules, after, other | 1 << ends[0], colour, moves - 1):
            return True
    return False


def test_attacks_by_fours_are_those_of_the_slow_way():
    rules, dice, found = GomokuRules(size=9), Random(11), 0
    for _ in range(60):
        points = dice.sample(list(bits(whole_board(rules.size))), 22)
        own = sum(1 << at for at in points[::2])
        other = sum(1 << at for at in points[1::2])
        slow = five_by_fours(rules, own, other, 0, 3)
        fast = Threats(rules, Watch(Limits(10**6))).by_fours(own, other, 0, 3)
        assert (fast is not None) == slow
        found += slow
    assert 5 < found < 55


def stones(text, size=15):
    return sum(1 << read_point(size, each) for each in text.split())


THREATS = [
    # id                          black to move            white                  wins
    ("an open three", "h8 h9 h10", "a1 a3 a5", True),
    ("two open twos that cross", "g8 i8 h7 h9", "a1 a3 c1 c3", True),
    ("one open two", "h8 h9", "a1 c3", False),
    ("a three blocked at one end", "h8 h9 h10", "h11 a3 a5", False),
]


@pytest.mark.parametrize(
    ("black", "white", "wins"), [row[1:] for row in THREATS], ids=[row[0] for row in THREATS]
)
def test_attacks_by_fours_and_threes(black, white, wins):
    threats = Threats(GomokuRules(), Watch(Limits(10**6)))
    found = threats.by_threats(stones(black), stones(white), 0, 4)
    assert (found is not None) == wins


def test_renju_forbids_black_the_double_three_that_wins_elsewhere():
    rules = GomokuRules(win=Win.RENJU)
    threats = Threats(rules, Watch(Limits(10**6)))
    black, white = stones("g8 i8 h7 h9"), stones("a1 a3 c1 c3")
    assert threats.barred(black, white, 0, stones("h8")) == stones("h8")
    assert threats.by_threats(black, white, 0, 2) != read_point(15, "h8")
    assert threats.by_threats(black, white, 1, 2) == read_point(15, "h8")


def test_an_open_three_of_the_opponent_is_answered():
    state, _ = beginning(GOMOKU, 1)
    for text in ("h8", "a1", "h9", "a3", "h10"):
        state = GOMOKU.play(state, state.turn, GOMOKU.read(state, state.turn, text))
    for level in range(5, 9):
        watch = Watch(Limits(3_000))
        move = gomoku_think(state, state.turn, level, Random(level), watch)
        assert GOMOKU.write(state, state.turn, move) in ("h6", "h7", "h11", "h12")


# -- limits and the process ------------------------------------------------------------------------


def count(watch, most):
    for _ in range(most):
        watch.count()


def test_a_watch_ends_by_nodes_time_and_call():
    watch = Watch(Limits(100))
    with pytest.raises(ThoughtEnded):
        count(watch, 1_000)
    assert watch.nodes == 100
    ticks = iter(range(1_000))
    timed = Watch(Limits(10**9, 3.0), lambda: next(ticks))
    with pytest.raises(ThoughtEnded):
        count(timed, 10**6)
    assert timed.nodes < 10 * Watch.EVERY
    called = Watch(Limits(10**9), None, lambda: True)
    with pytest.raises(ThoughtEnded):
        count(called, 10**6)
    assert called.nodes == Watch.EVERY


def test_tables_that_wait_at_once_share_the_time():
    level = Level(10**9)
    assert level.limits.seconds == 6.0
    assert level.limits_among(0).seconds == 6.0
    assert level.limits_among(4).seconds == 1.5
    assert level.limits_among(1_000).seconds == 0.2
    state, _ = beginning(GOMOKU, 1)
    for text in ("h8", "i9", "g7", "h9"):
        state = GOMOKU.play(state, state.turn, GOMOKU.read(state, state.turn, text))
    looks = []
    for among in (1, 30):
        ticks = iter(range(100_000))
        clock = lambda ticks=ticks: 2 * next(ticks)  # noqa: E731
        assert Thought("t", "gomoku", 8, state.turn, state, 5, among).move(clock)
        looks.append(next(ticks))
    assert looks[1] < looks[0]


def test_the_process_gives_the_move_of_its_seed_and_outlives_a_breakdown():
    state, _ = beginning(GOMOKU, 1)
    thinking = ThinkingProcess()
    try:
        thought = Thought("t", "gomoku", 4, Seat(0), state, 5)
        assert thinking.ask(thought) == thought.move()
        with pytest.raises(ThinkingFailed, match="EOFError"):
            thinking.ask(Thought("t", "no-such-game", 4, Seat(0), state, 5))
        with pytest.raises(ThinkingFailed, match="waits"):
            thinking.ask(thought, lambda: False)
        thinking._child.kill()
        thinking._child.wait()
        assert thinking.ask(thought) == thought.move()
    finally:
        thinking.stop()
    with pytest.raises(ThinkingFailed):
        thinking.ask(thought)


def test_quick_players_stay_for_simulations():
    for game in GAMES:
        state, dice = beginning(game, 2)
        while (seat := game.acting(state)[0]) == TABLE:
            state = game.play(state, seat, game.sample(state, seat, dice))
        assert game.write(state, seat, computer_of(game)(state, seat, dice))


def test_a_value_at_the_edge_of_the_margin_is_not_taken_as_good():
    """A search knows it as a bound only: what looks exactly that much worse may be lost."""
    assert as_good({"best": 40, "near": 31, "bound": 28, "worse": 0}, 12) == ["best", "near"]
    assert as_good({"best": 40, "bound": 40 - 1}, 0) == ["best"]
