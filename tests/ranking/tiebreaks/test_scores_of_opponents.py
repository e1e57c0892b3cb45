"""Keys that add up opponents' scores: cuts, unplayed rounds, limits and the readings of books."""

import pytest

from qipan.kernel.points import Points, Scoring
from qipan.ranking import Options, rank
from ranking.tables import said, table

# A, B and C have 1½, D ½, E 3, F 1; everybody played three games.
PLAYED = """
    A: +B1 -E2 =C1
    B: -A2 =C1 +D1
    C: =F1 =B2 =A2
    D: -E1 =F1 -B2
    E: +D2 +A1 +F1
    F: =C2 =D2 -E2
    """
# A has 2, the others 1, E nothing: a bye, a forfeit and a round missed.
UNPLAYED = """
    E: -D2 zero
    A: bye +B1
    B: +C1 -A2
    C: -B2 +fD1
    D: +E1 -fC2
    """
ASKED = UNPLAYED.replace("bye", "full")
# A, with 2½, sat a round out and met B, who lost everything; C has 2½, D 3 with a bye.
MISSED = """
    A: zero +B1 +C2 =D1
    B: -C1 -A2 -D1 -C2
    C: +B2 =D2 -A1 +B1
    D: bye =C1 +B2 =A2
    """
HALVED = MISSED.replace("zero", "half")
FIVE_TIMES = """
    A: +B1 +B2 +B1 =B2 =B1
    B: -A2 -A1 -A2 =A1 =A2
    """
ONCE = """
    A: +B1
    B: -A2
    C: bye
    """
# Three who met each other, each with a free round; and four of whom one never came.
THREE = """
    A: +B1 =C2 zero
    B: -A2 zero +C1
    C: zero =A1 -B2
    """
ABSENT = """
    A: +B1 +C2 zero
    B: -A2 zero +C1
    C: zero -A1 -B2
    D: zero zero zero
    """
LAST_LEADS = """
    A: bye -C2
    B: -C1 zero
    C: +B2 +A1
    """
TEAMS = """
    A: =C1[+-] =D2[-+]
    B: +E1[++] -F2[-=]
    C: =A2[-+] +E1[+=]
    D: +F1[=+] =A1[+-]
    E: -B2[--] -C2[-=]
    F: -D2[=-] +B1[+=]
    """
SWISS = {"system": "swiss"}

VALUES = [
    ("BH", PLAYED, "A=6 B=3.5 C=4 D=5.5 E=3 F=5"),
    ("BH/C1", PLAYED, "A=4.5 B=3 C=3 D=4.5 E=2.5 F=4.5"),
    ("BH/C2", PLAYED, "A=3 B=1.5 C=1.5 D=3 E=1.5 F=3"),
    ("BH/C3", PLAYED, "A=0 B=0 C=0 D=0 E=0 F=0"),
    ("BH/C9", PLAYED, "A=0 B=0 C=0 D=0 E=0 F=0"),
    ("BH/M1", PLAYED, "A=1.5 B=1.5 C=1.5 D=1.5 E=1 F=1.5"),
    ("BH/M2", PLAYED, "A=0 B=0 C=0 D=0 E=0 F=0"),
    ("FB", PLAYED, "A=5 B=4 C=4 D=5 E=4 F=5"),
    ("BH/F", PLAYED, "A=5 B=4 C=4 D=5 E=4 F=5"),
    ("SB", PLAYED, "A=2.25 B=1.25 C=2 D=0.5 E=3 F=1"),
    ("SB/C1", PLAYED, "A=1.5 B=0.75 C=1.5 D=0 E=2.5 F=0.75"),
    ("PS", PLAYED, "A=3.5 B=2 C=3 D=1 E=6 F=2.5"),
    ("PS/C1", PLAYED, "A=2.5 B=2 C=2.5 D=1 E=5 F=2"),
    ("KS", PLAYED, "A=1.5 B=0.5 C=1 D=0 E=1 F=0.5"),
    ("KS/L30", PLAYED, "A=1.5 B=0.5 C=1.5 D=0.5 E=2 F=0.5"),
    ("KS/L60", PLAYED, "A=0 B=0 C=0 D=0 E=0 F=0"),
    ("KS/L+1", PLAYED, "A=0 B=0 C=0 D=0 E=0 F=0"),
    ("KS/L-1", PLAYED, "A=1.5 B=0.5 C=1.5 D=0.5 E=2 F=0.5"),
    ("KS/L-2", PLAYED, "A=1.5 B=1.5 C=1.5 D=0.5 E=3 F=1"),
    ("KS/L-0.5", PLAYED, "A=1.5 B=0.5 C=1.5 D=0.5 E=2 F=0.5"),
    ("KS/L-1.0", PLAYED, "A=1.5 B=1.5 C=1.5 D=0.5 E=3 F=1"),
    ("KS/L50.4", PLAYED, "A=0 B=0 C=0 D=0 E=0 F=0"),
    ("KS/R/L30", PLAYED, "A=1.5 B=0.5 C=1.5 D=0.5 E=2 F=0.5"),
    ("KS", "A: +B1 =B2\nB: -A2 =A1", "A=0 B=0.5"),
    ("KS", LAST_LEADS, "A=0 B=0 C=1"),
    # in a round robin of three there are two games to play, and so if one of four never came
    ("KS", THREE, "A=1 B=0 C=0.5"),
    ("KS", ABSENT, "A=1 B=0 C=0 D=0"),
    ("small-points", PLAYED, "A=2.25 B=1.25 C=2 D=0.5 E=3 F=1"),
    ("small-points", UNPLAYED, "A=1 B=1 C=1 D=0 E=0"),
    ("small-points:played", UNPLAYED, "A=1 B=1 C=0 D=0 E=0"),
    # what was not played: 1 for A, at most D's score for C, E's own for E, who counts ½ for D
    ("BH", UNPLAYED, "A=2 B=3 C=2 D=1.5 E=1"),
    ("opponents-score", UNPLAYED, "A=2 B=3 C=2 D=1.5 E=1"),
    ("opponents-score:plain", UNPLAYED, "A=1 B=3 C=1 D=0 E=1"),
    ("opponents-score:bye-lowest", UNPLAYED, "A=1 B=3 C=1 D=0 E=1"),
    ("opponents-score:bye-lowest-scoring", UNPLAYED, "A=2 B=3 C=1 D=0 E=1"),
    ("opponents-score:bye-lowest-scoring", ASKED, "A=2 B=3 C=1 D=0 E=1"),
    ("opponents-score:paired", UNPLAYED, "A=2 B=3 C=2 D=1.5 E=1"),
    ("opponents-score:plain:paired", UNPLAYED, "A=1 B=3 C=2 D=1 E=1"),
    ("opponents-score:bye-lowest-scoring:paired", UNPLAYED, "A=2 B=3 C=2 D=1 E=1"),
    ("opponents-score:bye-lowest", LAST_LEADS, "A=2 B=2 C=1"),
    ("BH/P", UNPLAYED, "A=2 B=3 C=2 D=1.5 E=1"),
    ("BH/V2024", UNPLAYED, "A=3 B=3 C=2 D=1.5 E=1"),
    ("BH", MISSED, "A=7.5 B=10.5 C=5.5 D=7"),
    ("BH/C1", MISSED, "A=5.5 B=8 C=5.5 D=7"),
    ("BH/M1", MISSED, "A=2.5 B=5 C=2.5 D=4.5"),
    ("median-opponents-score", MISSED, "A=4.5 B=5 C=2.5 D=4.5"),
    ("median-opponents-score:fide", MISSED, "A=2.5 B=5 C=2.5 D=4.5"),
    ("median-opponents-score", FIVE_TIMES, "A=3 B=12"),
    ("median-opponents-score:two", FIVE_TIMES, "A=1 B=4"),
    ("highest-opponent-score", UNPLAYED, "A=1 B=2 C=1 D=0 E=1"),
    ("highest-opponent-score", ONCE, "A=0 B=1"),
    ("highest-opponent-score:bye-lowest-scoring", ONCE, "A=0 B=1 C=1"),
    ("highest-opponent-score:fide", ONCE, "A=0 B=1 C=0.5"),
    ("opponents-score-1", ONCE, "A=0 B=1 C=0.5"),
    ("opponents-score-1:twice", ONCE, "A=0 B=2 C=1"),
    ("opponents-score-1:plain", ONCE, "A=0 B=1 C=0"),
    ("opponents-score-1", PLAYED, "A=4.5 B=2 C=2.5 D=4 E=2 F=3.5"),
    ("opponents-score-2", PLAYED, "A=1.5 B=1.5 C=1.5 D=1.5 E=1 F=1.5"),
    ("opponents-score-2:twice", PLAYED, "A=3 B=3 C=3 D=3 E=2 F=3"),
    ("opponents-score-2", ONCE, "A=0 B=0 C=0"),
    ("AOB", PLAYED, "A=3.5 B=5.17 C=4.83 D=3.83 E=5.5 F=4.17"),
    ("AOB", UNPLAYED, "A=3 B=2 C=3 D=1 E=1.5"),
    ("ABH", UNPLAYED, "A=2 B=1 C=1 D=1 E=0.5"),
    ("ABH:GP", TEAMS, "A=2 B=2.5 C=2.5 D=2.5 E=0.5 F=2"),
    ("AFB", UNPLAYED, "A=1.5 B=1.5 C=0.5 D=1.5 E=0.5"),
    ("SB", MISSED, "A=4 B=0 C=1.5 D=4.5"),
    # the round that A missed is left out before that against B
    ("SB", HALVED, "A=5 B=0 C=1.5 D=4.75"),
    ("SB/C1", HALVED, "A=4 B=0 C=1.5 D=4.75"),
    ("SB/D", UNPLAYED, "A=1.5 B=1 C=0.5 D=1 E=0"),
    # of teams: the score of the opponents, then the own result
    ("SB", TEAMS, "A=1.5 B=0 C=0.5 D=1.5 E=0 F=1"),
    ("SB:GP", TEAMS, "A=5 B=2 C=2.75 D=5 E=1.25 F=5"),
    ("SB:MG", TEAMS, "A=3 B=0.5 C=1 D=2.5 E=0.75 F=2.25"),
    ("SB:GM", TEAMS, "A=2.5 B=0.5 C=1.5 D=3 E=0 F=2.5"),
    ("SB/X", TEAMS, "A=5 B=2 C=2.75 D=5 E=1.25 F=5"),
    ("ESB:GM", TEAMS, "A=2.5 B=0.5 C=1.5 D=3 E=0 F=2.5"),
    ("BH:GP", TEAMS, "A=5 B=2.5 C=2.5 D=4 E=5 F=5"),
    ("PS:GP", TEAMS, "A=3 B=4.5 C=3.5 D=4 E=0.5 F=2.5"),
    ("KS:GP", TEAMS, "A=2 B=0.5 C=1 D=2.5 E=0.5 F=2"),
]


# Three of a larger table: A met the strangers D, who has 3 points, and E.
AMONG = """
    A: +B1 =C1 =D1 =E1 (rating=1000)
    B: -A2 zero +C1 zero (rating=1200)
    C: zero =A2 -B2 zero (rating=1300)
    D: bye bye =A2 bye (rating=2000)
    E: bye bye bye =A2 (rating=2000)
    """
STRANGERS = [
    # what the three have, A with 2½ points, B with 1, C with ½
    ("small-points", "A=1.25 B=0.5 C=1.25"),
    ("KS", "A=0 B=0 C=0.5"),
    ("AOB", "A=5.25 B=5.75 C=6"),
    ("opponents-score:plain", "A=1.5 B=3 C=3.5"),
    ("opponents-score:plain:paired", "A=1.5 B=3 C=3.5"),
    ("ARO", "A=1250 B=1150 C=1100"),
    ("APRO", "A=1029 B=1175 C=1297"),
]


@pytest.mark.parametrize(("key", "values"), STRANGERS)
def test_of_a_part_of_a_table_strangers_count_as_nobody(key, values):
    part = table(AMONG).only(("A", "B", "C"))
    found = rank(part, [key], options=Options(system="swiss"))
    shown = {row.entrant: row.values[0].shown for row in found.rows}
    assert " ".join(f"{who}={shown[who]}" for who in "ABC") == values


def test_the_lowest_score_that_a_bye_counts_with():
    halves = "A: bye +B1\nB: =C1 -A2\nC: =B2 zero"
    assert said("opponents-score:bye-lowest-scoring", halves, **SWISS) == "A=1 B=2.5 C=0.5"
    # where a loss costs points everybody may have less than nothing
    costly = Scoring(Points(2), Points(1), Points(-2), Points(1), 1)
    below = "A: bye -fB1\nB: zero -fA2"
    for key in ("opponents-score:bye-lowest-scoring", "opponents-score:bye-lowest"):
        assert said(key, below, costly, **SWISS) == "A=-2 B=0"
        assert said(key, "", **SWISS) == ""


def test_koya_in_round_robins_of_two_and_of_nobody():
    twice = "A: +B1 +B2 -B1\nB: -A2 -A1 +A2"
    assert said("KS", twice, system="round-robin") == "A=0 B=1"
    assert said("KS", "", system="round-robin") == ""


@pytest.mark.parametrize(("key", "text", "values"), VALUES)
def test_sums(key, text, values):
    options = {} if text in (THREE, ABSENT) else SWISS
    assert said(key, text, **options) == values
