"""Ratings, grands prix and norms kept in the browser, from begin to end."""

import re
from random import Random

import pytest

from office.kept_events import an_event
from qipan.desk.roles import Role
from qipan.i18n import LANGUAGES
from qipan.office.persons.arbiters import NormRule, norms_text, read_norms
from qipan.office.persons.kept_ratings import find_list
from qipan.office.persons.seasons import find_season, shown_season
from qipan.office.persons.shown_ratings import figure
from qipan.ranking.seasons.season_rules import SeasonRules, read_season, season_text
from web.accessibility import complaints
from web.markup import flat
from web.site import act, sign_in_as, site

GP = {
    "name": "gp", "title": 'Grand "prix"', "points": "10, 6 4", "others": "1", "best": "1",
    "least": "2", "ties": "each", "order": "wins",
}  # fmt: skip


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    with site(tmp_path_factory.mktemp("keep")) as (client, house):
        dice = Random(28)
        for name in ("spring", "autumn"):
            an_event(house.office, name, dice)
        an_event(house.office, "winter", dice, approved=False)
        sign_in_as(client, Role.ORGANISER)
        yield client, house


def looked_at(client, path):
    page = client.get(path)
    assert (page.status_code, complaints(page.text)) == (200, []), path
    return flat(page.text)


def test_a_list_is_begun_tried_rated_checked_and_taken_back(kept):
    client, house = kept
    looked_at(client, "/keep")
    begun = act(client, "ratings", path="/keep", name="club", ready="egf", rules="")
    assert (begun.status_code, begun.headers["location"]) == (303, "/keep/ratings/club")
    here = "/keep/ratings/club"
    page = looked_at(client, here)
    assert "Open spring" in page
    assert "Open winter" not in page  # not approved
    asked = {"season": "2026", "weight:spring/open": "100", "weight:autumn/open": "75"}
    tried = act(client, "rate", path=here, **asked)
    assert (tried.status_code, complaints(tried.text)) == (200, [])
    assert find_list(house.office, "club").seasons == ()
    assert act(client, "rate", path=here, **asked, do="yes").status_code == 303
    (season,) = find_list(house.office, "club").seasons
    rated = {each.competition: each.weight for each in season.sections}
    assert rated == {"spring": 100, "autumn": 75}
    assert "Open autumn · Open</a>" in looked_at(client, here)
    for line in season.lines:
        assert figure(line.after.rating) in tried.text  # what was tried is what came
    assert "match what is stored" in act(client, "check", path=here).text
    assert act(client, "rate", path=here, **asked, do="yes").status_code == 422  # each once
    assert act(client, "take-back", path=here, reason="wrong weight").status_code == 303
    assert find_list(house.office, "club").seasons == ()
    for wrong in ({"season": "x"}, {**asked, "weight:spring/open": "13"}, {**asked, "season": ""}):
        assert act(client, "rate", path=here, **wrong, do="yes").status_code in (400, 422)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"name": "No Name", "ready": "egf"}, 400),
        ({"name": "x", "ready": "dice"}, 400),
        ({"name": "x", "ready": "egf", "rules": "like = 3"}, 400),
        ({"name": "x", "ready": "egf", "rules": "x" * 30_000}, 400),
    ],
)
def test_rules_that_cannot_be_are_said_on_the_page(kept, fields, status):
    client, _ = kept
    answer = act(client, "ratings", path="/keep", **fields)
    assert answer.status_code == status
    assert 'role="alert"' in answer.text


def test_a_grand_prix_by_fields_is_a_regulation_with_clauses(kept):
    client, house = kept
    opened = act(client, "seasons", path="/keep", **GP)
    assert (opened.status_code, opened.headers["location"]) == (303, "/keep/seasons/gp")
    rules = read_season(find_season(house.office, "gp").rules)
    assert (rules.points, rules.best, rules.least, rules.ties) == ([10, 6, 4], 1, 2, "each")
    assert rules.order == ["points", "wins", "best", "stops"]
    assert set(rules.clauses) == {"points", "ties", "order", "best", "least"}
    assert all(set(words) == set(LANGUAGES) for words in rules.text.values())
    here = "/keep/seasons/gp"
    for name, factor in (("spring", 100), ("autumn", 150), ("winter", 100)):
        added = act(client, "add", path=here, section=f"{name}/open", factor=factor)
        assert added.status_code == 303
    assert act(client, "add", path=here, section="spring/open", factor=100).status_code == 422
    assert act(client, "add", path=here, section="none/open", factor=100).status_code in (404, 422)
    page = looked_at(client, here)
    assert "Only the best result counts." in page
    table = shown_season(house.office, "gp")
    public = looked_at(client, "/season/gp")
    for row in table.rows:
        assert row.name in public
        assert sum(each.counts for each in row.results) == 1
    assert "Grand &#34;prix&#34;" in public
    assert act(client, "drop", path=here, section="winter/open").status_code == 303
    assert len(shown_season(house.office, "gp").stops) == 2
    assert act(client, "drop", path=here, section="winter/open").status_code == 404
    for wrong in ({"points": "ten"}, {"points": ""}, {"points": "1 2"}, {"title": ""}):
        answer = act(client, "seasons", path="/keep", **{**GP, "name": "gp2", **wrong})
        assert answer.status_code == 400, wrong


def test_a_regulation_written_is_read_as_the_same():
    rules = SeasonRules(
        title={"en": 'A "b" \\ c\n\x7f', "zh": "大奖赛"}, points=[3, 2], best=2,
        clauses={"points": "G 1"}, text={"G 1": {"en": "x = [1]"}},
    )  # fmt: skip
    assert read_season(season_text(rules)) == rules
    norms = (NormRule('N "1" \x7f', "A 1", ("chief",), 6, 3, 2, 2), NormRule("段位"))
    assert read_norms(norms_text(norms)) == norms


def test_norms_are_set_shown_and_removed(kept):
    client, _ = kept
    assert "Gao Min" in looked_at(client, "/arbiters")
    norm = {"title": "National arbiter", "clause": "A 4", "part-chief": "yes", "players": "6"}
    norm |= {"rounds": "3", "days": "", "count": "2"}
    assert act(client, "norms/add", path="/arbiters", **norm).status_code == 303
    page = looked_at(client, "/arbiters")
    assert "National arbiter" in page
    assert "Fulfilled" in page  # three events of Gao Min, two are needed
    assert "0 of 2" in page
    assert "3 May 2026" in page
    assert ">Chief arbiter</span>" not in page  # what the role says already
    records = client.get("/api/arbiters").json()
    assert [each["norms"][0]["fulfilled"] for each in records] == [True, False]
    assert records[0]["years"] == [{"year": "2026", "events": 3, "days": 9}]
    assert records[0]["last"] == "2026-05-03"
    same = act(client, "norms/remove", path="/arbiters", norm="7")
    assert same.status_code == 422
    assert act(client, "norms/remove", path="/arbiters", norm="1").status_code == 303
    assert "National arbiter" not in looked_at(client, "/arbiters")
    for wrong in ({"title": ""}, {"part-chief": ""}, {"players": "many"}):
        answer = act(client, "norms/add", path="/arbiters", **{**norm, **wrong})
        assert answer.status_code == 400, wrong


def test_only_who_keeps_them_sees_the_pages(kept):
    client, _ = kept
    try:
        for role in (Role.ARBITER, Role.PLAYER, Role.SPECTATOR):
            sign_in_as(client, role)
            for path in ("/keep", "/keep/ratings/club", "/keep/seasons/gp", "/arbiters"):
                assert client.get(path).status_code == 403, (role, path)
            assert act(client, "ratings", path="/keep", name="y", ready="egf").status_code == 403
            assert "/keep" not in re.findall(r'href="([^"]+)"', client.get("/ratings").text)
    finally:
        sign_in_as(client, Role.ORGANISER)
