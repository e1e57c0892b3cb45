"""A Go open of 80 players, 15 kyu to 6 dan, six rounds: from the rating list to h9 in the browser.

What takes many clicks is sent as the forms would: closing, results, the rounds between.
"""

from random import Random

import httpx
import pytest

from e2e.chromium import new_page
from e2e.desk_steps import lead, pair
from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.own_books.draft import content_text
from qipan.desk.own_books.ready import ready_regulation
from qipan.desk.particulars import DescribeCompetition
from qipan.journal.people import Person
from qipan.kernel.ranks import rank_of, rating_of_grade
from qipan.wiring import open_house
from server import Server, use_link

pytestmark = pytest.mark.browser
DESK = "/c/open/open/desk"
API = "/api/competitions/open"
ROUNDS = 6


def field():
    """Give eighty people: pin, name, rank."""
    dice = Random(80)
    given, families = ("Ada", "Bo", "Cy", "Dana", "Eli"), ("Aster", "Birch", "Cedar", "Fir")
    people = []
    for number in range(80):
        grade = min(35, max(15, int(dice.gauss(27, 5))))
        name = f"{families[number % 4]}{'abcdefghijklmnopqrst'[number // 4]} {given[number % 5]}"
        people.append((f"{10_000_000 + number}", name, grade))
    return people


def egd():
    """Write the list as the federation does."""
    lines = [
        f"  {pin}  {name:38}CZ  Prah  {rank_of(grade):>4}  --  {rating_of_grade(grade):5}    9  T25"
        for pin, name, grade in field()
    ]
    return ("<pre>\n" + "\n".join(lines) + "\n</pre>").encode()


def prepared(path):
    """Make the competition, with all but the last of them in."""
    house = open_house(str(path))
    office = house.office
    text = content_text(ready_regulation("mcmahon-handicap"))
    office.create("open", "t", "Open", "mcmahon-handicap", text=text)
    options = {"rounds": ROUNDS, "bar": "2d", "floor": "15k"}
    office.carry_out(
        "open", "t", OpenSection(section="open", title="Open", under="open", options=options)
    )
    said = DescribeCompetition(
        starts="2026-11-14", ends="2026-11-15", place="Praha", rate_of_play="60 min"
    )
    office.carry_out("open", "t", said)
    office.enter_all(
        "open",
        "open",
        "t",
        [
            Newcomer(
                Person(name=name, licence=pin, federation="CZE"),
                rating_of_grade(grade),
                "Prah",
                rank=rank_of(grade),
            )
            for pin, name, grade in field()[:-1]
        ],
    )
    house.close()


@pytest.fixture
def server(tmp_path):
    prepared(tmp_path / "j.sqlite")
    found = Server(tmp_path / "j.sqlite")
    found.chief = httpx.Client(base_url=found.base, timeout=60)
    use_link(found.chief, found.link)
    yield found
    found.chief.close()
    found.stop()


def ask(chief, path, body=None):
    headers = {"x-csrftoken": chief.cookies.get("csrftoken")}
    answer = chief.post(path, json=body, headers=headers)
    assert answer.status_code < 300, answer.text


def command(chief, kind, **fields):
    ask(chief, f"{API}/commands", {"command": kind, "section": "open", **fields})


def results(chief, number):
    """Type the results of a round, whoever wins by the dice."""
    dice = Random(number)
    lines = "\n".join(f"{board} {dice.choice(('1-0', '0-1'))}" for board in range(1, 41))
    form = {"lines": lines, "round": str(number), "_csrf_token": chief.cookies.get("csrftoken")}
    answer = chief.post(f"{DESK}/results/lines", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text


def approve(chief):
    """Approve the places; whom only a lot parts draw first."""
    headers = {"x-csrftoken": chief.cookies.get("csrftoken")}
    body = {"command": "ApproveStandings", "section": "open"}
    for _ in range(5):
        answer = chief.post(f"{API}/commands", json=body, headers=headers)
        if answer.status_code < 300:
            return
        assert answer.json()["code"] == "section.lots-pending", answer.text
        for lot in answer.json()["facts"]["lots"]:
            ask(chief, f"{API}/open/lots", {"lot": lot})
            ask(chief, f"{API}/open/lots", {"lot": lot, "draw": True})
    raise AssertionError("lots without end")


def test_eighty_players_from_the_list_to_h9(server, started, tmp_path):
    chief = server.chief
    page = new_page(started)
    page.context.add_cookies(
        [{"name": k, "value": v, "url": server.base} for k, v in chief.cookies.items()]
    )
    (tmp_path / "egd.html").write_bytes(egd())
    page.goto(f"{server.base}/rating-lists")
    page.set_input_files("input[name=file]", str(tmp_path / "egd.html"))
    page.fill("input[name=name]", "egd")
    page.fill("input[name=date]", "2026-11")
    page.click("#bring ~ form button.primary")
    page.wait_for_selector("text=egd 2026-11 has 80 players")
    page.click("button[name=keep]")
    page.wait_for_selector("#kept")
    pin, name, _ = field()[-1]
    family, given = name.split()
    page.goto(f"{server.base}{DESK}/entries")
    page.fill("[data-lookup-words]", f"{given.lower()} {family[:5].lower()}")
    page.click(f"[data-lookup-found] button:has-text('{pin}')")
    assert page.input_value("input[name=licence]") == pin
    page.click("form[action$='/entries/enter'] button.primary")
    page.wait_for_selector(f"main table >> text={name}")
    page.goto(f"{server.base}{DESK}/list-check")
    page.wait_for_selector("text=All 80 entries are fine")
    command(chief, "CloseEntries")
    ask(chief, f"{API}/open/lots", {})
    ask(chief, f"{API}/open/lots", {"draw": True})
    page.goto(f"{server.base}{DESK}/pairing")
    pair(page)
    page.wait_for_selector(".meetings")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        lead(page)  # publish
    results(chief, 1)
    for number in range(2, ROUNDS + 1):
        ask(chief, f"{API}/open/pair")
        command(chief, "PublishRound", round=number)
        results(chief, number)
    approve(chief)
    page.goto(f"{server.base}{DESK}/documents")
    page.wait_for_selector("#file-h9 >> text=No problems found.")
    with page.expect_download() as waiting:
        page.click("#file-h9 a[download]")
    text = waiting.value.path().read_text("utf-8")
    rows = [line for line in text.splitlines() if line.strip() and not line.startswith(";")]
    assert len(rows) == 80
    assert all(line.rsplit("|", 1)[1].isdigit() for line in rows)
    assert sum(line.count("+/") for line in rows) == 40 * ROUNDS
    assert any("/b2" in line for line in rows)
    assert page.errors == []
    page.context.close()
