"""What the desk allows and what it refuses, each with its code."""

import pytest

from desk.event import (
    DRAW,
    FIRST,
    HOME,
    SECOND,
    WOMEN,
    do,
    next_round,
    numbered,
    opened,
    play_out,
    record,
    section,
)
from qipan.desk.closing import ApproveStandings, CloseCompetition
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries, WithdrawEntrant
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.lots import DrawNumbers
from qipan.desk.results.commands import CorrectResult
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.journal.people import Person
from qipan.kernel.errors import Conflict, Refused, Unknown
from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, RoundNo, SectionId
from qipan.kernel.lots import faults
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score
from qipan.sections.places import pending_lots


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


# -- entries -----------------------------------------------------------------------------------


def test_a_competition_is_created_once_and_under_a_book_that_exists():
    office = opened()
    refused("competition.exists", lambda: office.create(HOME, "t", "Cup", "wx-14"))
    with pytest.raises(Unknown, match="no-book"):
        office.create(CompetitionId("other"), "t", "Other", "no-book")
    assert office.competitions() == [HOME]


@pytest.mark.parametrize("name", ["", "Big Cup", "a_b", "-a", "ä", "x" * 300])
def test_an_id_is_short_and_plain(name):
    office = opened()
    refused("id.malformed", lambda: office.create(CompetitionId(name), "t", "Cup", "wx-14"))


def test_a_section_needs_an_event_of_the_book():
    office = opened()
    command = OpenSection(section=SectionId("men"), title="Men", under="giants")
    error = refused("section.no-such-event", lambda: do(office, command))
    assert "women" in error.facts["known"]
    again = OpenSection(section=WOMEN, title="Women", under="women")
    refused("section.exists", lambda: do(office, again))


def test_a_namesake_is_asked_about_once():
    office = opened(["Li Na"])
    twin = Newcomer(Person(name="  li　NA "))
    refused("entry.namesake", lambda: office.enter(HOME, WOMEN, "t", twin))
    other = Newcomer(Person(name="Li Na"), another_person=True)
    assert office.enter(HOME, WOMEN, "t", other) == "e2"
    assert [person.name for person in office.names(section(office)).values()] == ["Li Na", "Li Na"]


def test_a_refused_entry_keeps_nothing_personal():
    office = opened(["a"])
    people = office.around.people
    before = dict(people._people)
    bad = Newcomer(Person(name="b"), rating=99999)
    refused("entry.rating", lambda: office.enter(HOME, WOMEN, "t", bad))
    assert people._people == before


def test_entries_close_with_enough_people_and_stay_closed():
    office = opened("ab")
    error = refused("entry.too-few", lambda: do(office, CloseEntries(section=WOMEN)))
    assert (error.facts["entered"], error.facts["least"]) == (2, 3)
    office.enter(HOME, WOMEN, "t", Newcomer(Person(name="c")))
    do(office, CloseEntries(section=WOMEN))
    newcomer = Newcomer(Person(name="d"))
    refused("entry.closed", lambda: office.enter(HOME, WOMEN, "t", newcomer))


def test_the_section_can_be_full():
    office = opened([str(number) for number in range(40)])
    newcomer = Newcomer(Person(name="one more"))
    refused("entry.full", lambda: office.enter(HOME, WOMEN, "t", newcomer))


def test_somebody_withdraws_once():
    office = opened("abc")
    command = WithdrawEntrant(section=WOMEN, entrant=EntrantId("e1"))
    do(office, command)
    refused("entry.withdrawn", lambda: do(office, command))
    gone = WithdrawEntrant(section=WOMEN, entrant=EntrantId("e9"))
    refused("entrant.unknown", lambda: do(office, gone))


# -- numbers -----------------------------------------------------------------------------------


def test_numbers_come_from_a_lot_that_verifies():
    office = numbered("abcde")
    found = section(office)
    assert faults(found.lots["numbers"]) == ()
    assert found.commitments["numbers"] == found.lots["numbers"].commitment
    assert sorted(found.order) == ["e1", "e2", "e3", "e4", "e5"]


def test_a_lot_is_committed_to_first_and_drawn_once():
    office = opened("abc")
    do(office, CloseEntries(section=WOMEN))
    refused("lot.not-committed", lambda: office.draw_numbers(HOME, WOMEN, "t"))
    office.commit_lot(HOME, WOMEN, "t")
    refused("lot.committed", lambda: office.commit_lot(HOME, WOMEN, "t"))
    wrong = DrawNumbers(section=WOMEN, secret=b"x" * 32)
    refused("lot.not-committed", lambda: do(office, wrong))
    office.draw_numbers(HOME, WOMEN, "t", ("rain",))
    assert section(office).lots["numbers"].entropy == ("rain",)
    refused("numbers.not-now", lambda: office.draw_numbers(HOME, WOMEN, "t"))


def test_numbers_wait_for_the_end_of_entries():
    office = opened("abc")
    office.commit_lot(HOME, WOMEN, "t")
    refused("numbers.not-now", lambda: office.draw_numbers(HOME, WOMEN, "t"))


# -- rounds ------------------------------------------------------------------------------------


def test_rounds_are_paired_one_after_the_other():
    office = opened("abcd")
    pair = PairRound(section=WOMEN)
    refused("round.no-numbers", lambda: do(office, pair))
    office = numbered("abcd")
    do(office, pair)
    refused("round.unpublished", lambda: do(office, pair))
    publish = PublishRound(section=WOMEN, round=RoundNo(1))
    refused(
        "round.not-to-publish",
        lambda: do(office, PublishRound(section=WOMEN, round=RoundNo(2))),
    )
    do(office, publish)
    refused("round.not-to-publish", lambda: do(office, publish))
    error = refused("round.results-missing", lambda: do(office, pair))
    assert error.facts["boards"] == [1, 2]
    play_out_current(office)
    play_out(office)
    refused("round.last-played", lambda: do(office, pair))


def play_out_current(office):
    current = section(office).current
    for board in current.missing:
        record(office, current.number, board, FIRST)


def test_who_meets_somebody_withdrawn_wins_by_forfeit():
    office = numbered("abcd")
    next_round(office)
    play_out_current(office)
    gone = section(office).order[0]
    do(office, WithdrawEntrant(section=WOMEN, entrant=gone))
    next_round(office)
    current = section(office).current
    (table,) = [each for each in current.tables if gone in each.seats]
    result = current.results[table.board]
    assert (result.how, result.rule) == (How.FORFEIT, "desk.round.withdrawn")
    assert result.score.seats[table.seats.index(gone)] == 0
    assert len(current.missing) == 1


# -- results -----------------------------------------------------------------------------------

SCORES = [
    # seats in units of a half, how, accepted
    ((2, 0), How.PLAYED, True),
    ((1, 1), How.PLAYED, True),
    ((0, 2), How.PLAYED, True),
    ((2, 2), How.PLAYED, False),
    ((0, 0), How.PLAYED, False),
    ((1, 0), How.PLAYED, False),
    ((2,), How.PLAYED, False),
    ((2, 0, 0), How.PLAYED, False),
    ((2, 0), How.FORFEIT, True),
    ((0, 0), How.FORFEIT, True),
    ((1, 1), How.FORFEIT, False),
    ((1, 0), How.ADJUDGED, True),
    ((0, 0), How.ADJUDGED, True),
    ((2, 2), How.ADJUDGED, False),
    ((2, 0), How.BYE, False),
    ((2, 0), How.ANNULLED, False),
]


@pytest.mark.parametrize(("seats", "how", "accepted"), SCORES)
def test_a_result_is_one_the_book_knows(seats, how, accepted):
    office = numbered("abcd")
    next_round(office)
    score = Score(tuple(Points(each) for each in seats))
    if accepted:
        record(office, 1, 1, score, how)
        assert section(office).rounds[0].results[1].score == score
    else:
        refused("result.not-in-book", lambda: record(office, 1, 1, score, how))
        assert section(office).rounds[0].results == {}


@pytest.mark.parametrize(
    ("number", "board", "code"),
    [
        (1, 3, "result.no-such-board"),
        (1, 0, "result.no-such-board"),
        (2, 1, "result.no-such-round"),
        (0, 1, "result.no-such-round"),
        (-1, 1, "result.no-such-round"),
    ],
)
def test_a_result_needs_a_board_that_was_paired(number, board, code):
    office = numbered("abcd")
    next_round(office)
    refused(code, lambda: record(office, number, board, FIRST))


def test_a_correction_keeps_the_old_result_visible():
    office = numbered("abcd")
    next_round(office)
    record(office, 1, 1, FIRST)
    refused("result.recorded", lambda: record(office, 1, 1, SECOND))

    def correct(score, reason="typo", board=1):
        return do(
            office,
            CorrectResult(
                section=WOMEN, round=RoundNo(1), board=BoardNo(board), score=score, reason=reason
            ),
        )

    refused("result.no-reason", lambda: correct(SECOND, "  "))
    refused("result.unchanged", lambda: correct(FIRST))
    refused("result.nothing-to-correct", lambda: correct(FIRST, board=2))
    refused("result.not-in-book", lambda: correct(Score((Points(2), Points(2)))))
    correct(SECOND)
    correct(DRAW, "scoresheet found")
    found = section(office).rounds[0]
    assert found.results[1].score == DRAW
    assert [old.score for old in found.corrected[1]] == [FIRST, SECOND]


# -- closing -----------------------------------------------------------------------------------


def test_standings_are_approved_when_everything_is_in():
    office = numbered("abcd")
    approve = ApproveStandings(section=WOMEN)
    refused("section.incomplete", lambda: do(office, approve))
    play_out(office, DRAW)
    refused("section.lots-pending", lambda: do(office, approve))
    refused("competition.not-approved", lambda: do(office, CloseCompetition()))
    for lot in pending_lots(office.state(HOME), section(office)):
        office.commit_lot(HOME, WOMEN, "t", lot)
        office.draw_tie(HOME, WOMEN, "t", lot)
    do(office, approve)
    places = [place for _, place in section(office).approved]
    assert places == [1, 2, 3, 4]
    refused("section.approved", lambda: record(office, 1, 1, SECOND))
    do(office, CloseCompetition())
    refused("competition.closed", lambda: do(office, CloseCompetition()))
    refused("competition.closed", lambda: do(office, PairRound(section=WOMEN)))


def test_a_lot_is_only_for_who_is_level():
    office = numbered("abcd")
    play_out(office, FIRST)
    office.commit_lot(HOME, WOMEN, "t", "tie-1-nobody")
    refused("lot.no-tie", lambda: office.draw_tie(HOME, WOMEN, "t", "tie-1-nobody"))


# -- versions ----------------------------------------------------------------------------------


def test_an_outdated_version_is_a_conflict():
    office = numbered("abcd")
    seen = office.state(HOME).version
    next_round(office)
    with pytest.raises(Conflict) as caught:
        office.carry_out(HOME, "t", PairRound(section=WOMEN), expected=seen)
    assert caught.value.expected == seen


def test_refusals_change_nothing():
    office = numbered("abcd")
    before = office.state(HOME)
    refused("section.unknown", lambda: do(office, PairRound(section=SectionId("men"))))
    refused("result.no-such-round", lambda: record(office, 1, 1, FIRST))
    assert office.state(HOME) is before
    with pytest.raises(Refused):
        office.carry_out(CompetitionId("none"), "t", CloseCompetition())
    assert office.competitions() == [HOME]
