"""Marks, birth and dan on the form of entries and over the API."""

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.roles import Role
from web.accessibility import complaints
from web.site import act, sign_in_as, site

MEN = "/c/wx/men"


@pytest.fixture
def served(tmp_path):
    with site(tmp_path) as (client, house):
        opened = OpenSection(section="men", title="Men", under="men")
        house.office.create("wx", "t", "World", "wx-14", [opened])
        sign_in_as(client, Role.CHIEF_ARBITER)
        yield client, house


def entrants(house):
    return list(house.office.state("wx").sections["men"].entrants.values())


def test_the_form_names_the_marks_of_the_book_and_takes_several(served):
    client, house = served
    page = client.get(f"{MEN}/desk/entries").text
    assert "(NCNV)" in page
    assert "WX 2.1" in page
    assert all(f'name="{name}"' in page for name in ("tags", "birth", "dan"))
    assert complaints(page) == []
    fields = {"name": "Ann", "birth": "2001", "dan": "3", "tags": ["ncnv", "first-group"]}
    assert act(client, "desk/entries/enter", MEN, **fields).status_code == 303
    (ann,) = entrants(house)
    assert ann.tags == {"ncnv", "first-group"}
    assert house.office.names(house.office.state("wx").sections["men"])[ann.id].birth == "2001"


@pytest.mark.parametrize(
    ("field", "value"), [("birth", "yesterday"), ("dan", "x"), ("tags", "nvnc")]
)
def test_a_wrong_one_is_refused_and_what_was_typed_stays(served, field, value):
    client, house = served
    fields = {"name": "Ann", field: value}
    answer = act(client, "desk/entries/enter", MEN, **fields)
    assert answer.status_code in (400, 422)
    assert 'value="Ann"' in answer.text
    assert entrants(house) == []


def test_nobody_bears_them_is_said_until_somebody_does(served):
    client, _ = served
    act(client, "desk/entries/enter", MEN, name="Ann")
    assert 'id="unborne"' in client.get(f"{MEN}/desk/entries").text
    act(client, "desk/entries/enter", MEN, name="Bo", tags=["ncnv", "first-group"])
    assert 'id="unborne"' not in client.get(f"{MEN}/desk/entries").text


def test_over_the_api(served):
    client, house = served
    headers = {"x-csrftoken": client.cookies["csrftoken"]}
    path = "/api/competitions/wx/men/entries"
    said = {"name": "Ann", "tags": ["ncnv"], "birth": "2001-02-03", "dan": 2}
    assert client.post(path, json=said, headers=headers).status_code == 201
    assert entrants(house)[0].tags == {"ncnv"}
    for wrong in ({"tags": ["x"]}, {"birth": "x"}, {"dan": 11}, {"dan": -1}):
        answer = client.post(path, json={"name": "Bo", **wrong}, headers=headers)
        assert answer.status_code in (400, 422), wrong
    assert len(entrants(house)) == 1
