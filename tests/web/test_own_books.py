"""A regulation written in the browser: sheets, faults beside the fields, tried out, published."""

import re
from html import unescape

import pytest

from qipan.desk.own_books.draft import check_text
from qipan.desk.roles import Role
from qipan.kernel.ids import CompetitionId
from qipan.office.own_books import content_of
from qipan.rulebooks.editions import edition_name, is_known
from web.accessibility import complaints
from web.site import sign_in_as, site


@pytest.fixture
def desk(tmp_path):
    with site(tmp_path) as (client, house):
        sign_in_as(client, Role.ORGANISER)
        yield client, house


def post(client, path, data=(), **fields):
    given = [*data, *fields.items(), ("_csrf_token", client.cookies.get("csrftoken"))]
    sent = {}
    for name, value in given:
        sent.setdefault(name, []).append(value)
    return client.post(path, data=sent, follow_redirects=False)


def begin(client, name="harbour-cup", like="", **more):
    client.get("/books")
    answer = post(client, "/books/new", id=name, title="Harbour cup", cite="HC", like=like, **more)
    assert answer.status_code == 303, answer.text
    return f"/books/{name}"


def fields_in(page):
    """Give what a browser would send for the sheet of a page, in its order."""
    form = re.search(r"<form[^>]*data-checked.*?</form>", page, re.DOTALL)[0]
    found = []
    for tag in re.finditer(
        r"<input([^>]*)>|<textarea([^>]*)>(.*?)</textarea>|<select([^>]*)>(.*?)</select>",
        form,
        re.DOTALL,
    ):
        words = tag[1] or tag[2] or tag[4]
        name = re.search(r'name="([^"]*)"', words)
        if name is None:
            continue
        if tag[1] is not None:
            if "checkbox" in words and "checked" not in words:
                continue
            value = re.search(r'value="([^"]*)"', words)
            found.append((name[1], value[1] if value else ""))
        elif tag[2] is not None:
            found.append((name[1], tag[3]))
        else:
            chosen = re.search(r'<option value="([^"]*)"[^>]*selected', tag[5])
            first = re.search(r'<option value="([^"]*)"', tag[5])
            found.append((name[1], (chosen or first)[1]))
    return [(name, unescape(value)) for name, value in found if name != "_csrf_token"]


def filled(page, **changes):
    """Fill in a sheet: names with dots are given with double underscores."""
    wanted = {name.replace("__", "."): value for name, value in changes.items()}
    fields = [(name, value) for name, value in fields_in(page) if name not in wanted]
    for name, value in wanted.items():
        fields += [(name, each) for each in (value if isinstance(value, list) else [value])]
    return fields


def draft(house, name="harbour-cup"):
    return content_of(house.office.own_books.find(name).draft)


def test_a_sheet_saved_as_it_is_changes_nothing(desk):
    client, house = desk
    for name, like in (("one", ""), ("two", "MY-I"), ("three", "wx-14"), ("four", "gm-2025")):
        home = begin(client, name, like)
        before = house.office.own_books.find(name)
        pages = [home, f"{home}/clauses"]
        pages += [f"{home}/events/{event}" for event in draft(house, name)["event"]]
        for page in pages:
            shown = client.get(page)
            assert shown.status_code == 200
            assert complaints(shown.text) == []
            answer = post(client, f"{home}/sheet", fields_in(shown.text))
            assert answer.status_code == 303, answer.text
        after = house.office.own_books.find(name)
        assert check_text(after.draft, ()).book == check_text(before.draft, ()).book, like


def test_three_sections_of_go_with_byo_yomi_run_from_the_page_to_prizes(desk):
    client, house = desk
    home = begin(client, game="go")
    page = client.get(f"{home}/events/open").text
    changes = filled(
        page,
        clock__kind="periods",
        clock__minutes="45",
        clock__periods="3",
        clock__period_seconds="30",
        prizes__currency="RM",
        prizes__lists__main__money="500 300, 200",
        prizes__goods__trophy="3",
        entries__most="40",
    )
    assert post(client, f"{home}/sheet", changes).status_code == 303
    for event, title in (("women", "Women"), ("youth", "Youth")):
        sent = {"id": event, "title.en": title, "like": "open"}
        version = str(house.office.own_books.find("harbour-cup").version)
        answer = post(client, f"{home}/events", sent.items(), version=version)
        assert answer.headers["location"] == f"{home}/events/{event}"
    page = client.get(f"{home}/events/youth").text
    assert post(client, f"{home}/sheet", filled(page, entries__age__most="18")).status_code == 303
    content = draft(house)
    assert [*content["event"]] == ["open", "women", "youth"]
    clock = {"minutes": 45, "periods": 3, "period_seconds": 30}
    assert all(rules["clock"] == clock for rules in content["event"].values())
    assert content["event"]["youth"]["entries"]["age"] == {"most": 18}
    tried = post(client, f"{home}/try", event="youth", entries="9")
    assert tried.status_code == 200, tried.text
    assert tried.text.count("<tr>") >= 9
    assert post(client, f"{home}/publish").status_code == 303
    made = {
        "book": "harbour-cup",
        "event": ["open", "women", "youth"],
        "id": "harbour-2026",
        "title": "Harbour 2026",
        **{f"{event}.id": event for event in ("open", "women", "youth")},
    }
    assert "Harbour cup" in client.get("/new").text
    answer = client.post(
        "/new/competition",
        data={**made, "_csrf_token": client.cookies.get("csrftoken")},
        follow_redirects=False,
    )
    assert answer.status_code == 303, answer.text
    state = house.office.state(CompetitionId("harbour-2026"))
    assert [*state.sections] == ["open", "women", "youth"]
    assert state.edition == house.office.current_edition("harbour-cup")


def test_faults_are_told_while_one_types_and_nothing_is_saved(desk):
    client, house = desk
    home = begin(client)
    page = client.get(f"{home}/events/open").text
    wrong = filled(page, clock__minutes="long", stage__0__rounds="99")
    found = post(client, f"{home}/check", wrong)
    assert {each["path"] for each in found.json()["problems"]} == {"event.open.clock.minutes"}
    found = post(client, f"{home}/check", filled(page, stage__0__rounds="99"))
    (fault,) = found.json()["problems"]
    assert fault == {
        "path": "event.open.stage.0.rounds",
        "text": "Enter a number from 1 to 30.",
        "where": "Open",
        "href": f"{home}/events/open",
    }
    assert house.office.own_books.find("harbour-cup").version == 1
    assert post(client, f"{home}/sheet", wrong).status_code == 303
    page = client.get(f"{home}/events/open").text
    assert 'value="long"' in page
    assert "Expected a whole number." in page
    assert post(client, f"{home}/publish").status_code == 422
    assert post(client, f"{home}/try", entries="9").status_code == 400


def test_keys_are_put_in_order_without_a_script(desk):
    client, house = desk
    home = begin(client)

    def press(act, **more):
        page = client.get(f"{home}/events/open").text
        answer = post(client, f"{home}/sheet", filled(page, act=act, **more))
        assert answer.headers["location"].endswith("#order")
        return draft(house)["event"]["open"]["ranking"]["order"]

    assert press("up:2") == ["points", "wins", "opponents-score", "lot"]
    assert press("down:0") == ["wins", "points", "opponents-score", "lot"]
    assert press("drop:0") == ["points", "opponents-score", "lot"]
    more = {"more-key": "sonneborn-berger"}
    assert press("add", **more)[-1] == "sonneborn-berger"
    assert press("up:99")[-1] == "sonneborn-berger"


def test_clauses_are_written_in_any_language_and_cite_what_they_are_about(desk):
    client, house = desk
    home = begin(client)
    page = client.get(f"{home}/clauses").text
    changes = filled(
        page,
        **{
            "clause.3.number": "4",
            "clause.3.text.ms": "Jam bermula apabila giliran bermula.",
            "clause.3.about": "clock",
            "clause.1.gone": "yes",
        },
    )
    assert post(client, f"{home}/sheet", changes).status_code == 303
    clauses = draft(house)["clause"]
    assert [*clauses] == ["1", "3", "4"]
    assert clauses["4"] == {
        "text": {"ms": "Jam bermula apabila giliran bermula."},
        "rules": ["play.time"],
    }
    twice = filled(client.get(f"{home}/clauses").text, **{"clause.1.number": "1"})
    assert post(client, f"{home}/sheet", twice).status_code == 400


def test_a_regulation_goes_out_as_a_file_and_in_elsewhere(desk, tmp_path):
    client, _ = desk
    home = begin(client, like="MY-I")
    file = client.get(f"{home}/book.toml")
    assert "attachment" in file.headers["content-disposition"]
    (tmp_path / "second").mkdir()
    with site(tmp_path / "second") as (other, house):
        sign_in_as(other, Role.ORGANISER)
        other.get("/books")
        upload = {"file": ("harbour.toml", file.content, "application/toml")}
        token = {"_csrf_token": other.cookies.get("csrftoken")}
        answer = other.post("/books/import", data=token, files=upload, follow_redirects=False)
        assert answer.headers["location"] == "/books/harbour-cup"
        assert draft(house)["book"]["cite"] == "HC"
        for content in (b"[book", b"\xff\xfe", b"x = 1", b"a = [" * 100_000, file.content * 30):
            upload = {"file": ("x.toml", content, "application/toml")}
            answer = other.post("/books/import", data=token, files=upload, follow_redirects=False)
            assert answer.status_code == 400
        evil = file.content.replace(b'"harbour-cup"', b'"../../evil"')
        upload = {"file": ("../../x.toml", evil, "application/toml")}
        answer = other.post("/books/import", data=token, files=upload, follow_redirects=False)
        assert (answer.status_code, "book.id" in answer.text) == (400, True)
        assert house.office.own_books.names() == ["harbour-cup"]


def test_only_organisers_write_regulations_and_only_their_own(desk):
    client, house = desk
    home = begin(client)
    house.accounts.create("other", "Other", "long enough")
    house.accounts.grant("other", "*", Role.ORGANISER)
    for role in (Role.SPECTATOR, Role.PLAYER, Role.ARBITER):
        client.cookies.clear()
        sign_in_as(client, role)
        assert client.get("/books").status_code == 403
        assert post(client, f"{home}/publish").status_code == 403
    client.cookies.clear()
    page = client.get("/sign-in").text
    token = re.search(r'name="_csrf_token" value="([^"]+)"', page)[1]
    form = {"name": "other", "password": "long enough", "_csrf_token": token}
    assert client.post("/sign-in", data=form, follow_redirects=False).status_code == 303
    shown = client.get(home).text
    assert "disabled" in shown
    fields = filled(shown, cite="XX")
    assert post(client, f"{home}/sheet", fields).status_code == 422
    assert draft(house)["book"]["cite"] == "HC"
    client.cookies.clear()
    sign_in_as(client, Role.CHIEF_ARBITER)
    assert (
        post(client, f"{home}/sheet", filled(client.get(home).text, cite="XX")).status_code == 303
    )
    assert house.office.own_books.find("harbour-cup").owner == "account:organiser"


def test_somebody_else_saved_meanwhile(desk):
    client, house = desk
    home = begin(client)
    old = client.get(home).text
    assert post(client, f"{home}/sheet", filled(old, cite="AA")).status_code == 303
    assert post(client, f"{home}/sheet", filled(old, cite="BB")).status_code == 409
    assert draft(house)["book"]["cite"] == "AA"


@pytest.mark.parametrize("name", ["my-2018", "Not Short", "../x", ""])
def test_a_name_that_cannot_be_is_refused_where_it_was_typed(desk, name):
    client, house = desk
    client.get("/books")
    answer = post(client, "/books/new", id=name, title="Kept <b>", like="")
    assert answer.status_code == 422
    assert "Kept &lt;b&gt;" in answer.text
    assert house.office.own_books.names() == []


def test_sheets_that_are_not_there(desk):
    client, _ = desk
    home = begin(client)
    assert client.get("/books/none").status_code == 404
    assert client.get(f"{home}/events/none").status_code == 404
    assert post(client, f"{home}/sheet", sheet="event:none").status_code == 404
    assert post(client, f"{home}/try", event="none").status_code == 404


def test_a_clause_on_places_follows_the_keys(desk):
    client, house = desk
    home = begin(client)
    page = client.get(f"{home}/events/open").text
    changes = filled(page, **{"ranking.order": ["points", "sonneborn-berger", "lot"]})
    assert post(client, f"{home}/sheet", changes).status_code == 303
    rules = draft(house)["clause"]["3"]["rules"]
    assert rules == ["ranking.points", "tiebreak.sonneborn-berger", "ranking.lot"]


def test_a_draft_that_was_only_tried_out_is_not_kept_in_mind(desk):
    client, house = desk
    home = begin(client)
    name = edition_name(house.office.own_books.find("harbour-cup").draft)
    assert post(client, f"{home}/try", entries="6").status_code == 200
    assert not is_known(name)
    assert post(client, f"{home}/publish").status_code == 303
    assert post(client, f"{home}/try", entries="6").status_code == 200
    assert is_known(name)


def test_a_program_creates_a_competition_under_it(desk):
    client, house = desk
    home = begin(client)
    assert post(client, f"{home}/publish").status_code == 303
    asked = {"command": "CreateCompetition", "title": "Cup", "book": "harbour-cup"}
    token = {"x-csrftoken": client.cookies.get("csrftoken")}
    answer = client.post("/api/competitions/cup/commands", json=asked, headers=token)
    assert answer.status_code == 201, answer.text
    assert house.office.state(CompetitionId("cup")).book == "harbour-cup"
    listed = {each["book"]: each for each in client.get("/api/books").json()}
    assert listed["harbour-cup"]["events"] == ["open"]
    assert listed["my-2018"]["edition"]


def test_a_ready_regulation_is_begun_on_the_page(desk):
    client, house = desk
    page = client.get("/books?from=round-robin").text
    assert re.search(r'value="ready:round-robin"\s+selected', page)
    begin(client, "club-league", like="ready:round-robin", game="go")
    content = draft(house, "club-league")
    assert content["event"]["open"]["game"] == "go"
    assert content["event"]["open"]["clock"]["periods"] == 3
    client.get("/books")
    answer = post(client, "/books/new", id="other", title="x", cite="X", like="ready:ladder")
    assert (answer.status_code, "simple-swiss" in answer.text) == (404, True)
