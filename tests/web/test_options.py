"""Options on the pages and over the API: typed, refused with the known ones, changed in time."""

import re

import pytest

from web.accessibility import complaints
from web.hall import desk, home_of, men, open_men, work


def posted(client, **fields):
    form = {"_csrf_token": client.cookies.get("csrftoken"), "title": "Made", **fields}
    return client.post("/new/competition", data=form, follow_redirects=False)


def test_the_form_offers_titles_and_takes_money_as_people_write_it(chief):
    client, house = chief
    page = client.get("/new?book=gm-2025&event=final").text
    assert 'name="final.titles"' in page
    assert complaints(page) == []
    typed = {"final.titles": "5-dan:1,4-dan:2,1-kyu", "final.rounds": "9"}
    assert posted(client, id="titled", book="gm-2025", event="final", **typed).status_code == 303
    kept = house.office.state("titled").sections["final"].options
    assert kept == {"titles": [["5-dan", 1], ["4-dan", 2], ["1-kyu", 0]], "rounds": 9}


@pytest.mark.parametrize(
    ("field", "value"),
    [("fee", "RM200"), ("fee", "much"), ("rounds", "9"), ("declare_by", "soon"), ("year", "26")],
)
def test_a_wrong_value_creates_nothing_and_is_said_on_the_form(chief, field, value):
    client, house = chief
    client.get("/new?book=my-2018&event=individual")
    typed = {"id": "wrong", f"individual.{field}": value}
    answer = posted(client, book="my-2018", event="individual", **typed)
    assert answer.status_code == 422
    assert re.search(r"MY[^<]*</cite>", answer.text)
    assert "wrong" not in house.office.competitions()


def test_an_option_is_changed_on_its_page_while_it_may_be(chief):
    client, house = chief
    open_men(house)
    page = client.get(f"{desk(client)}/options").text
    assert ("Rounds of the first stage" in page, "MY-I 1" in page) == (True, True)
    assert work(client, "options", "change", option="fee", value="RM 50").status_code == 303
    assert men(house).options["fee"] == 5000
    assert "RM 50" in client.get(f"{desk(client)}/options").text
    wrong = work(client, "options", "change", option="fee", value="RM 500")
    assert (wrong.status_code, "RM 100" in wrong.text) == (422, True)
    unknown = work(client, "options", "change", option="nonsense", value="5")
    assert (unknown.status_code, "Entry fee" in unknown.text) == (422, True)
    assert work(client, "options", "change", option="fee", value="").status_code == 303
    assert "fee" not in men(house).options


def test_the_api_opens_and_changes_by_the_same_rules(chief):
    client, house = chief
    house.office.create("api", "t", "Api", "my-2018")

    def ask(**fields):
        token = {"x-csrftoken": client.cookies.get("csrftoken")}
        return client.post("/api/competitions/api/commands", json=fields, headers=token)

    opening = {"command": "OpenSection", "section": "w", "title": "W", "under": "women"}
    for wrong in ({"nonsense": 5}, {"rounds": 9}, {"fee": "RM200"}, {"entry_checks": "perhaps"}):
        answer = ask(**opening, options=wrong)
        assert (answer.status_code, "entry_checks" in answer.text) == (422, True), wrong
    assert house.office.state("api").sections == {}
    assert ask(**opening, options={"fee": "80.00", "entry_checks": False}).status_code == 201
    assert ask(command="ChangeOptions", section="w", options={"fee": 70}).status_code == 201
    assert house.office.state("api").sections["w"].options == {"fee": 7000, "entry_checks": False}
    assert ask(command="ChangeOptions", section="w", options={"fee": None}).status_code == 201
    assert house.office.state("api").sections["w"].options == {"entry_checks": False}


def test_options_an_old_release_took_are_still_shown(chief):
    from qipan.journal.competition import OptionsChanged
    from qipan.journal.envelope import Batch
    from qipan.journal.events import fresh
    from qipan.office.clerk import stream_of

    client, house = chief
    open_men(house)
    home = home_of(house)
    old = {"fee": "RM200", "rounds": "x", "entry_checks": "false", "titles": 5, "nonsense": 5}
    event = fresh(OptionsChanged(section="individual", options=old))
    at = house.office.state(home).version
    house.office.around.log.submit(
        Batch(stream=stream_of(home), expected=at, actor="t", at="2026-01-01", events=(event,))
    ).result()
    for page in ("options", "entries", "schedule", "results", "closing"):
        assert client.get(f"{desk(client)}/{page}").status_code == 200, page
