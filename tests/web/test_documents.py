"""Documents on the site: public ones for everybody, cards and slips for the staff."""

import re

import pytest

from qipan.desk.notices import PostNotice
from qipan.desk.results.commands import RecordResult
from qipan.desk.roles import STAFF, Role
from qipan.desk.rounds.commands import PairRound
from qipan.formats.documents import DOCUMENTS, MEDIA, Ending
from qipan.formats.printable import security_policy
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo, SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.web.public import documents
from qipan.web.shared.limits import attempts
from qipan.web.shared.rendering import environment
from web.site import WOMEN, sign_in_as, site

HERE = f"{WOMEN}/documents"
FOR_STAFF = [each.name for each in DOCUMENTS.values() if each.staff]
PUBLIC = ["entries", "pairings", "pairings-by-name", "standings", "cross-table", "rulebook"]


@pytest.fixture(scope="module")
def once(tmp_path_factory):
    with site(tmp_path_factory.mktemp("site")) as pair:
        yield pair


@pytest.fixture
def served(once):
    """A site that nobody has signed in to."""
    once[0].cookies.clear()
    attempts.forget()
    return once


def test_the_section_leads_to_its_documents(served):
    client, _ = served
    assert HERE in client.get(WOMEN).text
    page = client.get(HERE).text
    for name in PUBLIC:
        assert f"{HERE}/{name}.pdf" in page
    assert "board-cards" not in page
    assert "team-sheets" not in page
    assert "style=" not in page


def test_public_documents_are_for_everybody(served):
    client, _ = served
    for name in PUBLIC:
        for ending in DOCUMENTS[name].endings:
            answer = client.get(f"{HERE}/{name}.{ending}?lang=en")
            assert answer.status_code == 200, (name, ending, answer.text)
            assert answer.headers["content-type"].startswith(MEDIA[Ending(ending)])
            assert f"demo-women-{name}.{ending}" in answer.headers["content-disposition"]


def test_a_paper_for_the_browser_may_draw_itself_and_nothing_more(served):
    client, _ = served
    page = client.get(f"{HERE}/pairings.html?lang=en")
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert policy == security_policy(page.content)


def test_without_a_typesetter_every_paper_is_printed_by_the_browser(served, monkeypatch):
    client, _ = served
    sign_in_as(client, Role.CHIEF_ARBITER)
    for name, value in (("paints", False), ("paged", "html")):
        monkeypatch.setitem(environment().globals, name, value)
    page = client.get(f"{HERE}?lang=en").text
    papers = re.findall(r'formaction="[^"]+/documents/([\w-]+)\.(\w+)"', page)
    assert len(papers) > len(PUBLIC)
    assert {ending for _, ending in papers} == {"html"}
    assert ".pdf" not in page
    for name, ending in papers:
        assert client.get(f"{HERE}/{name}.{ending}?lang=en").status_code == 200, name
    assert "og:image" not in client.get(WOMEN).text


@pytest.mark.parametrize("role", [None, *Role])
def test_cards_and_slips_are_for_the_staff(served, role):
    client, _ = served
    if role is not None:
        sign_in_as(client, role)
    allowed = role in STAFF
    assert (f"{HERE}/board-cards.pdf" in client.get(HERE).text) is allowed
    answer = client.get(f"{HERE}/board-cards.pdf")
    assert answer.status_code == (200 if allowed else 403)
    assert answer.content.startswith(b"%PDF") is allowed


def test_every_document_of_the_staff(served):
    client, _ = served
    sign_in_as(client, Role.ARBITER)
    for name in FOR_STAFF:
        if name == "rating-files":
            continue  # of Go alone
        answer = client.get(f"{HERE}/{name}.pdf", params={"lang": "th", "top": 1})
        early = name == "prize-receipts"  # nobody has won yet
        wanted = 422 if DOCUMENTS[name].of_teams or early else 200
        assert answer.status_code == wanted, name


MISSING = [
    ("none.pdf", 404),
    ("entries.doc", 404),
    ("entries", 404),
    ("..%2Fpage.typ", 404),
    ("pairings.pdf?round=9", 404),
    ("pairings.pdf?round=x", 400),
    ("pairings.pdf?round=-1", 400),
    ("team-sheets.pdf", 422),
]


@pytest.mark.parametrize(("path", "status"), MISSING)
def test_what_cannot_be_made_is_said_so(served, path, status):
    client, _ = served
    answer = client.get(f"{HERE}/{path}")
    assert answer.status_code == status
    assert "Traceback" not in answer.text


def test_language_and_round_are_as_asked(served):
    client, _ = served
    one = client.get(f"{HERE}/pairings.csv?lang=zh&round=1").text
    assert one.lstrip("\ufeff").startswith("台,红")
    assert one != client.get(f"{HERE}/pairings.csv?lang=zh&round=2").text
    assert "กระดาน" in client.get(f"{HERE}/pairings.csv?lang=th").text


def test_unpublished_pairings_are_not_printed_for_the_public(tmp_path):
    with site(tmp_path) as (client, house):
        pair_round_four(house)
        assert client.get(f"{HERE}/pairings.csv?round=4").status_code == 404
        latest = client.get(f"{HERE}/pairings.csv").text
        assert latest == client.get(f"{HERE}/pairings.csv?round=3").text
        sign_in_as(client, Role.ARBITER)
        assert client.get(f"{HERE}/pairings.csv?round=4").status_code == 200


def pair_round_four(house):
    home, section = CompetitionId("demo"), SectionId("women")
    for board in (2, 3):
        command = RecordResult(
            section=section,
            round=RoundNo(3),
            board=BoardNo(board),
            score=Score((Points(2), Points(0))),
        )
        house.office.carry_out(home, "t", command)
    house.office.carry_out(home, "t", PairRound(section=section))


def test_the_list_is_worked_out_once_for_a_version(served, monkeypatch):
    client, house = served
    made = []
    gather = documents.material_of

    def counted(*all_):
        made.append(all_)
        return gather(*all_)

    monkeypatch.setattr(documents, "material_of", counted)
    office = house.office
    office.carry_out("demo", "t", PostNotice(text="now", at="2026-05-02T10:00"))
    for _ in range(3):
        assert f"{HERE}/standings.pdf" in client.get(HERE).text
    assert len(made) == 1
    sign_in_as(client, Role.CHIEF_ARBITER)
    assert "board-cards" in client.get(HERE).text
    assert len(made) == 2  # the staff's list is another one


def test_documents_of_an_earlier_round_in_another_language_and_on_other_paper(tmp_path):
    with site(tmp_path) as (client, _):
        latest = client.get(f"{WOMEN}/documents/standings.csv").text
        after_two = client.get(f"{WOMEN}/documents/standings.csv?round=2").text
        assert latest != after_two
        assert client.get(f"{WOMEN}/documents/standings.csv?round=3").text == latest
        assert client.get(f"{WOMEN}/documents/standings.csv?round=9").status_code == 404
        zh = client.get(f"{WOMEN}/documents/standings.csv?lang=zh").text
        assert "名次" in zh
        letter = client.get(f"{WOMEN}/documents/standings.pdf?paper=letter")
        assert letter.status_code == 200
        assert client.get(f"{WOMEN}/documents/standings.pdf?paper=wood").status_code == 404
