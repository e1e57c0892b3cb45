"""Entries, money and times of the desk in the browser."""

import re

from qipan.desk.money import ledger_of
from qipan.desk.roles import Role
from web.accessibility import complaints
from web.hall import NAMES, desk, enter_men, men, open_men, path, sheet, work
from web.markup import flat
from web.site import act, sign_in_as, site


def bring(client, content=None, name="list.xlsx", **fields):
    fields["_csrf_token"] = client.cookies.get("csrftoken")
    files = {"file": (name, content)} if content is not None else {"none": ("", b"")}
    return client.post(f"{path(client)}/import", data=fields, files=files, follow_redirects=False)


def counts(page):
    return {
        name: int(count)
        for name, count in re.findall(r'data-count="(\w+)"><strong>(\d+)</strong>', page)
    }


# -- entries -----------------------------------------------------------------------------------


def test_a_list_is_looked_at_first_and_then_stored(chief):
    client, house = chief
    open_men(house)
    client.get(f"{desk(client)}/entries")
    rows = [(name, 2000 - at, "KL") for at, name in enumerate(NAMES)]
    rows[3] = (NAMES[3], "strong", "KL")
    looked = bring(client, sheet(rows))
    assert counts(looked.text) == {
        "added": 19, "updated": 0, "unchanged": 0, "blocked": 0, "failed": 1,
    }  # fmt: skip
    assert "<strong>B5</strong>" in looked.text  # which cell
    assert "a whole number from 0 to 9999" in looked.text
    assert men(house).entrants == {}  # nothing is stored yet
    assert complaints(looked.text) == []
    page = flat(looked.text)
    fields = dict(re.findall(r'name="(carried|named|store|version)" value="([^"]*)"', page))
    stored = bring(client, **fields)
    assert counts(stored.text)["added"] == 19
    assert len(men(house).entrants) == 19
    again = bring(client, sheet(rows))
    assert counts(again.text) == {
        "added": 0, "updated": 0, "unchanged": 19, "blocked": 0, "failed": 1,
    }  # fmt: skip


def test_a_blocked_row_says_which_clause(chief):
    client, house = chief
    open_men(house, entry_checks=True)
    client.get(f"{desk(client)}/entries")
    page = bring(client, sheet([("A", 1500, ""), ("B", 1500, "Nowhere")])).text
    assert counts(page)["blocked"] == 2
    assert re.search(r"sent by a member unit.* <cite>MY[^<]+</cite>", page)
    assert "Nowhere is not registered" in page


def test_a_list_that_was_looked_at_too_long_ago_is_looked_at_again(chief):
    client, house = chief
    open_men(house)
    client.get(f"{desk(client)}/entries")
    page = bring(client, sheet([("A", 1, "")])).text
    fields = dict(re.findall(r'name="(carried|named|store|version)" value="([^"]*)"', page))
    act(client, "enter", path(client), name="A")
    answer = bring(client, **fields)
    assert (answer.status_code, "in the meantime" in answer.text) == (409, True)
    assert counts(answer.text)["updated"] == 1
    assert len(men(house).entrants) == 1


BAD = [
    (b"PK not a spreadsheet", "list.xlsx", 400, "cannot be read as a spreadsheet"),
    (b"MZ\x00\x01", "list.exe", 400, "not a list we can read"),
    (b"rating\n1500\n", "list.csv", 400, "Choose the column that has the names"),
    (b"name\n\xff\xfe\n", "list.csv", 400, "cannot be read as text"),
    (b"", "", 400, "Please fill in: a file"),
]


def test_a_malformed_list_is_refused_and_says_why(chief):
    client, house = chief
    open_men(house)
    client.get(f"{desk(client)}/entries")
    for content, name, status, words in BAD:
        answer = bring(client, content, name) if name else bring(client)
        assert (name, answer.status_code, words in answer.text) == (name, status, True)
    assert men(house).entrants == {}


def test_a_player_brings_no_list(tmp_path):
    with site(tmp_path) as (client, house):
        open_men(house)
        sign_in_as(client, Role.PLAYER)
        assert bring(client, sheet([("A", 1, "")])).status_code == 403
        assert men(house).entrants == {}


def test_units_are_registered_and_then_send(chief):
    client, house = chief
    open_men(house, entry_checks=True)
    refused = work(client, "entries", "enter", name="A", unit="Johor", rating="1700")
    assert (refused.status_code, "MY" in refused.text) == (422, True)
    answer = work(client, "entries", "unit", unit="Johor", kind="direct", dues="yes")
    assert answer.status_code == 303
    assert (
        work(client, "entries", "enter", name="A", unit="Johor", rating="1700").status_code == 303
    )
    assert "Johor · direct ✓" in flat(client.get(f"{desk(client)}/entries").text)


# -- money -------------------------------------------------------------------------------------


def test_a_fee_is_paid_once_and_has_a_receipt(chief):
    client, house = chief
    enter_men(house, 4, fee="80")
    assert "Not paid: 4" in client.get(f"{desk(client)}/entries").text
    answer = work(client, "money", "pay", entrant="e2")
    page = client.get(answer.headers["location"]).text
    assert "Receipt no. 1" in page
    assert complaints(page) == []
    assert ledger_of(men(house)).balance("e2") == 8000
    assert work(client, "money", "pay", entrant="e2").status_code == 400
    receipt = client.get(f"{desk(client)}/receipt?n=1").text
    assert "RM 80" in receipt
    assert NAMES[1] in receipt
    assert complaints(receipt) == []
    assert client.get(f"{desk(client)}/receipt?n=2").status_code == 404


def test_a_fee_above_the_regulations_limit_is_refused_with_its_clause(chief):
    client, house = chief
    enter_men(house, 4)
    answer = work(client, "money", "post", entrant="e1", reason="fee", amount="100.50")
    assert answer.status_code == 422
    assert re.search(r"<cite>MY[^<]*</cite>", answer.text)
    assert (
        work(client, "money", "post", entrant="e1", reason="correction", amount="-5").status_code
        == 303
    )
    assert ledger_of(men(house)).balance("e1") == -500


# -- times -------------------------------------------------------------------------------------


def test_rounds_get_times_and_the_regulation_is_asked(chief):
    client, house = chief
    enter_men(house)
    early = work(client, "schedule", "set", round=1, start="2026-05-02T09:00")
    assert early.status_code == 422
    assert re.search(r"not start before 13:00.*<cite>MY 2.3</cite>", early.text, re.DOTALL)
    assert 'name="despite"' in early.text
    fill = {"start": "2026-05-02T13:00", "minutes": "150", "a-day": "4", "rounds": "8"}
    assert work(client, "schedule", "fill", **fill).status_code == 303
    assert men(house).times[5].start == "2026-05-03T13:00"
    assert complaints(client.get(f"{desk(client)}/schedule").text) == []


def test_moving_a_round_needs_a_reason_and_tells_who_is_affected(chief):
    client, house = chief
    enter_men(house, 4)
    assert work(client, "schedule", "set", round=1, start="2026-05-02T13:00").status_code == 303
    moved = {"round": 1, "start": "2026-05-02T14:00"}
    assert "Give a reason to move it" in work(client, "schedule", "set", **moved).text
    answer = work(client, "schedule", "set", **moved, reason="hall flooded")
    page = client.get(answer.headers["location"]).text
    assert "Players affected: 4" in page
    assert NAMES[0] in page


def test_a_time_set_against_the_regulation_stays_a_finding(chief):
    client, house = chief
    enter_men(house, 4)
    against = {"round": 1, "start": "2026-05-02T09:00", "despite": "the hall closes early"}
    assert work(client, "schedule", "set", **against).status_code == 303
    page = client.get(f"{desk(client)}/schedule").text
    assert "Conflicts in the schedule: 1" in page
    assert "<cite>MY 2.3</cite>" in page
