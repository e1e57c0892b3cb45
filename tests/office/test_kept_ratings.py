"""Ratings over three seasons, worked out again from the journals; persons merged; grand prix."""

from fractions import Fraction
from random import Random

import pytest

from office.kept_events import OPEN, an_event, person, three_seasons
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput, Refused, Unknown
from qipan.kernel.ids import PersonId
from qipan.office.persons.arbiters import arbiters, part_of, read_norms
from qipan.office.persons.kept_ratings import (
    AskedSection,
    begin_list,
    explain,
    find_list,
    rate,
    recompute,
    take_back,
)
from qipan.office.persons.register import merge, read_register, unmerge
from qipan.office.persons.seasons import (
    add_stop,
    open_season,
    remove_stop,
    season_row,
    shown_season,
)
from qipan.office.persons.shown_ratings import everybody_seen, history, shown_list
from qipan.ranking.ratings.list_rules import READY, read_rules
from qipan.sections.places import places
from qipan.wiring import simulated_office

PROMOTIONS = """
like = "egf"
[[promotion]]
title = "2 kyu"
clause = "P 1"
rating = 1850
games = 4
[[promotion]]
title = "Champion"
clause = "P 2"
place = 1
players = 6
"""
SEASON = """
title = { en = "Grand prix" }
points = [10, 6, 4, 3]
others = 1
best = 2
ties = "share"
order = ["points", "best", "stops"]
[clauses]
points = "GP 2"
best = "GP 3"
order = "GP 4"
"""


@pytest.fixture(scope="module")
def played():
    office = simulated_office(28)
    three_seasons(office)
    return office


def rated(office, name, rules):
    begin_list(office, "t", name, read_rules(rules))
    for season, events in (
        ("2024", ["spring"]),
        ("2025", ["summer", "autumn"]),
        ("2026", ["winter"]),
    ):
        rate(office, "t", name, season, [AskedSection(each, OPEN) for each in events])


@pytest.mark.parametrize("rules", READY)
def test_three_seasons_worked_out_again_from_the_journals_are_as_stored(played, rules):
    rated(played, f"list-{rules}", rules)
    kept = find_list(played, f"list-{rules}")
    assert [each.season for each in kept.seasons] == ["2024", "2025", "2026"]
    assert recompute(played, f"list-{rules}") == []
    # what lies beside the journal changes nothing: somebody erased is rated all the same
    for line in kept.seasons[-1].lines:
        assert line.games > 0
        assert line.after != line.before
    firsts = {line.person: line for line in kept.seasons[0].lines}
    for line in kept.seasons[1].lines:
        assert line.before == firsts[line.was].after


def test_a_first_rating_gathers_games_over_seasons_and_is_worked_out_again():
    office = simulated_office(29)
    dice = Random(4)
    rules = read_rules('like = "fide"\n[elo.first]\nleast_games = 7')
    assert (rules.elo["floor"], rules.elo["first"]["phantom"]) == (1400, 1800)  # all else stays
    begin_list(office, "t", "fide", rules)
    days = {"2024": "2024-03-09", "2025": "2025-02-02", "2026": "2026-01-11"}
    for season, day in days.items():
        an_event(office, f"open-{season}", dice, unrated=(2,), ends=day)
        rate(office, "t", "fide", season, [AskedSection(f"open-{season}", OPEN)])
    register = read_register(office)
    chen = register.the_one("chen le")
    lines = [
        next(x for x in season.lines if x.person in chen.ids)
        for season in find_list(office, "fide").seasons
    ]
    assert [len(line.after.pool) for line in lines] == [3, 6, 9]
    assert [line.after.rating is None for line in lines] == [True, True, False]
    assert (lines[2].before, lines[2].after.games) == (lines[1].after, 9)
    assert recompute(office, "fide") == []
    told = history(office, "fide", chen.id, everybody_seen(register)).seasons
    assert [(each.first.games, bool(each.first.average)) for each in told] == [
        (3, False), (6, False), (9, True),
    ]  # fmt: skip
    pool = lines[2].after.pool
    total = sum(Fraction(each.rating) for each in pool) + 2 * 1800
    assert Fraction(told[2].first.average) == round(total / 11, 1)
    assert len({each.month for each in pool}) == 3


def test_a_list_begun_before_games_were_gathered_stays_as_it_was():
    office = simulated_office(30)
    rules = read_rules('like = "fide"\n[elo.first]\nleast_games = 3\npooled = false')
    begin_list(office, "t", "old", rules)
    an_event(office, "one", Random(5), unrated=(2,))
    rate(office, "t", "old", "2026", [AskedSection("one", OPEN)])
    assert "pool" not in str(office.around.log.read("kept-rating/old")[-1].payload)
    assert recompute(office, "old") == []


def test_every_change_is_the_sum_of_its_games(played):
    rated(played, "sums", "egf")
    for season in ("2024", "2025", "2026"):
        for change in explain(played, "sums", season).changes:
            total = sum((game.change for game in change.games), Fraction(0))
            assert change.after.rating - change.before.rating == total


def test_handicaps_are_minded_and_class_b_counts_three_quarters(played):
    for name, weight in (("whole", 100), ("part", 75)):
        begin_list(played, "t", name, read_rules("egf"))
        rate(played, "t", name, "2024", [AskedSection("spring", OPEN, weight)])
    one = {x.person: x for x in explain(played, "whole").changes}
    for change in explain(played, "part").changes:
        whole = one[change.person]
        gained = whole.after.rating - whole.before.rating
        assert change.after.rating - change.before.rating == gained * Fraction(3, 4)
    assert any(game.handicap for each in one.values() for game in each.games)
    assert recompute(played, "part") == []


def test_a_list_page_and_its_why_agree(played):
    rated(played, "agree", "egf")
    register = read_register(played)
    shown = shown_list(played, "agree", everybody_seen(register))
    assert [row.place for row in shown.rows] == [1, 2, 3, 4, 5, 6]
    ratings = [Fraction(row.rating) for row in shown.rows]
    assert ratings == sorted(ratings, reverse=True)
    for row in shown.rows:
        told = history(played, "agree", row.person, everybody_seen(register))
        assert (told.name, told.seasons[-1].after) == (row.name, row.rating)
        assert sum(len(each.games) for each in told.seasons) == row.games
    nobody = shown_list(played, "agree", lambda ids: None)
    assert (nobody.rows, nobody.hidden) == ((), 6)
    with pytest.raises(Unknown):
        history(played, "agree", shown.rows[0].person, lambda ids: None)


def test_promotions_cite_their_clause_and_are_earned_once(played):
    rated(played, "dan", PROMOTIONS)
    kept = find_list(played, "dan")
    titles = [title for season in kept.seasons for title in season.titles]
    assert {each.clause for each in titles} <= {"P 1", "P 2"}
    champions = [each for each in titles if each.title == "Champion"]
    state = played.state("spring")
    first = places(state, state.sections[OPEN]).rows[0].entrant
    assert champions[0].person == kept.seasons[0].sections[0].people[first]
    assert (champions[0].place, champions[0].event) == (1, 0)
    earned = [(each.person, each.title) for each in titles]
    assert len(earned) == len(set(earned))
    for each in titles:
        if each.title == "2 kyu":
            assert each.rating >= 1850
    assert recompute(played, "dan") == []


def test_a_season_is_refused_twice_unapproved_or_unknown_and_the_newest_is_taken_back(played):
    begin_list(played, "t", "strict", read_rules("fide"))
    spring = [AskedSection("spring", OPEN)]
    rate(played, "t", "strict", "2024", spring)
    for season, asked, code in (
        ("2024", [AskedSection("summer", OPEN)], "kept-rating.season"),
        ("2025", spring, "kept-rating.twice"),
        ("2025", [], "kept-rating.nothing"),
    ):
        with pytest.raises(Refused) as refused:
            rate(played, "t", "strict", season, asked)
        assert refused.value.code == code
    with pytest.raises(Refused):
        begin_list(played, "t", "strict", read_rules("fide"))
    assert take_back(played, "t", "strict", "wrong event") == "2024"
    assert find_list(played, "strict").seasons == ()
    rate(played, "t", "strict", "2024", spring)
    with pytest.raises(Unknown):
        find_list(played, "none")


def test_an_unapproved_section_is_not_rated():
    office = simulated_office(3)
    an_event(office, "open", Random(1), rounds=3, approved=False)
    begin_list(office, "t", "club", read_rules("egf"))
    with pytest.raises(Refused) as refused:
        rate(office, "t", "club", "2026", [AskedSection("open", OPEN)])
    assert refused.value.code == "kept-rating.not-approved"


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", 'like = "none"', 'like = "egf"\nmethod = "dice"', 'like = "egf"\nstart = "x"',
     'like = "fide"\n[elo]\nbands = 3', 'like="egf"\n[[promotion]]\ntitle="x"\nclause="y"'],
)  # fmt: skip
def test_rules_that_cannot_be_are_named(text):
    with pytest.raises(BadInput):
        read_rules(text)


# -- the register ------------------------------------------------------------------------------


def nameless(number):
    """Give the same people without number or birth: nobody can tell that they are the same."""
    found = person(number)
    return Person(name=found.name if number else "Abe, Yoko")


def test_people_are_one_by_their_number_and_merged_by_hand_and_taken_back():
    office = simulated_office(5)
    dice = Random(5)
    an_event(office, "one", dice)
    an_event(office, "two", dice)
    an_event(office, "three", dice, people=nameless)
    register = read_register(office)
    assert len(register.people) == 12
    [abe, other] = register.find("abe yoko")
    assert len(abe.ids) == 2
    assert (abe, other) in list(register.doubles())
    assert set(register.clubs()) == {"Club 0", "Club 1"}
    begin_list(office, "t", "club", read_rules("egf"))
    rate(office, "t", "club", "1", [AskedSection("one", OPEN)])
    done = merge(office, "t", [abe.id, other.id], "same card")
    assert len(read_register(office).the_one("abe").ids) == 3
    rate(office, "t", "club", "2", [AskedSection("three", OPEN)])
    line = next(x for x in find_list(office, "club").seasons[1].lines if x.was)
    assert line.before.games == 3
    assert recompute(office, "club") == []
    unmerge(office, "t", done.number, "cousins")
    assert len(read_register(office).find("abe yoko")) == 2
    assert recompute(office, "club") == []  # the season noted who was who
    with pytest.raises(Unknown):
        unmerge(office, "t", done.number, "again")
    with pytest.raises(Refused):
        merge(office, "t", [abe.id, abe.id], "same")
    with pytest.raises(Refused):
        merge(office, "t", [abe.id, other.id], " ")


def test_somebody_erased_is_nobody_in_the_register_and_the_rating_stands():
    office = simulated_office(6)
    an_event(office, "one", Random(6))
    begin_list(office, "t", "club", read_rules("egf"))
    rate(office, "t", "club", "1", [AskedSection("one", OPEN)])
    who = read_register(office).the_one("abe")
    office.around.people.erase(PersonId(who.id))
    assert read_register(office).find("abe") == []
    assert recompute(office, "club") == []
    assert "Abe" not in str(shown_list(office, "club", everybody_seen(read_register(office))))


# -- seasons and arbiters ----------------------------------------------------------------------


def test_a_grand_prix_counts_the_best_two_and_says_why(played):
    open_season(played, "t", "gp", SEASON)
    for name in ("spring", "summer", "autumn"):
        add_stop(played, "t", "gp", (name, str(OPEN)))
    shown = shown_season(played, "gp")
    assert [stop.players for stop in shown.stops] == [6, 6, 6]
    points = [Fraction(row.points) for row in shown.rows]
    assert points == sorted(points, reverse=True)
    for row in shown.rows:
        counted = [each for each in row.results if each.counts]
        assert len(counted) == 2
        assert sum(Fraction(each.points) for each in counted) == Fraction(row.points)
        state = played.state(row.results[0].competition)
        real = places(state, state.sections[OPEN]).by_entrant[row.results[0].entrant]
        assert real.place == row.results[0].place
    assert season_row(shown, shown.rows[0].name) == shown.rows[0]
    assert {row.clause for row in shown.rows[1:]} <= {"GP 2", "GP 4", ""}
    with pytest.raises(Refused):
        add_stop(played, "t", "gp", ("spring", str(OPEN)))
    with pytest.raises(Refused):
        open_season(played, "t", "gp", SEASON)
    remove_stop(played, "t", "gp", ("autumn", str(OPEN)))
    assert len(shown_season(played, "gp").stops) == 2


def test_arbiters_by_event_with_days_players_and_norms(played):
    rules = read_norms(
        '[[norm]]\ntitle="National arbiter"\nclause="A 4"\nparts=["chief"]\nplayers=6\ncount=3'
    )
    chief, deputy = arbiters(played, rules)
    assert (chief.name, len(chief.duties), chief.days) == ("Gao Min", 4, 12)
    assert (chief.duties[0].part, chief.duties[0].players) == ("chief", 6)
    assert (chief.norms[0].fulfilled, len(chief.norms[0].events)) == (True, 4)
    assert (deputy.duties[0].part, deputy.norms[0].fulfilled) == ("deputy", False)
    roles = ("裁判长", "副裁判长", "裁判员", "Ketua Pengadil", "Cook")
    assert list(map(part_of, roles)) == ["chief", "deputy", "arbiter", "chief", ""]
    with pytest.raises(BadInput):
        read_norms("[[norm]]\ncolour=1")


def test_an_event_of_ten_and_more_is_worked_out_as_stored():
    """Stored ids are sorted as texts, e10 before e2: the order of lines is no difference."""
    office = simulated_office(29)

    def of_many(number):
        return Person(name=f"Player {number}", licence=f"N{number}", birth="1990-01-01")

    an_event(office, "many", Random(1), count=12, people=of_many)
    for rules in READY:
        begin_list(office, "t", rules, read_rules(rules))
        rate(office, "t", rules, "2026", [AskedSection("many", OPEN)])
    assert {rules: recompute(office, rules) for rules in READY} == {key: [] for key in READY}
