"""How keys are written: what each may carry and what is refused, and decimals in files."""

import pytest

from qipan.kernel.errors import BadInput
from qipan.ranking import rank
from qipan.ranking.keys import every_key
from ranking.tables import table

TABLE = table("A: =B1 (rating=1500)\nB: =A2 (rating=1500)")
LETTERS = {
    **dict.fromkeys("CMKU", "1"),
    "V": "2024",
    "L": "60",
    **dict.fromkeys("PFSXRD", ""),
}
"""Every modifier there is, with a number that it takes."""
READINGS = "fide plain bye-lowest bye-lowest-scoring paired"

MAY_CARRY = {
    # key: modifiers, whether it may say which score it means, and its own variants
    "BH": ("CMPFVSXR", True, ""),
    "FB": ("CMPVSXR", True, ""),
    "AOB": ("CMPFVSXR", True, ""),
    "ABH": ("XVR", True, ""),
    "AFB": ("XVR", True, ""),
    "REP": ("R", False, ""),
    "NUM": ("R", False, ""),
    "RIP": ("R", False, ""),
    "VUR": ("R", False, ""),
    "STD": ("XR", True, ""),
    "TPN": ("R", False, ""),
    "RTNG": ("UR", False, ""),
    "DE": ("PSXR", True, ""),
    "direct-win": ("", False, "equal-points forfeits"),
    "conduct-foul": ("", False, "count"),
    "mcmahon-score": ("", False, ""),
    "mcmahon-opponents": ("", False, ""),
    "mcmahon-median": ("", False, ""),
    "mcmahon-defeated": ("", False, ""),
    "mcmahon-opponents-opponents": ("", False, ""),
    "mcmahon-cumulative": ("", False, ""),
    "technical-fouls": ("", False, ""),
    "game-time": ("", False, ""),
    "head-to-head": ("", False, "exactly-two still-tied forfeits"),
    "KS": ("LXRPS", True, ""),
    "opponents-score": ("", False, READINGS),
    "median-opponents-score": ("", False, f"{READINGS} two"),
    "highest-opponent-score": ("", False, READINGS),
    "opponents-score-1": ("", False, f"{READINGS} twice"),
    "opponents-score-2": ("", False, f"{READINGS} twice"),
    "points": ("XR", True, ""),
    "match-points": ("R", False, ""),
    "game-points": ("R", False, ""),
    "MPVGP": ("R", False, ""),
    "previous-round": ("", False, "once"),
    "PS": ("CXR", True, ""),
    "ARO": ("CMURPS", False, ""),
    "TPR": ("CMURPS", False, ""),
    "PTP": ("CMURPS", False, ""),
    "APRO": ("URPS", False, ""),
    "APPO": ("URPS", False, ""),
    "small-points": ("", False, "played"),
    "SB": ("CMPFVSXRD", True, ""),
    **dict.fromkeys(("ESB", "EMMSB", "EMGSB", "EGMSB", "EGGSB"), ("CMPFVSXRD", True, "")),
    "SSSC": ("CMPFVSXKR", True, ""),
    "BC": ("R", False, ""),
    "TBR": ("R", False, ""),
    "BBE": ("R", False, ""),
    **dict.fromkeys(("EDE", "EDEC", "EDET", "EDEB", "EDEBT", "EDEBB"), ("PSXR", True, "")),
    "wins": ("R", False, "played MP GP"),
    "games-won": ("R", False, ""),
    "points-as-second": ("R", False, ""),
    "wins-as-second": ("R", False, ""),
    "board-wins": ("", False, ""),
    "games-as-second": ("R", False, ""),
}
SCORES = ("MP", "GP", "MM", "MG", "GM", "GG")
VARIANTS = {*SCORES, *(word for _, _, words in MAY_CARRY.values() for word in words.split())}


def readable(text):
    try:
        rank(TABLE, [text])
    except BadInput:
        return False
    return True


def test_every_key_that_follows_from_results_is_in_the_table():
    assert {key.names[0] for key in every_key()} - {"lot", "drawn"} == set(MAY_CARRY)


@pytest.mark.parametrize("key", MAY_CARRY)
def test_a_key_takes_what_it_has_and_refuses_the_rest(key):
    letters, scores, words = MAY_CARRY[key]
    assert {each for each in LETTERS if readable(f"{key}/{each}{LETTERS[each]}")} == set(letters)
    known = {*words.split(), *(SCORES if scores else ())}
    assert {word for word in VARIANTS if readable(f"{key}:{word}")} == known
    assert not readable(f"{key}:nonsense")
    assert not readable(f"{key}/Q")
    assert not readable(f"{key}(BH)")


WRITTEN = {
    # the decimals that exchange formats write even if they are zero
    **dict.fromkeys(("points", "match-points", "game-points", "MPVGP"), "0.5"),
    **dict.fromkeys(("BH", "FB", "ABH", "AFB", "STD", "PS", "KS"), "0.5"),
    **dict.fromkeys(("opponents-score", "highest-opponent-score", "opponents-score-1"), "0.5"),
    **dict.fromkeys(("median-opponents-score", "opponents-score-2"), "0.0"),
    "BC": "0.5",
    **dict.fromkeys(("points-as-second",), "0.0"),
    **dict.fromkeys(("SB", "ESB", "small-points"), "0.25"),
    "AOB": "0.50",
    "SSSC": "1.00",
    "TPN": "1",
    "wins": "0",
    "ARO": "1500",
}


@pytest.mark.parametrize("key", WRITTEN)
def test_decimals_of_exchange_formats(key):
    assert rank(TABLE, [key]).row("A").written == {key: WRITTEN[key]}


def test_whole_numbers_keep_their_zeros():
    won = table("A: +B1 +B2\nB: -A2 -A1")
    keys = ["points", "BH", "PS", "KS", "SB", "small-points", "STD", "opponents-score", "AOB"]
    keys += ["points-as-second", "median-opponents-score", "highest-opponent-score", "BC"]
    assert rank(won, keys).row("B").written == {
        "points": "0.0",
        "BH": "4.0",
        "PS": "0.0",
        "KS": "0.0",
        "SB": "0.00",
        "small-points": "0.00",
        "STD": "0.0",
        "opponents-score": "4.0",
        "AOB": "0.00",
        "points-as-second": "0.0",
        "median-opponents-score": "0.0",
        "highest-opponent-score": "2.0",
        "BC": "0.0",
    }
