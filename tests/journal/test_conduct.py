"""Where a penalty belongs after its event is read back: round, board, game, marks, points."""

import pytest

from journal.section import CAUSE, MEN, begun, folded, game, result, round_of
from qipan.journal.conduct import (
    BanLifted,
    ClockReplaced,
    LatenessRecorded,
    Penalty,
    PenaltyImposed,
    PenaltyKind,
    ResultsAnnulled,
)
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo

TWO_ROUNDS = [
    *begun(),
    *round_of(1, ("e1", "e2"), ("e3", "e4")),
    *round_of(2, ("e1", "e3"), ("e2", "e4")),
]


def penalty(*penalties, entrant="e1", **fields):
    return PenaltyImposed(
        section=MEN,
        entrant=EntrantId(entrant),
        offence="late",
        penalties=penalties,
        cause=CAUSE,
        **fields,
    )


WARNING = Penalty(PenaltyKind.WARNING)
PLACES = [
    # round and board as given     games on board 1 of round 1 and 2    round, board, game as kept
    ({}, (), (2, None, 1)),
    ({"round": 1}, (), (1, None, 1)),
    ({"round": 2}, (), (2, None, 1)),
    ({"round": 1, "board": 2}, (), (1, 2, 1)),
    ({"round": 1, "board": 1}, (), (1, 1, 1)),
    ({"round": 1, "board": 1}, ((1, 1, 1),), (1, 1, 2)),
    ({"round": 1, "board": 1}, ((1, 1, 1), (1, 1, 2)), (1, 1, 3)),
    ({"round": 1, "board": 2}, ((1, 1, 1),), (1, 2, 1)),
    ({"round": 2, "board": 1}, ((1, 1, 1),), (2, 1, 1)),
    ({"round": 1, "board": 1}, ((2, 1, 1),), (1, 1, 1)),
    ({"round": 2, "board": 1}, ((2, 1, 1),), (2, 1, 2)),
    ({"board": 1}, ((1, 1, 1), (2, 1, 1)), (2, 1, 1)),
]


@pytest.mark.parametrize(("given", "games", "kept"), PLACES)
def test_a_penalty_belongs_to_its_round_board_and_game(given, games, kept):
    played = [game(*place, 2, 0) for place in games]
    section = folded(*TWO_ROUNDS, *played, penalty(WARNING, note="seen", **given))
    (found,) = section.penalties
    assert (found.round, found.board, found.game) == kept
    assert (found.entrant, found.offence, found.penalties) == ("e1", "late", (WARNING,))
    assert (found.clause, found.note) == ("", "seen")


def test_before_the_first_round_a_penalty_belongs_to_none():
    taken = Penalty(PenaltyKind.POINTS, 2)
    section = folded(*begun(), penalty(taken, clause="7.1"))
    (found,) = section.penalties
    assert (found.round, found.clause) == (None, "7.1")
    assert section.deductions == {}


def test_points_are_taken_from_the_round_and_add_up():
    two, three = Penalty(PenaltyKind.POINTS, 2), Penalty(PenaltyKind.POINTS, 3)
    section = folded(
        *TWO_ROUNDS,
        penalty(two, round=RoundNo(1)),
        penalty(three, round=RoundNo(1)),
        penalty(two),
        penalty(three, entrant="e4"),
    )
    assert section.deductions == {(1, "e1"): 5, (2, "e1"): 2, (2, "e4"): 3}
    assert section.marks == {}


def test_fouls_are_marks_by_kind_that_add_up():
    technical = Penalty(PenaltyKind.TECHNICAL_FOUL)
    conduct = Penalty(PenaltyKind.CONDUCT_FOUL, 2)
    section = folded(
        *TWO_ROUNDS,
        penalty(technical, conduct),
        penalty(technical, WARNING),
        penalty(conduct, entrant="e2"),
    )
    assert section.marks == {
        "e1": {"technical-foul": 2, "conduct-foul": 2},
        "e2": {"conduct-foul": 2},
    }
    assert section.deductions == {}
    assert section.disqualified == set()
    assert section.bans == {}


def test_marks_of_a_state_are_left_alone_by_what_is_added_to_it():
    from qipan.journal.folding import fold

    foul = penalty(Penalty(PenaltyKind.TECHNICAL_FOUL))
    first = fold([*TWO_ROUNDS, foul])
    second = fold([foul], first)
    assert first.sections[MEN].marks == {"e1": {"technical-foul": 1}}
    assert second.sections[MEN].marks == {"e1": {"technical-foul": 2}}


@pytest.mark.parametrize("kind", [PenaltyKind.BAN, PenaltyKind.SUSPENSION])
def test_a_ban_stands_until_it_is_lifted(kind):
    ban = penalty(Penalty(kind, until="2027-01-31"), clause="7.6")
    section = folded(*TWO_ROUNDS, ban)
    (found,) = section.bans.items()
    assert found[0] == "e1"
    assert (found[1].kind, found[1].offence) == (kind.value, "late")
    assert (found[1].clause, found[1].until) == ("7.6", "2027-01-31")
    lifted = BanLifted(section=MEN, entrant=EntrantId("e1"), reason="served")
    assert folded(*TWO_ROUNDS, ban, lifted).bans == {}


def test_a_disqualification_annuls_the_place_and_is_no_ban():
    section = folded(*TWO_ROUNDS, penalty(Penalty(PenaltyKind.DISQUALIFICATION)))
    assert section.disqualified == {"e1"}
    assert section.bans == {}
    assert section.marks == {}


def test_what_was_annulled_and_which_clocks_were_replaced_is_kept():
    section = folded(
        *TWO_ROUNDS,
        result(1, 1, 2, 0),
        ResultsAnnulled(
            section=MEN,
            entrant=EntrantId("e1"),
            boards=((RoundNo(1), BoardNo(1)),),
            cause=CAUSE,
            reason="cheating",
        ),
        *(
            ClockReplaced(section=MEN, round=RoundNo(2), board=BoardNo(1), left=left)
            for left in ((600, 500), (300, 200))
        ),
    )
    assert section.annulled == [("e1", ((1, 1),), "cheating")]
    assert section.clocks == {(2, 1): (300, 200)}


def test_lateness_is_kept_by_round_with_what_it_cost():
    def late(number, who, seconds, **fields):
        place = {"section": MEN, "round": RoundNo(number), "board": BoardNo(1)}
        return LatenessRecorded(**place, entrant=EntrantId(who), seconds=seconds, **fields)

    section = folded(*TWO_ROUNDS, late(1, "e1", 60), late(2, "e1", 90, deducted=180, lost=True))
    assert section.late == {(1, "e1"): (60, 0), (2, "e1"): (90, 180)}
