"""``qipan rate``: a stored event, a report, every method, every game."""

import json
import shutil

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.results.commands import RecordResult
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.kernel.results import Score
from qipan.wiring import open_house

STRENGTH = {"Mei": 2000, "Lan": 1900, "Zhu": 1800, "Ju": 1700}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A journal with three rounds of four rated players: the higher rated always wins."""
    path = tmp_path_factory.mktemp("rated") / "j.sqlite"
    house = open_house(str(path))
    office, cup, women = house.office, CompetitionId("cup"), SectionId("women")
    office.create(cup, "t", "Cup", "wx-14")
    office.carry_out(cup, "t", OpenSection(section=women, title="Women", under="women"))
    for name, rating in STRENGTH.items():
        office.enter(cup, women, "t", Newcomer(Person(name=name), rating))
    office.carry_out(cup, "t", CloseEntries(section=women))
    office.commit_lot(cup, women, "t")
    office.draw_numbers(cup, women, "t")
    for number in (1, 2, 3):
        section = office.pair(cup, women, "t").sections[women]
        office.carry_out(cup, "t", PublishRound(section=women, round=number))
        for table in section.current.tables:
            one, two = (section.entrants[who].rating for who in table.seats)
            score = Score((2, 0) if one > two else (0, 2))
            place = {"section": women, "round": number, "board": table.board}
            office.carry_out(cup, "t", RecordResult(**place, score=score))
    house.close()
    return path


@pytest.fixture
def rated(run, played, tmp_path):
    """The command beside that journal."""
    shutil.copy(played, tmp_path / "j.sqlite")
    return run


def test_elo_is_exact_for_a_known_event(rated):
    changes = json.loads(rated("rate", "cup", "--method", "elo", "--k", 20, "--json")[1])
    found = {each["name"]: each for each in changes}
    # Mei beats 1900, 1800 and 1700; the table expects .64, .76 and .85 of her.
    expected = sorted(game["expected"] for game in found["Mei"]["games"])
    assert expected == ["0.6400", "0.7600", "0.8500"]
    assert found["Mei"]["change"] == "15.00"
    assert found["Ju"]["change"] == "-15.00"
    assert sum(float(each["change"]) for each in changes) == 0


@pytest.mark.parametrize("method", ["fide", "elo", "egf", "glicko-2"])
def test_every_method_rewards_who_wins(rated, method):
    found = {
        each["name"]: each
        for each in json.loads(rated("rate", "cup", "--method", method, "--json")[1])
    }
    assert float(found["Mei"]["change"]) > 0 > float(found["Ju"]["change"])
    assert [len(each["games"]) for each in found.values()] == [3] * 4


def test_tables_and_files(rated, tmp_path):
    assert "Mei" in rated("rate", "cup")[1]
    assert rated("rate", "cup", "--games")[1].count("Mei") == 6
    assert rated("rate", "cup", "-o", "games.csv")[0] == 0
    lines = (tmp_path / "games.csv").read_text("utf-8-sig").splitlines()
    assert len(lines) == 13
    assert rated("rate", "cup", "-o", "games.xlsx")[0] == 0
    assert rated("rate", "cup", "-o", "games.doc")[0] == 2


def test_a_report_is_rated_like_the_event_it_tells(rated, tmp_path):
    made = rated("report", "cup", "--out", "cup.trf")
    assert made[0] == 0, made[2]
    by_file = json.loads(rated("rate", "cup.trf", "--method", "elo", "--json")[1])
    by_event = json.loads(rated("rate", "cup", "--method", "elo", "--json")[1])
    keys = ("before", "after", "change")
    assert sorted([each[key] for key in keys] for each in by_file) == sorted(
        [each[key] for key in keys] for each in by_event
    )


def test_teams_have_no_rating(run):
    assert run("new", "th-maklom-2024", "league", "--id", "go")[0] == 0
    assert run("rate", "go")[0] == 2
    assert run("rate", "none")[0] == 2
