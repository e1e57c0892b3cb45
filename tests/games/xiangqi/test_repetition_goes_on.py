"""A repetition that goes on: what was found of its moves is not searched again at every move."""

import pytest

from qipan.games.xiangqi import (
    GAME,
    Board,
    XiangqiRules,
    read_fen,
    read_move,
    ruleset_named,
    start_board,
    write_fen,
)
from qipan.games.xiangqi.repetition import Act, Label, answer, chinese, rule_line
from qipan.games.xiangqi.repetition.labels import label_each
from qipan.games.xiangqi.repetition.line import replay, stretch
from qipan.kernel.ids import Seat

BUSY = "2ba1a1n1/1nc1k3C/7R1/2p1prp2/2Cc2b2/p3P1P1p/1NP5P/3AB4/6N1R/3AK1B2 b - - 0 1"
"""Black to move: much can be taken everywhere, so a label takes a thousand positions."""
LOOP = ("f6f2", "i1i0", "f2f6", "i0i1")


@pytest.fixture
def searched(monkeypatch):
    """Count the plies that are searched."""
    plies = []

    class Counted(chinese.Search):
        def __init__(self, nodes):
            plies.append(nodes)
            super().__init__(nodes)

    monkeypatch.setattr(chinese, "Search", Counted)
    chinese.label_in_frame.cache_clear()
    yield plies
    chinese.label_in_frame.cache_clear()


def test_further_moves_of_a_repetition_at_a_live_table_search_nothing(searched):
    state = GAME.start(XiangqiRules(ruleset="cxa-2020"), 2, {"fen": BUSY})
    told = []
    for number in range(28):
        acting = GAME.acting(state)[0]
        state = GAME.play(state, acting, read_move(LOOP[number % 4]))
        view = GAME.view(state, Seat(0))
        if view.repetition and view.repetition.verdict:
            told.append((view.repetition.verdict, len(searched)))
    assert told == [("draw", 4)] * 21, "from the eighth move on, four plies looked at once"


def test_as_a_line_grows_only_what_is_new_is_looked_at(searched):
    board = read_fen("2bak4/4a4/4b4/p1p1p1p1p/9/P1P3P1P/9/1C2C2R1/9/r1BAKAB2 w")
    walk = "h2h3 a0a1 h3h4 a1a2 h4h2 a2a1 h2h5 a1a0 h5h4 a0a2 h4h3 a2a0"
    line = [read_move(move) for move in walk.split()]
    plies = stretch(replay(board, line), line, 0, len(line)).plies
    found = []
    for length in range(9, 13):
        chinese.label_plies(plies[:length])
        found.append(len(searched))
    assert found == [9, 10, 11, 12]
    assert len(set(searched)) == 1, "each with the same share of the budget"


def test_a_label_found_in_one_game_names_the_pieces_of_another(searched):
    """The same position, reached with twins on each other's squares: their numbers differ."""
    one = read_fen("1rbakab1r/9/1C7/2C1n2np/p3P4/7c1/P1P5P/6N2/6R2/2BAKABNR w")
    at = list(one.at)
    for kinds in one.groups[1][1:], one.groups[-1][1:]:
        for first, *_, last in (pieces for pieces in kinds if len(pieces) > 1):
            at[one.where[first]], at[one.where[last]] = last, first
    other = one.standing(at, one.turn)
    assert other.key == one.key
    moves = [read_move(move) for move in ("g1h1", "e6f8", "h1g1", "f8e6")]
    labels, looked = [], []
    for board in (one, other):
        labels.append(chinese.label_plies(_plies(board, moves)))
        looked.append(len(searched))
    assert looked[0] == looked[1] > 0, "the second game asks nothing anew"
    assert labels[0][0].chases, "the test needs a chase"
    assert [_shown(one, label) for label in labels[0]] == [
        _shown(other, each) for each in labels[1]
    ]
    assert labels[0] != labels[1]


TWINS = "2bak1b2/4a4/1c7/9/9/9/9/RR7/9/4K4 w"
CHANGE_PLACES = "a2a3 e9f9 b2a2 f9e9 a3b3 e9f9 b3b2 f9e9"
"""After the eight moves the rooks stand on each other's squares."""


@pytest.mark.parametrize("ruleset", ["axf", "cxa-2020"])
def test_twins_that_change_places_are_named_where_they_stand(ruleset):
    moves = [read_move(move) for move in CHANGE_PLACES.split() * 2]
    shown = answer(rule_line(read_fen(TWINS), moves, ruleset_named(ruleset))).evidence.plies
    first, again = shown[4], shown[12]
    assert [(each.attacker.square, each.target.square) for each in first.chases] == [("b3", "b7")]
    assert (first.move, first.chases) == (again.move, again.chases)


def test_a_move_that_is_made_again_is_labelled_once():
    moves = [read_move(move) for move in CHANGE_PLACES.split() * 40]
    asked = []

    def label(ply):
        asked.append(ply.number)
        return Label(ply.side, Act.IDLE)

    labels = label_each(_plies(read_fen(TWINS), moves), label)
    assert len(labels) == len(moves)
    assert asked == list(range(1, 17)), "eight moves, by one rook and by the other"


def _plies(board, moves):
    return stretch(replay(board, moves), moves, 0, len(moves)).plies


def _shown(board, label):
    """Who chases whom, by the squares at the beginning."""
    return label.act, [(board.where[c.attacker], board.where[c.target]) for c in label.chases]


@pytest.mark.parametrize(
    ("plies", "parts"), [(0, 1), (1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (7, 8), (9, 12), (25, 32)]
)
def test_a_budget_goes_into_a_few_numbers_of_parts(plies, parts):
    assert chinese.parts_for(plies) == parts


def test_a_board_is_read_from_its_key():
    for board in (read_fen(BUSY), read_fen(BUSY).passed(), start_board()):
        again = Board.of_key(board.key)
        assert (again.key, again.turn, write_fen(again)) == (
            board.key,
            board.turn,
            write_fen(board),
        )
