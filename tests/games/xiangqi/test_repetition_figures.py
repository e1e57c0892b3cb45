"""Figures of our own for the rules on repetitions, each named by what it shows."""

from itertools import pairwise

import msgspec
import pytest

from qipan.games.xiangqi import RED, read_fen, read_move, ruleset_named, write_square
from qipan.games.xiangqi.repetition import Act, answer, rule_line
from qipan.games.xiangqi.repetition.asian import chased
from qipan.games.xiangqi.repetition.asian import label_plies as asian_labels
from qipan.games.xiangqi.repetition.chinese import label_plies
from qipan.games.xiangqi.repetition.line import Ply, repeated, replay, stretch
from qipan.kernel.errors import BadInput

THREATS = [
    # what it shows, position, whom Red threatens under the Asian rules
    ("an unprotected cannon", "3k5/9/9/9/9/c8/9/9/R8/4K4 w", "a1xa4"),
    ("a protected cannon is no target of a rook", "3k5/9/9/9/9/c7r/9/9/R8/4K4 w", ""),
    ("a pinned protector is a false root", "3k1a3/4a4/9/9/9/c2r5/9/3R5/R3A4/4K4 w", "a1xa4"),
    ("cannon threatens even a protected rook", "3k5/9/9/r7r/9/9/N8/9/C8/4K4 w", "a1xa6"),
    ("knight threatens even a protected rook", "3k5/9/9/9/1r6r/9/N8/9/9/4K4 w", "a3xb5"),
    ("advisor threatens even a protected cannon", "5k3/9/9/9/9/9/9/3c4r/4A4/4K4 w", "e1xd2"),
    ("rook against rook is an exchange", "3k5/9/9/r8/9/9/9/9/R8/4K4 w", ""),
    ("knight against knight is an exchange", "5k3/9/9/3n5/9/2N6/9/9/9/4K4 w", ""),
    ("a knight with a blocked leg cannot exchange", "5k3/9/9/3n5/3P5/2N6/9/9/9/4K4 w", "c4xd6"),
    ("a pawn at home is no target", "3k5/9/9/p8/9/9/9/9/R8/4K4 w", ""),
    ("a pawn across the river is", "3k5/9/9/9/9/p8/9/9/R8/4K4 w", "a1xa4"),
    ("a king threatens nothing", "3k5/9/9/9/9/9/9/4n4/4K4/9 w", ""),
    ("a pawn threatens nothing", "3k5/9/c8/P8/9/9/9/9/9/4K4 w", ""),
    ("a pinned rook threatens nothing aside", "3k5/4r4/9/9/c3R4/9/9/9/9/4K4 w", ""),
    ("a check to the own king excuses nobody", "3k5/9/9/9/9/c8/9/3n5/R8/4K4 w", "a1xa4"),
]


@pytest.mark.parametrize(("_id", "fen", "want"), THREATS, ids=[t[0] for t in THREATS])
def test_what_the_asian_rules_call_a_threat(_id, fen, want):
    board = read_fen(fen)
    found = {
        f"{write_square(board.where[a])}x{write_square(board.where[t])}"
        for a, t in chased(board, RED)
    }
    assert found == set(want.split())


def test_a_rook_on_the_leg_of_a_checking_knight_is_held():
    held = read_fen("4k4/2Nr5/9/9/9/9/9/9/3R5/5K3 w")
    assert [chase.held for chase in chased(held, RED).values()] == [True]
    free = read_fen("4k4/1N1r5/9/9/9/9/9/9/3R5/5K3 w")
    assert list(chased(free, RED).values()) == []


CHASE = "b1a1 a4b4 a1b1 b4a4"
BAND = "b1a1 a6b6 a1b1 b6a6"
LOOPS = [
    # what it shows, position, loop, Asian verdict, Chinese verdict or proposal
    (
        "perpetual check loses",
        "3k5/9/9/9/9/9/9/9/4R4/5K3 w",
        "e1d1 d9e9 d1e1 e9d9",
        "black_wins",
        "black_wins",
    ),
    (
        "chase of a rootless cannon loses",
        "4ka3/4a4/9/9/9/c8/9/9/1R7/3K5 w",
        CHASE,
        "black_wins",
        "black_wins",
    ),
    (
        "attack on a protected cannon is allowed",
        "4ka3/4a4/9/9/9/c7r/9/9/1R7/3K5 w",
        CHASE,
        "draw",
        "draw",
    ),
    (
        "chase of a falsely rooted cannon loses",
        "3k1a3/4a4/9/9/9/c2r5/9/3R5/1R2A4/4K4 w",
        CHASE,
        "black_wins",
        "black_wins",
    ),
    (
        "cannon chases a protected rook and loses",
        "4ka3/4a4/9/r7r/9/9/pp7/9/1C7/3K5 w",
        BAND,
        "black_wins",
        "black_wins",
    ),
    ("offering rooks is allowed", "4ka3/4a4/9/r8/9/9/9/9/1R7/3K5 w", BAND, "draw", "draw"),
    (
        "chasing two by turns: allowed in Asia, not in China",
        "4kab2/4a4/9/cn7/9/9/9/9/1R7/3K5 w",
        "b1a1 g9i7 a1b1 i7g9",
        "draw",
        "black_wins",
    ),
    (
        "a check, a chase: allowed in Asia, not in China",
        "3k5/9/9/c8/9/9/9/9/R8/5K3 w",
        "a1d1 d9e9 d1a1 e9d9",
        "draw",
        "black_wins",
    ),
    (
        "a pawn may chase",
        "3k5/9/1c7/P8/9/9/9/9/9/4K4 w",
        "a6b6 b7a7 b6a6 a7b7",
        "draw",
        "draw",
    ),
    (
        "a king may chase",
        "3k5/9/9/9/9/9/9/3p5/9/4K4 w",
        "e0e1 d9d8 e1e0 d8d9",
        "draw",
        "draw",
    ),
    (
        "a king that only steps out of check and back chases nobody",
        "1nb2a3/7P1/b2akC3/6p2/P8/2P3prP/1p5r1/2n6/C2Kp4/3A1p3 w",
        "d1d2 e1f1 d2d1 f1e1",
        "draw",
        "red_wins",  # a check, a threat of mate by turns
    ),
    (
        "a pawn at home may be chased",
        "4kab2/4a4/9/p1p6/9/9/9/9/2R6/3K5 w",
        "c1a1 g9i7 a1c1 i7g9",
        "draw",
        "draw",
    ),
    (
        "moving to and fro is a draw",
        "r3k4/9/9/9/9/9/9/9/9/3K4R w",
        "i0i1 a9a8 i1i0 a8a9",
        "draw",
        "draw",
    ),
    (
        "a check, a threat of mate: allowed in Asia, not in China",
        "9/9/4k4/9/9/5r3/9/9/3K5/9 w",
        "d1d2 f4f2 d2d1 f2f4",
        "draw",
        "red_wins",
    ),
    (
        "threats of mate: allowed in Asia, not in China",
        "3k5/9/4R4/9/9/9/9/9/1R7/4K4 w",
        "b1a1 d9d8 a1b1 d8d9",
        "draw",
        "black_wins",
    ),
]


def asked(fen, moves, ruleset, **options):
    line = [read_move(word) for word in moves.split()]
    ruling = rule_line(read_fen(fen), line, ruleset_named(ruleset), 2, **options)
    return msgspec.to_builtins(answer(ruling))


def verdict(found):
    if found["verdict"] == "needs_arbiter":
        return found["evidence"]["proposal"]
    return str(found["verdict"])


@pytest.mark.parametrize(
    ("_id", "fen", "moves", "asian", "chinese"), LOOPS, ids=[case[0] for case in LOOPS]
)
def test_loops(_id, fen, moves, asian, chinese):
    assert verdict(asked(fen, moves, "axf")) == asian
    assert verdict(asked(fen, moves, "wxf-2018")) == asian
    assert verdict(asked(fen, moves, "cxa-2020")) == chinese


LABELS = [
    # what it shows, position, move, label under the Chinese rules
    (
        "a pawn that steps aside lets a rook chase",
        "4ka3/4a4/c8/9/P8/9/9/9/R8/3K5 w",
        "a5b5",
        "chase",
    ),
    (
        "a king that runs from a check chases nobody",
        "3k1a3/4a4/9/9/9/9/9/5n3/9/R3K3c w",
        "e0e1",
        "idle",
    ),
    (
        "a king that steps aside lets a rook chase",
        "3k1a3/4a4/9/9/9/9/9/9/9/R3K3c w",
        "e0e1",
        "chase",
    ),
    (
        "a king aside, nothing checked: the rook behind it chases",
        "3k1a3/4a4/9/9/9/9/9/9/9/R3K3n w",
        "e0e1",
        "chase",
    ),
    ("a rook before a rook offers itself", "4ka3/4a4/9/r8/9/9/9/9/1R7/3K5 w", "b1a1", "exchange"),
    ("a threat that stood before is none", "4ka3/4a4/9/c8/9/9/9/9/R8/3K5 w", "a1a2", "idle"),
    ("a direct check", "4k4/9/9/9/9/9/9/9/R8/3K5 w", "a1e1", "check"),
    ("taking an equal with a root is idle", "4ka3/4a4/c7r/9/9/9/9/9/1C7/3K5 w", "b1b7", "idle"),
]


@pytest.mark.parametrize(("_id", "fen", "move", "want"), LABELS, ids=[case[0] for case in LABELS])
def test_labels(_id, fen, move, want):
    board, line = read_fen(fen), [read_move(move)]
    plies = stretch(replay(board, line), line, 0, 1).plies
    assert label_plies(plies)[0].act == want


SURE = [
    case
    for case in LOOPS
    if case[0]
    in (
        "perpetual check loses",
        "chase of a rootless cannon loses",
        "chasing two by turns: allowed in Asia, not in China",
        "a check, a chase: allowed in Asia, not in China",
        "moving to and fro is a draw",
    )
]


@pytest.mark.parametrize("case", SURE, ids=[case[0] for case in SURE])
def test_plain_cases_need_no_arbiter(case):
    found = asked(case[1], case[2], "cxa-2020")
    assert (found["verdict"], found["must_vary"]) == (
        case[4],
        "red" if case[4] == "black_wins" else None,
    )


def test_nine_rounds_of_chasing_over_many_points_are_ruled_without_threefold():
    fen = "4k4/4a4/9/1R7/9/c8/9/9/9/3K5 w"
    files = "abcdefghi"
    red = ["b6a6", *(f"{one}6{two}6" for one, two in pairwise(files))]
    black = [*(f"{one}4{two}4" for one, two in pairwise(files)), "i4i5"]
    moves = " ".join(f"{one} {two}" for one, two in zip(red, black, strict=True))
    found = asked(fen, moves, "cxa-2020")
    assert (found["verdict"], found["must_vary"]) == ("black_wins", "red")
    assert found["evidence"]["closed"] is False
    shorter = " ".join(moves.split()[:-2])
    assert asked(fen, shorter, "cxa-2020")["verdict"] == "none"
    assert asked(fen, moves, "axf")["verdict"] == "none"


def test_the_evidence_names_attacker_target_and_root():
    found = asked(LOOPS[1][1], CHASE, "axf")
    plies = found["evidence"]["plies"]
    assert [ply["label"] for ply in plies] == ["chase", "idle", "chase", "idle"]
    assert plies[0]["chases"] == [
        {
            "attacker": {"piece": "R", "square": "a1"},
            "target": {"piece": "c", "square": "a4"},
            "how": "direct",
            "root": "none",
        }
    ]
    assert found["evidence"]["rule"] == "xiangqi.perpetual-chase"
    assert found["evidence"]["chased"] == [{"piece": "c", "square": "a4"}]


@pytest.mark.parametrize("ruleset", ["axf", "cxa-2020"])
def test_an_arbiter_can_label_a_move_otherwise(ruleset):
    fen = LOOPS[1][1]
    assert asked(fen, CHASE, ruleset)["must_vary"] == "red"
    found = asked(fen, CHASE, ruleset, changes={3: Act.IDLE})
    assert (found["verdict"], found["must_vary"]) == ("draw", None)
    assert found["evidence"]["plies"][2]["label"] == "idle"
    with pytest.raises(BadInput, match="ply 9"):
        asked(fen, CHASE, ruleset, changes={9: Act.IDLE})


@pytest.mark.parametrize("ruleset", ["axf", "cxa-2020"])
def test_an_arbiter_can_call_a_move_a_chase(ruleset):
    fen, moves = "4ka3/4a4/9/9/9/c8/9/9/R8/3K5 w", "a1a2 e8d7 a2a1 d7e8"
    assert asked(fen, moves, ruleset)["must_vary"] is None
    changes = {1: Act.CHASE, 3: Act.CHASE}
    assert asked(fen, moves, ruleset, changes=changes)["must_vary"] == "red"


def test_a_ruling_waits_for_enough_returns():
    line = [read_move(word) for word in CHASE.split()] * 2
    board = read_fen(LOOPS[1][1])
    axf = ruleset_named("axf")
    assert answer(rule_line(board, line[:7], axf)).verdict == "none"
    assert answer(rule_line(board, line, axf)).verdict == "black_wins"


def test_a_capture_ends_the_matter():
    fen = "3k5/9/9/9/9/c8/8p/9/1R7/4K4 w"
    found = asked(fen, f"{CHASE} b1b3 d9d8 b3i3", "axf")
    assert found["verdict"] == "none"


def test_an_illegal_move_is_named():
    with pytest.raises(BadInput, match="ply 2"):
        asked(LOOPS[0][1], "e1d1 d9d8", "axf")


def test_pieces_that_change_places_are_told_apart():
    board = read_fen("r3k4/r8/9/9/9/9/9/9/9/3K4R w")
    moves = [read_move(w) for w in ["i0i1", "a9b9", "i1i0", "a8a9", "i0i1", "b9b8", "i1i0", "b8a8"]]
    found = repeated(replay(board, moves), moves, 2)
    assert found is not None
    upper, lower = board.at[81], board.at[72]
    assert [(parts[upper], parts[lower]) for parts in found.rounds()] == [
        (upper, lower),
        (lower, upper),
    ]


@pytest.mark.parametrize(
    ("fen", "want"),
    [
        ("3k1a3/4a4/9/9/9/9/9/5n3/9/R3K3c w", Act.IDLE),  # the knight gives check
        ("3k1a3/4a4/9/9/9/9/9/9/9/R3K3c w", Act.CHASE),  # nothing does: the king need not step
    ],
)
def test_under_asian_rules_too_a_king_that_runs_from_a_check_chases_nobody(fen, want):
    board, move = read_fen(fen), read_move("e0e1")
    (label,) = asian_labels([Ply(1, move, board, board.after(move))])
    assert label.act is want
