"""The demo's world: every scene at its moment, verified, on any day, with nobody real in it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from qipan.desk.play_offs.games import Waits, waits_for
from qipan.desk.records.comparison import Verdict, compared
from qipan.desk.results.signatures import open_disputes
from qipan.i18n.titles import section_title
from qipan.journal.state import Outcome
from qipan.office.verification import verify_log
from qipan.rulebooks import all_books
from qipan.rulebooks.loader import HOUSE
from qipan.sections.matches import match_of
from qipan.sections.places import pending_lots
from qipan.sections.stages import undecided
from qipan.simulation.demo_world import make_world, scenes
from qipan.simulation.demo_world.cast import FLOWERS, PIECES, person
from qipan.wiring import open_house

NOW = datetime(2027, 2, 28, 7, 30, tzinfo=UTC)
"""Any day: a morning at the end of a short month."""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    found = open_house(str(tmp_path_factory.mktemp("world") / "demo.sqlite"))
    make_world(found, NOW)
    yield found
    found.close()


def section(house, home, name):
    return house.office.state(home).sections[name]


def test_what_is_told_verifies_like_any_journal(house):
    found = verify_log(house.log)
    assert {each.current for each in found.editions} == {True}
    assert found.events > 1000


def test_every_regulation_on_the_shelf_is_played_somewhere(house):
    played = {state.book for state in house.office.readable()}
    assert played == set(all_books()) - {HOUSE}


def test_round_6_of_the_world_championship_has_a_disputed_claim(house):
    men = section(house, scenes.WORLD, "men")
    assert (len(men.rounds), len(men.current.missing)) == (6, 5)
    assert len(open_disputes(men)) == 1


def test_the_team_final_waits_for_the_captains(house):
    state = house.office.state(scenes.TEAM)
    teams = state.sections["team"]
    assert teams.line_ups
    (board,) = undecided(state, teams, teams.current)
    match = match_of(state, teams, teams.current.number, board)
    assert waits_for(match) is Waits.NOMINATION


def test_a_lot_waits_before_the_cross_rounds(house):
    state = house.office.state(scenes.ELITE)
    elite = state.sections["elite"]
    assert len(elite.rounds) == 5
    assert pending_lots(state, elite)
    assert not set(pending_lots(state, elite)) & set(elite.commitments)


def test_an_appeal_waits_for_an_answer(house):
    (appeal,) = section(house, scenes.PENANG, "individual").appeals.values()
    assert appeal.outcome is Outcome.LODGED


@pytest.mark.parametrize(
    ("home", "name"),
    [
        (scenes.CAMPUS, "xiangqi"),
        (scenes.CAMPUS, "shengji"),
        (scenes.CAMPUS, "checkers"),
        (scenes.LEAGUE, "league"),
    ],
)
def test_boards_are_open_for_computers_to_play_at(house, home, name):
    found = section(house, home, name)
    assert found.current.published
    assert found.current.missing


def test_what_is_past_is_closed_with_prizes_and_what_comes_takes_entries(house):
    for home in (scenes.HARBOUR, scenes.STONES):
        assert house.office.state(home).closed
    assert section(house, scenes.HARBOUR, "open").prizes is not None
    club = section(house, scenes.CLUB, "evening")
    assert (club.closed, club.active_count) == (False, 7)


def test_what_is_past_has_records_that_agree_with_the_results(house):
    for home, name in ((scenes.HARBOUR, "open"), (scenes.STONES, "final")):
        found = section(house, home, name)
        assert len(found.records) >= 2
        verdicts = {compared(found, key).verdict for key in found.records}
        assert verdicts == {Verdict.AGREES}


def test_sections_are_called_as_their_events_in_every_language(house):
    state = house.office.state(scenes.WORLD)
    men = state.sections["men"]
    said = [section_title(language, state, men) for language in ("en", "zh", "ms")]
    assert said == ["Men's individual", "男子个人赛", "Individu lelaki"]
    own = replace(men, title="Masters")
    assert section_title("zh", state, own) == "Masters"


def test_nobody_is_real_and_every_title_says_demo(house):
    flowers, pieces = dict(FLOWERS), dict(PIECES)
    for state in house.office.readable():
        assert state.title.startswith("Demo · ")
        for each in state.sections.values():
            people = [who for entrant in each.entrants.values() for who in entrant.people]
            for found in house.people.find(people).values():
                name = found.name.rstrip(" 23456789")
                assert (name[:-1] in flowers, name[-1] in pieces) == (True, True)


def test_a_person_has_one_name():
    names = [person(number).name for number in range(168)]
    assert len(set(names)) == len(names)


def test_nothing_happened_later_than_now_and_the_days_are_near(house):
    for state in house.office.readable():
        read = house.log.read(f"competition/{state.id}")
        times = [datetime.fromisoformat(each.at) for each in read]
        assert times == sorted(times)
        assert times[-1] <= NOW
        starts = datetime.fromisoformat(state.particulars.starts).replace(tzinfo=UTC)
        assert abs(starts - NOW) < timedelta(days=70)
