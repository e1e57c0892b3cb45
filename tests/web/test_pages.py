"""Pages: what everybody sees, in their language, and nothing that is not theirs to see."""

import pytest

from qipan.desk.roles import Role
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.sections.places import places
from qipan.web.shared.reader_names import read
from web.site import WOMEN, act, sign_in_as, site


@pytest.fixture
def served(tmp_path):
    with site(tmp_path) as pair:
        yield pair


def test_the_list_leads_to_the_section(served):
    client, _ = served
    assert WOMEN in client.get("/").text
    assert "women" in client.get("/c/demo").text
    page = client.get(WOMEN).text
    for words in ("Round 3", "Cross table", "Standings", "Rook, Anna", "ม้า หมากรุก", "陈红棋"):
        assert words in page


def test_every_language_has_its_page(served):
    client, _ = served
    for code, words in (
        ("zh", "积分榜"),
        ("en", "Standings"),
        ("th", "ตารางคะแนน"),
        ("ms", "Kedudukan"),
    ):
        answer = client.get(f"/language/{code}?back={WOMEN}", follow_redirects=False)
        assert answer.headers["location"] == WOMEN
        assert words in client.get(WOMEN).text
        assert words in client.get(f"{WOMEN}?lang={code}").text


@pytest.mark.parametrize("back", ["https://evil.example", "//evil.example", "/\\evil.example", "x"])
def test_the_language_switch_leads_nowhere_else(served, back):
    client, _ = served
    answer = client.get("/language/en", params={"back": back}, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_older_rounds_can_be_looked_at(served):
    client, _ = served
    assert "Round 1" in client.get(f"{WOMEN}?round=1").text
    assert client.get(f"{WOMEN}?round=99").status_code == 200
    assert client.get(f"{WOMEN}?round=0").status_code == 400


def test_why_answers_with_the_clause(served):
    client, house = served
    page = client.get(f"{WOMEN}/why?a=e1").text
    assert "WX 6.1(2)" in page
    state = house.office.state(CompetitionId("demo"))
    rows = places(state, state.sections[SectionId("women")]).rows
    behind, ahead = rows[-1].entrant, rows[0].entrant
    page = client.get(f"{WOMEN}/why?a={behind}&b={ahead}").text
    names = house.office.names(state.sections[SectionId("women")])
    first, last = (read(names[who], "en") for who in (ahead, behind))
    assert f"Why {first} is ahead of {last}" in page


MISSING = ["/c/none", "/c/demo/men", f"{WOMEN}/why?a=e99", "/nothing", "/static/none.css"]


@pytest.mark.parametrize("path", MISSING)
def test_what_is_not_there_is_said_so(served, path):
    client, _ = served
    answer = client.get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


def test_names_are_escaped(served):
    client, house = served
    sign_in_as(client, Role.CHIEF_ARBITER)
    act(client, "enter", path="/c/demo/women", name="x")
    house.office.create(CompetitionId("other"), "t", "<script>alert(1)</script>", "wx-14")
    page = client.get("/").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_unpublished_pairings_are_for_the_staff(served):
    client, house = served
    from qipan.desk.results.commands import RecordResult
    from qipan.desk.rounds.commands import PairRound
    from qipan.kernel.ids import BoardNo, RoundNo
    from qipan.kernel.points import Points
    from qipan.kernel.results import Score

    home, section = CompetitionId("demo"), SectionId("women")
    for board in (2, 3):
        house.office.carry_out(
            home,
            "t",
            RecordResult(
                section=section,
                round=RoundNo(3),
                board=BoardNo(board),
                score=Score((Points(2), Points(0))),
            ),
        )
    house.office.carry_out(home, "t", PairRound(section=section))
    assert "Round 4" not in client.get(WOMEN).text
    assert len(client.get("/api/competitions/demo/women").json()["rounds"]) == 3
    sign_in_as(client, Role.ARBITER)
    assert "not yet published" in client.get(WOMEN).text
    assert len(client.get("/api/competitions/demo/women").json()["rounds"]) == 4


def test_pages_carry_strict_headers(served):
    client, _ = served
    answer = client.get(WOMEN)
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "<script>" not in answer.text
    assert "style=" not in answer.text
    assert " onclick" not in answer.text
