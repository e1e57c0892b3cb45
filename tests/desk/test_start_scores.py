"""A McMahon start score set by hand: bounds, reason, undone, told; old rounds stay explained."""

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.options import ChangeOptions
from qipan.desk.own_books.draft import content_text
from qipan.desk.own_books.ready import ready_regulation
from qipan.desk.repairs.commands import TakeBackAct
from qipan.desk.results.commands import RecordResult
from qipan.desk.rounds.by_hand.commands import WithdrawRound
from qipan.desk.rounds.commands import PublishRound
from qipan.desk.start_groups import SetStartScore
from qipan.i18n.why import place_sentence
from qipan.i18n.why_pairing import pairing_sentences
from qipan.journal.people import Person
from qipan.kernel.errors import Refused
from qipan.kernel.ids import SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.office.verification import verify_log
from qipan.sections.lookup import event_of
from qipan.sections.places import places
from qipan.sections.start_scores import begins_with, set_by_hand, start_scores_of
from qipan.views.explain import explain_place
from qipan.views.explain_pairing import explain_board
from qipan.views.start_groups import start_groups, start_score_tried
from qipan.wiring import simulated_office

OPEN = SectionId("open")
HOME = "club"
RANKS = {"Ann": "5d", "Bob": "5k", "Cid": "10k", "Dan": "13k", "Eve": "14k", "Fay": ""}


@pytest.fixture
def office():
    found = simulated_office(28)
    text = content_text(ready_regulation("mcmahon-handicap"))
    found.create(HOME, "t", "Club", "mcmahon-handicap", text=text)
    found.carry_out(HOME, "t", OpenSection(section=OPEN, title="Open", under="open"))
    people = [Newcomer(Person(name=name), rank=rank) for name, rank in RANKS.items()]
    found.enter_all(HOME, OPEN, "t", people)
    return found


def begin(office, who):
    state = office.state(HOME)
    section = state.sections[OPEN]
    return begins_with(start_scores_of(event_of(state, section)), section, section.entrants[who])


def put(office, who, points, reason="plays much stronger"):
    command = SetStartScore(section=OPEN, entrant=who, points=points, reason=reason)
    office.carry_out(HOME, "t", command)


def paired(office, *, close=True):
    if close:
        office.carry_out(HOME, "t", CloseEntries(section=OPEN))
        office.draw_numbers(HOME, OPEN, "t")
    office.pair(HOME, OPEN, "t")
    number = len(office.state(HOME).sections[OPEN].rounds)
    office.carry_out(HOME, "t", PublishRound(section=OPEN, round=number))


def all_won_by_the_first(office):
    found = office.state(HOME).sections[OPEN].rounds[-1]
    for table in found.tables:
        score = Score((Points(2), Points(0)))
        office.carry_out(
            HOME,
            "t",
            RecordResult(section=OPEN, round=found.number, board=table.board, score=score),
        )


def test_somebody_begins_elsewhere_and_by_their_rank_again(office):
    assert begin(office, "e6") == 0
    put(office, "e6", 12)
    assert begin(office, "e6") == 12
    state = office.state(HOME)
    shown = start_groups(state, state.sections[OPEN])
    assert [(x.entrant, x.points, x.own) for x in shown.by_hand] == [("e6", 12, 0)]
    assert shown.unknown == ()  # somebody without a rank who was placed is not unknown
    assert (12, ("e6",)) in [(each.points, each.entrants) for each in shown.groups]
    put(office, "e6", None, "a mistake")
    assert begin(office, "e6") == 0
    assert set_by_hand(office.state(HOME).sections[OPEN], "e6") is None
    put(office, "e6", 3)
    last = office.state(HOME).version
    office.carry_out(HOME, "t", TakeBackAct(first=last, last=last, reason="wrong line"))
    assert begin(office, "e6") == 0
    assert verify_log(office.around.log).streams == 1


@pytest.mark.parametrize(
    ("who", "points", "reason", "code"),
    [
        ("e2", 24, "x", "start-score.bounds"),
        ("e2", -1, "x", "start-score.bounds"),
        ("e2", 15, "x", "start-score.same"),
        ("e2", None, "x", "start-score.same"),
        ("e2", 16, " ", "start-score.no-reason"),
        ("e99", 16, "x", "entrant.unknown"),
    ],
)
def test_what_cannot_be_set_is_refused(office, who, points, reason, code):
    with pytest.raises(Refused) as refused:
        put(office, who, points, reason)
    assert refused.value.code == code


def test_an_event_without_groups_has_no_start_scores():
    found = simulated_office(1)
    found.create("cup", "t", "Cup", "wx-14")
    found.carry_out("cup", "t", OpenSection(section=OPEN, title="Open", under="men"))
    with pytest.raises(Refused) as refused:
        found.carry_out("cup", "t", SetStartScore(section=OPEN, entrant="e1", points=1, reason="x"))
    assert refused.value.code == "mcmahon.no-start"


def test_it_moves_with_the_floor_and_stays_below_the_bar(office):
    put(office, "e6", 20)  # as 1 dan
    office.carry_out(HOME, "t", ChangeOptions(section=OPEN, options={"bar": "3d", "floor": "15k"}))
    assert (begin(office, "e2"), begin(office, "e6")) == (10, 15)
    office.carry_out(HOME, "t", ChangeOptions(section=OPEN, options={"bar": "5k"}))
    assert (begin(office, "e2"), begin(office, "e6")) == (10, 10)


def test_the_preview_says_what_then_comes_true_and_writes_nothing(office):
    paired(office)
    all_won_by_the_first(office)
    before = office.state(HOME)
    command = SetStartScore(section=OPEN, entrant="e5", points=22, reason="was 3 dan in Japan")
    tried = start_score_tried(before, command)
    assert office.state(HOME).version == before.version
    assert (tried.before, tried.after) == (6, 22)
    was = {row.entrant: row.place for row in places(before, before.sections[OPEN]).rows}
    office.carry_out(HOME, "t", command)
    after = office.state(HOME)
    now = {row.entrant: row.place for row in places(after, after.sections[OPEN]).rows}
    assert tried.groups == start_groups(after, after.sections[OPEN])
    assert {(x.entrant, x.before, x.after) for x in tried.places} == {
        (who, was[who], now[who]) for who in now if was[who] != now[who]
    }
    assert now["e5"] < was["e5"]


def test_the_next_pairing_follows_and_every_reason_says_so(office):
    put(office, "e5", 23)
    paired(office)
    state = office.state(HOME)
    section = state.sections[OPEN]
    board = next(each for each in section.rounds[0].tables if "e5" in each.seats)
    assert set(board.seats) == {"e1", "e5"}  # both begin at the bar
    assert board.handicap == 0
    names = {who: who for who in section.entrants}
    reason = explain_board(state, section, section.rounds[0], board.board)
    assert reason.points == ("23", "23")
    for language in ("en", "zh", "th", "ms"):
        *_, last = pairing_sentences(language, reason, names)
        assert "e5" in str(last)
        assert "23" in str(last)
    place = explain_place(state, section, places(state, section), "e5")
    told = str(place_sentence("en", place, names))
    assert "e5 began with 23 points, not 6, as the organiser decided" in told


def test_a_round_that_stood_keeps_its_reasons_and_one_paired_anew_has_new_ones(office):
    paired(office)
    found = office.state(HOME).sections[OPEN].rounds[0]
    board = next(each.board for each in found.tables if "e5" in each.seats)
    explained = explain_board(office.state(HOME), office.state(HOME).sections[OPEN], found, board)
    put(office, "e5", 23)
    state = office.state(HOME)
    again = explain_board(state, state.sections[OPEN], state.sections[OPEN].rounds[0], board)
    assert again == explained
    office.carry_out(HOME, "t", WithdrawRound(section=OPEN, round=1, reason="start was wrong"))
    paired(office, close=False)
    state = office.state(HOME)
    found = state.sections[OPEN].rounds[0]
    board = next(each.board for each in found.tables if "e5" in each.seats)
    again = explain_board(state, state.sections[OPEN], found, board)
    assert [each.points for each in again.by_hand] == [23]


def test_a_late_entrant_begins_by_rank_and_can_be_placed(office):
    paired(office)
    all_won_by_the_first(office)
    late = Newcomer(Person(name="Gus"), rank="1k")
    office.enter(HOME, OPEN, "t", late, late="train")
    assert begin(office, "e7") == 19
    put(office, "e7", 21)
    paired(office, close=False)
    found = office.state(HOME).sections[OPEN].rounds[1]
    seated = {who for each in found.tables for who in each.seats}
    assert "e7" in seated | {each.entrant for each in found.resting}
    assert begin(office, "e7") == 21
