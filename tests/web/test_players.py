"""Players on their phones: cards, their own game, results, records, appeals, notices."""

import hashlib
import re

import pytest
from litestar.testing import TestClient
from sqlalchemy import text

from qipan.desk.competition import OpenSection
from qipan.desk.conduct.commands import PunishOffence
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.results.signatures import open_disputes
from qipan.desk.roles import Role
from qipan.desk.rounds.commands import PublishRound
from qipan.desk.schedule.commands import ScheduleRound
from qipan.i18n import LANGUAGES
from qipan.journal.people import Person
from qipan.rulebooks import book_named
from qipan.web.player.phones import card_of, card_path
from qipan.web.serving import make_context
from qipan.web.shared.limits import attempts
from web.accessibility import complaints
from web.markup import flat
from web.phones import Phone, exif, jpeg, png
from web.standing import application, demo_house


class Hall:
    """The demo, round 3 under way: board 1 is over, boards 2 and 3 are not."""

    def __init__(self, folder):
        self.house = demo_house(folder)
        self.app = self.context = None
        attempts.forget()

    @property
    def section(self):
        return self.house.office.state("demo").sections["women"]

    def seats(self, board):
        return self.section.rounds[2].table(board).seats

    def phone(self, who=None):
        phone = Phone(self.app, self.context)
        if who is not None:
            assert phone.take(who).status_code == 303
        return phone

    def arbiter(self):
        phone = Phone(self.app, self.context)
        self.house.accounts.create("ann", "Ann", None)
        self.house.accounts.grant("ann", "demo", Role.CHIEF_ARBITER)
        self.house.accounts.open_session("ann", "session-of-ann", 2**40)
        phone.client.cookies.set("qipan_session", "session-of-ann", domain="hall.example")
        phone.client.get("/sign-in")
        phone.client.headers["x-csrftoken"] = phone.client.cookies["csrftoken"]
        return phone.client

    def do(self, command):
        self.house.office.carry_out("demo", "test", command)


@pytest.fixture
def hall(tmp_path):
    made = Hall(tmp_path)
    with application(make_context(made.house)) as (made.app, made.context), TestClient(made.app):
        yield made
    made.house.close()


def told(answer):
    found = re.search(r'role="alert">(.*?)</div>', answer.text, re.DOTALL)
    return re.sub(r"<[^>]+>|\s+", " ", found[1]).strip() if found else ""


# -- cards -----------------------------------------------------------------------------------


def test_a_card_opens_the_page_of_its_player_and_of_nobody_else(hall):
    first, second = hall.seats(2)
    phone = hall.phone()
    shown = phone.client.get(phone.card(first))
    assert hall.house.office.names(hall.section)[first].name in shown.text
    assert shown.headers["referrer-policy"] == "no-referrer"
    assert phone.page(first).status_code == 403  # looking takes nothing
    assert phone.take(first).headers["location"] == f"/c/demo/women/me/{first}"
    assert phone.page(first).status_code == 200
    assert phone.client.get("/me").url.path == f"/c/demo/women/me/{first}"
    assert phone.page(second).status_code == 403
    for action in ("report", "sign", "dispute", "record", "appeal", "nominate", "choose"):
        version = hall.house.office.state("demo").version
        assert phone.act(second, action, result="won").status_code == 403
        assert hall.house.office.state("demo").version == version
    assert phone.photograph(second, png()).status_code == 403
    assert phone.page("nobody").status_code == 403
    assert phone.client.post("/c/demo/women/pair").status_code == 403  # and no role at the desk
    assert phone.client.get("/c/demo/audit").status_code == 403


def test_the_first_phone_keeps_a_card_and_a_new_card_ends_it(hall):
    who = hall.seats(2)[0]
    mine, other = hall.phone(who), hall.phone()
    card = other.card(who)
    answer = other.take(who)
    assert answer.status_code == 422
    assert "another phone" in told(answer)
    assert mine.take(who).status_code == 303  # scanned again by its owner
    desk = hall.arbiter()
    answer = desk.post("/c/demo/women/cards/renew", data={"entrant": who})
    assert other.card(who) != card
    assert other.card(who) in answer.text
    assert mine.page(who).status_code == 403
    assert other.take(who, card).status_code == 422
    assert other.take(who).status_code == 303
    assert other.page(who).status_code == 200


def test_a_card_cannot_be_made_up(hall):
    one, two = hall.seats(2)
    phone = hall.phone()
    right = phone.card(one)
    signature = right.rpartition("/")[2]
    for path in (
        right[:-1] + ("A" if right[-1] != "A" else "B"),
        f"/card/demo/women/{two}/{signature}",
        f"/card/demo/women/nobody/{signature}",
        f"/card/demo/none/{one}/{signature}",
        f"/card/none/women/{one}/{signature}",
        f"/card/demo/women/{one}/%F0%9F%98%80",
    ):
        assert phone.take(one, path).status_code == 422, path
        assert phone.client.get(path).status_code == 422, path


def test_a_phone_of_a_family_holds_several_cards(hall):
    one, two = hall.seats(2)
    phone = hall.phone(one)
    phone.take(two)
    assert {phone.page(who).status_code for who in (one, two)} == {200}
    page = phone.client.get("/me").text
    assert page.count("/c/demo/women/me/") == 2
    phone.client.post("/sign-out")
    assert phone.page(one).status_code == 403
    with hall.house.log.engine.connect() as connection:
        kept = connection.execute(text("SELECT token FROM phone")).scalars().all()
    assert kept == []


# -- results ---------------------------------------------------------------------------------


def test_the_winner_reports_the_opponent_confirms_and_the_standings_change(hall):
    first, second = hall.seats(2)
    winner, loser = hall.phone(second), hall.phone(first)
    before = winner.client.get("/api/competitions/demo/women").json()["lines"]
    assert "I won" in winner.page(second).text
    assert "We drew" not in winner.page(second).text  # who moved first reports a draw
    assert winner.act(second, "report", result="won", round="3").status_code == 303
    reported = winner.client.get("/api/competitions/demo/women").json()["lines"]
    assert reported == before, "a report waits until it is confirmed"
    assert "signed by you" in winner.page(second).text
    page = flat(loser.page(first).text)
    seen = re.search(r'name="seen" value="([^"]+)"', page)[1]
    assert loser.act(first, "sign", seen="9-9").status_code == 409
    assert loser.act(first, "sign", seen=seen, round="3").status_code == 303
    assert winner.client.get("/api/competitions/demo/women").json()["lines"] != before
    assert "signed by you" in loser.page(first).text
    events = [(each.name, each.actor) for each in hall.house.log.read("competition/demo")][-3:]
    assert events == [
        ("result-recorded/1", f"player:women/{second}"),
        ("result-signed/1", f"player:women/{second}"),
        ("result-signed/1", f"player:women/{first}"),
    ]


def test_a_report_is_taken_back_before_it_is_confirmed_and_not_after(hall):
    first, second = hall.seats(2)
    winner, loser = hall.phone(second), hall.phone(first)
    winner.act(second, "report", result="won", round="3")
    assert "Take back my report" in winner.page(second).text
    assert winner.act(second, "take-back", round="3").status_code == 303
    assert "I won" in winner.page(second).text
    winner.act(second, "report", result="won", round="3")
    seen = re.search(r'name="seen" value="([^"]+)"', flat(loser.page(first).text))[1]
    loser.act(first, "sign", seen=seen, round="3")
    assert "Take back my report" not in winner.page(second).text
    assert winner.act(second, "take-back", round="3").status_code == 422


REPORTS = [
    (0, "won", 303, ""),
    (0, "drawn", 303, ""),
    (0, "lost", 422, "WX"),
    (1, "drawn", 422, "WX"),
    (1, "won", 303, ""),
    (1, "everything", 400, ""),
]


@pytest.mark.parametrize(("seat", "result", "status", "clause"), REPORTS)
def test_who_reports_is_named_by_the_regulation(hall, seat, result, status, clause):
    who = hall.seats(3)[seat]
    answer = hall.phone(who).act(who, "report", result=result, round="3")
    assert answer.status_code == status
    assert clause in told(answer)
    if status == 303:
        again = hall.phone().client  # a page left open: the result stands
        assert again.get("/c/demo/women").status_code == 200
        assert 3 in hall.section.rounds[2].results
    else:
        assert 3 not in hall.section.rounds[2].results


def test_a_page_of_an_earlier_round_reports_nothing(hall):
    who = hall.seats(3)[0]
    answer = hall.phone(who).act(who, "report", result="won", round="2")
    assert answer.status_code == 409
    assert 3 not in hall.section.rounds[2].results


def test_a_disputed_result_waits_for_an_arbiter(hall):
    first, second = hall.seats(2)
    hall.phone(first).act(first, "report", result="won", round="3")
    other = hall.phone(second)
    answer = other.act(second, "dispute", reason="It was <b>drawn</b>.", round="3")
    assert answer.status_code == 303
    assert other.act(second, "dispute").status_code == 422
    assert open_disputes(hall.section) == [(3, 2, second, "It was <b>drawn</b>.")]
    page = hall.arbiter().get("/c/demo/women/cards").text
    assert "It was &lt;b&gt;drawn&lt;/b&gt;." in page
    score = hall.section.rounds[2].results[2].score
    seen = "-".join(str(each) for each in score.seats)
    assert other.act(second, "sign", seen=seen).status_code == 303  # agrees after all
    assert open_disputes(hall.section) == []


def test_a_dispute_stands_on_the_arbiters_list_until_it_is_settled(hall):
    first, second = hall.seats(2)
    hall.phone(first).act(first, "report", result="won", round="3")
    hall.phone(second).act(second, "dispute", reason="It was drawn.", round="3")
    desk, arbiter = "/c/demo/women/desk", hall.arbiter()
    assert f'<a href="{desk}/results" class="warn">Disputed results: 1</a>' in (
        flat(arbiter.get(f"{desk}/pairing").text)
    )
    page = arbiter.get(f"{desk}/results").text
    assert f"{desk}/results?round=3&amp;correct=2" in page
    assert complaints(page) == []
    settled = {"round": 3, "board": 2, "entrant": second}
    settled["_csrf_token"] = arbiter.cookies.get("csrftoken")
    answer = arbiter.post(f"{desk}/results/signed", data=settled, follow_redirects=False)
    assert answer.status_code == 303
    assert "Disputed results" not in arbiter.get(f"{desk}/results").text


# -- records ---------------------------------------------------------------------------------


def test_a_photograph_is_kept_beside_the_journal_for_those_whom_it_concerns(hall):
    first, second = hall.seats(2)
    mine, stranger = hall.phone(first), hall.phone(hall.seats(3)[0])
    assert mine.photograph(first, jpeg(exif(6)), "x.html", "text/html").status_code == 303
    (taken,) = hall.section.photos[3, 2]
    path = f"/c/demo/women/photos/{taken.hash}"
    shown = mine.client.get(path)
    assert hashlib.sha256(shown.content).hexdigest() == taken.hash
    assert b"GPS" not in shown.content
    assert shown.headers["content-type"] == "image/jpeg"
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert shown.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert hall.phone(second).client.get(path).status_code == 200
    arbiter = hall.arbiter()
    assert arbiter.get(path).status_code == 200
    listed = arbiter.get("/c/demo/women/desk/records").text
    assert (path in listed, "no result yet" in listed) == (True, True)  # whose, and what is missing
    for client in (stranger.client, Phone(hall.app, hall.context).client):
        assert client.get(path).status_code == 403
    assert mine.photograph(first, jpeg(exif(6))).status_code == 422  # the same again
    for width in range(1, 4):
        assert mine.photograph(first, png(width)).status_code == 303
    assert "At most" in told(mine.photograph(first, png(9)))


@pytest.mark.parametrize("content", [b"", b"<svg onload=alert(1)>", b"x" * 8_200_000])
def test_what_is_no_photograph_is_refused_and_not_kept(hall, content):
    who = hall.seats(2)[0]
    answer = hall.phone(who).photograph(who, content)
    assert answer.status_code in (400, 413)
    with hall.house.log.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM attachment")).scalar() == 0


def test_moves_are_typed_in_and_replayed(hall):
    who = hall.seats(2)[0]
    phone = hall.phone(who)
    wrong = phone.act(who, "record", moves="1. h2e2 a1a9", round="3")
    assert wrong.status_code == 422
    assert told(wrong)
    assert phone.act(who, "record", moves="1. h2e2 h9g7\n2. h0g2", round="3").status_code == 303
    assert hall.section.records[3, 2, 1, False].record.moves == ("h2e2", "h9g7", "h0g2")
    assert phone.act(who, "record", moves=" ").status_code == 400


# -- appeals and notices ---------------------------------------------------------------------


def test_where_the_book_knows_no_appeal_there_is_no_form(hall):
    who = hall.seats(2)[0]
    phone = hall.phone(who)
    assert "Lodge the appeal" not in phone.page(who).text
    assert phone.act(who, "appeal", text="x").status_code == 422


def test_an_appeal_names_deposit_and_clauses_and_reaches_the_desk(hall):
    office = hall.house.office
    office.create("my", "test", "MY", "my-2018")
    unchecked = {"entry_checks": False}
    opened = OpenSection(section="s", title="S", under="individual", options=unchecked)
    office.carry_out("my", "t", opened)
    for number in range(12):
        office.enter("my", "s", "t", Newcomer(Person(name=f"n{number}"), unit=f"u{number}"))
    office.carry_out("my", "t", CloseEntries(section="s"))
    office.commit_lot("my", "s", "t")
    office.draw_numbers("my", "s", "t")
    office.pair("my", "s", "t")
    office.carry_out("my", "t", PublishRound(section="s", round=1))
    phone = hall.phone()
    state = office.state("my")
    phone.client.post(f"{card_path(hall.context, card_of(state, state.sections['s'], 'e1'))}/take")
    here = "/c/my/s/me/e1"
    page = phone.client.get(here).text
    deposit = book_named("my-2018").event["individual"].conduct.appeals.deposit
    assert f"RM {deposit}" in page or deposit in page
    assert "<cite>MY" in page.partition("Appeal")[2]
    empty = phone.client.post(f"{here}/appeal", data={"text": " ", "deposit": "yes"})
    assert empty.status_code == 422
    unpaid = phone.client.post(f"{here}/appeal", data={"text": "x"})
    assert "MY" in told(unpaid)
    form = {"text": "The clock\nstood still.", "deposit": "yes"}
    assert phone.client.post(f"{here}/appeal", data=form, follow_redirects=False).status_code == 303
    (appeal,) = office.state("my").sections["s"].appeals.values()
    assert (appeal.entrant, appeal.text) == ("e1", "The clock\nstood still.")
    assert "lodged" in phone.client.get(here).text


def test_notices_reach_everybody_and_penalties_only_who_got_them(hall):
    one, two = hall.seats(2)
    mine, other = hall.phone(one), hall.phone(two)
    desk = hall.arbiter()
    assert desk.post("/c/demo/notices/post", data={"text": ""}).status_code == 422
    desk.post("/c/demo/notices/post", data={"text": "Lunch <at> 12"})
    desk.post("/c/demo/notices/post", data={"text": "Women in hall B", "section": "women"})
    for page in (mine.page(one), other.page(two), desk.get("/c/demo/notices")):
        assert "Lunch &lt;at&gt; 12" in page.text
        assert "Women in hall B" in page.text
    assert mine.client.post("/c/demo/notices/post", data={"text": "x"}).status_code == 403
    hall.do(PunishOffence(section="women", entrant=one, offence="technical", note="touched <two>"))
    assert "touched &lt;two&gt;" in mine.page(one).text
    assert "technical foul" in mine.page(one).text
    assert "touched" not in other.page(two).text + desk.get("/c/demo/notices").text


def test_the_countdown_says_how_long(hall):
    who = hall.seats(2)[0]
    hall.do(ScheduleRound(section="women", round=3, start="2999-01-01T14:00", despite="far away"))
    page = hall.phone(who).page(who).text
    assert int(re.search(r'data-seconds="(\d+)"', page)[1]) > 10**9


# -- pages -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_of_the_page_reads_well_in_every_language(hall, language):
    first, second = hall.seats(2)
    mine, other = hall.phone(first), hall.phone(second)
    pages = [mine.page(first, params={"lang": language})]
    mine.act(first, "report", result="won", round="3")
    pages += [mine.page(first, params={"lang": language})]
    pages += [other.page(second, params={"lang": language})]
    other.act(second, "dispute", round="3")
    pages += [other.page(second, params={"lang": language})]
    pages += [hall.phone().client.get(mine.card(hall.seats(3)[0]), params={"lang": language})]
    for page in pages:
        assert page.status_code == 200
        assert complaints(page.text) == []
        assert re.findall(r">\s*((?:ui|staff|access)\.[a-z.-]+)\s*<", page.text) == []


def test_the_board_card_holds_the_code_of_each_player_for_the_staff_only(hall):
    from qipan.formats.documents.qr import qr_svg

    path = "/c/demo/women/documents/board-cards.pdf"
    assert hall.phone(hall.seats(2)[0]).client.get(path).status_code == 403
    answer = hall.arbiter().get(path)
    assert answer.content.startswith(b"%PDF")
    assert qr_svg(f"http://hall.example{hall.phone().card(hall.seats(2)[0])}")
