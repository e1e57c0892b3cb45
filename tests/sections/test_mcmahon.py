"""McMahon: points to begin with by rating, a bar, and who then meets whom."""

import pytest

from qipan.desk.own_books.changing import changed
from qipan.desk.own_books.checking import check
from qipan.desk.own_books.draft import content_text
from qipan.desk.own_books.ready import ready_regulation
from qipan.desk.own_books.starting import empty_sheet, headed
from qipan.i18n.why_pairing import pairing_sentences
from qipan.office.verification import verify_log
from qipan.rulebooks.schema import StartScores
from qipan.sections.stages import first_standing
from qipan.sections.tables import START_SCORE, stage_crosstable
from qipan.simulation.event import HOME, simulate
from qipan.views.explain_pairing import explain_board
from qipan.wiring import simulated_office

START = StartScores(bar=2400, floor=1000, step=100)


@pytest.mark.parametrize(
    ("rating", "points"),
    [
        (None, 0),
        (0, 0),
        (999, 0),
        (1000, 0),
        (1099, 0),
        (1100, 1),
        (2399, 13),
        (2400, 14),
        (2900, 14),
    ],
)
def test_points_to_begin_with_follow_the_rating_up_to_the_bar(rating, points):
    assert START.of(rating) == points


@pytest.mark.parametrize(
    ("rank", "rating", "points"),
    [
        ("", None, 0),
        ("25k", None, 0),
        ("20k", 2700, 0),
        ("1k", None, 19),
        ("1d", 100, 20),
        ("4 dan", None, 23),
        ("九段", None, 23),
        ("1p", None, 23),
        ("", 2049, 19),
        ("", 2050, 20),
    ],
)
def test_points_to_begin_with_follow_the_rank_and_else_the_rating(rank, rating, points):
    assert StartScores(bar="4d", floor="20k").of(rating, rank) == points


def book(**start):
    content = headed(empty_sheet(), "go-open", {}, "GO")
    content = changed(content, "event.open.game", "go")
    stage = {"id": "main", "system": "mcmahon", "rounds": 5, "start": start}
    content = changed(content, "event.open.stage", [stage])
    order = ["mcmahon-score", "mcmahon-opponents", "points", "lot"]
    return changed(content, "event.open.ranking.order", order)


@pytest.fixture(scope="module")
def played():
    office = simulated_office(4)
    text = content_text(book(bar=2400, floor=1000, step=100))
    final = simulate(office, "go-open", "open", entries=24, seed=4, text=text)
    return office, final


def test_a_whole_event_is_played_and_ranked_by_mcmahon_scores(played):
    office, final = played
    state = office.state(HOME)
    section = state.sections["open"]
    table = stage_crosstable(first_standing(state, section))
    assert (final.rounds, state.closed) == (5, True)
    marks = {entry.id: entry.marks[START_SCORE] for entry in table.entries}
    assert len(set(marks.values())) > 3
    assert all(marks[e.id] == START.of(e.rating) for e in table.entries)
    scores = [float(line.values["mcmahon-score"]) for line in final.lines]
    assert scores == sorted(scores, reverse=True)
    assert verify_log(office.around.log).streams == 1


def test_neighbours_of_the_start_scores_meet_in_round_one(played):
    office, _ = played
    section = office.state(HOME).sections["open"]
    started = {who: START.of(each.rating) for who, each in section.entrants.items()}
    apart = [abs(started[a] - started[b]) for a, b in (t.seats for t in section.rounds[0].tables)]
    whole = max(started.values()) - min(started.values())
    assert sum(apart) / len(apart) < whole / 4


@pytest.mark.parametrize(
    ("start", "path"),
    [
        ({"bar": 900, "floor": 1000}, "bar"),
        ({"bar": 99_999}, "bar"),
        ({"bar": 2000, "step": 0}, "step"),
        ({"floor": 1000}, "bar"),
        ({"bar": "20k", "floor": "1d"}, "bar"),
        ({"bar": "4d", "floor": 1000}, "bar"),
    ],
)
def test_a_bar_below_the_floor_is_no_bar(start, path):
    faults = check(book(**start)).problems
    assert [each.path for each in faults] == [f"event.open.stage.0.start.{path}"]


def test_the_system_needs_points_to_begin_with():
    content = book(bar=2000)
    del content["event"]["open"]["stage"][0]["start"]
    assert [each.path for each in check(content).problems] == ["event.open.stage.0.start.bar"]


@pytest.fixture(scope="module")
def club():
    content = ready_regulation("mcmahon-handicap", "go")
    office = simulated_office(7)
    simulate(office, "mcmahon-handicap", "open", entries=21, seed=7, text=content_text(content))
    return office.state(HOME)


def test_handicaps_are_the_difference_less_one_and_the_weaker_takes_black(club):
    section = club.sections["open"]
    table = stage_crosstable(first_standing(club, section))
    start = {each.id: each.marks[START_SCORE] for each in table.entries}
    seen = set()
    for each in (table for found in section.rounds for table in found.tables):
        black, white = each.seats
        facts = each.causes[0].facts
        gap = (facts["scores"][0] - facts["scores"][1]) // table.scoring.unit
        even = 23 in (start[black], start[white])  # the bar is 4 dan, the floor 20 kyu
        assert each.handicap == (0 if even else max(0, min(9, gap - 1)))
        assert each.komi == ("0.5" if each.handicap else "")
        if each.handicap:
            assert facts["up"] == black
        seen.add(each.handicap)
    assert len(seen) > 1


def test_every_pair_has_its_reasons_and_they_are_said(club):
    section = club.sections["open"]
    names = {who: who for who in section.entrants}
    told = []
    for found in section.rounds:
        for table in found.tables:
            reason = explain_board(club, section, found, table.board)
            assert reason.colour is not None
            for language in ("en", "zh", "th", "ms"):
                assert len(pairing_sentences(language, reason, names)) == 2
            told += pairing_sentences("en", reason, names)
    text = " ".join(str(each) for each in told)
    assert "handicap of" in text or "without komi" in text
    assert "was next in line" in text
