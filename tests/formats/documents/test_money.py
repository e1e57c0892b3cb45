"""Prize list and receipts, fees, ledger, appeals log and the official report."""

import csv
import io

import msgspec
import pytest
from msgspec.structs import replace

from formats.documents.events import WHEN, demo
from qipan.desk.competition import OpenSection
from qipan.desk.money import AwardPrizes, PostMoney
from qipan.formats.documents import DOCUMENTS, Wish, make, result_form
from qipan.formats.documents.material import AppealLine, FeeLine, MoneyLine, Person
from qipan.formats.trf import read_trf
from qipan.i18n import LANGUAGES, catalogue
from qipan.i18n.customs import universal, written
from qipan.journal.people import Person as Known
from qipan.journal.state import NamedOfficial, Outcome, Particulars
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.ids import EntrantId, SectionId
from qipan.office.document_material import Occasion, material_of
from qipan.ranking.ledger import Reason
from qipan.simulation.event import HOME, Plan, step
from qipan.views.section import halves
from qipan.wiring import open_house

SECTION = SectionId("individual")
STAFF_ONLY = ("prize-receipts", "fees", "ledger", "appeals", "report", "result-form")
THAI, CHINESE = Person("ม้า หมากรุก", "Ma Makruk"), Person("陈红棋", "Chan Hung Kei")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A finished event: its material, with a Thai and a Chinese winner."""
    house = open_house(str(tmp_path_factory.mktemp("money") / "j.sqlite"))
    plan = Plan("my-2018", "individual", 14, 1)
    while step(house.office, plan):
        section = house.office.state(HOME).sections.get(SECTION)
        if section is not None and section.approved is not None:
            break
    for (who, _), person in zip(section.approved, (THAI, CHINESE), strict=False):
        known = Known(name=person.name, latin=person.latin)
        house.people.save(section.entrants[who].people[0], known)
    fee = PostMoney(section=SECTION, who=EntrantId("e1"), reason=Reason.FEE, cents=5000)
    house.office.carry_out(HOME, "t", fee)
    house.office.carry_out(HOME, "t", AwardPrizes(section=SECTION, on="2026-05-02"))
    state = house.office.state(HOME)
    found = material_of(
        house.office, state, state.sections[SECTION], Occasion(True, "", WHEN, report=True)
    )
    house.close()
    return found


def rows(name, material, language="en"):
    text = make(name, "csv", material, Wish(language)).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text)))


def test_the_prize_list_has_winners_money_and_goods(played):
    head, first, second, *_ = rows("prizes", played)
    assert head[1:4] == ["Place", "Name", "Name (In Latin letters)"]
    assert first[:4] == ["By place", "1", THAI.name, THAI.latin]
    assert first[5:] == ["3000", "Trophy", "paid after 7 days"]
    assert second[2] == CHINESE.name


def test_before_approval_the_list_says_what_can_be_won(tmp_path):
    house = open_house(str(tmp_path / "j.sqlite"))
    house.office.create("cup", "t", "Cup", "my-2018")
    house.office.carry_out("cup", "t", OpenSection(section=SECTION, title="A", under="individual"))
    state = house.office.state("cup")
    found = material_of(house.office, state, state.sections[SECTION], Occasion(True, "", WHEN))
    house.close()
    assert [each.winner for each in found.prizes] == [None] * 12
    assert rows("prizes", found)[1][2:6] == ["", "", "", "3000"]
    with pytest.raises(Refused) as error:
        make("prize-receipts", "pdf", found, Wish("en"))
    assert error.value.code == "doc.no-winners"


def test_the_ledger_adds_up(played):
    head, *lines = rows("ledger", played)
    assert len(lines) == len(played.money) > 0
    total = sum(line.flow for line in played.money)
    assert float(lines[-1][head.index("Balance")]) * 100 == total
    assert "Entry fee" in [line[head.index("For")] for line in lines]


def test_fees_say_what_is_open(played):
    entry = played.entries[0]
    material = replace(played, fees=(FeeLine(entry, 5000, 2000), FeeLine(entry, 5000, 5000)))
    head, one, two = rows("fees", material)
    assert (one[head.index("Outstanding")], two[head.index("Outstanding")]) == ("30", "")
    note = DOCUMENTS["fees"].table(material, Wish("zh")).note
    assert "应收100，已收70，未收30" in note


def test_the_appeals_log_has_times_by_language():
    assert written("zh", "2026-05-02T14:05:00") == "2026年5月2日 14:05"
    assert written("en", "2026-05-02T14:05:00") == "2 May 2026 14:05"
    assert written("th", "2026-05-02T14:05:00").endswith("14:05")
    assert written("en", "after lunch") == "after lunch"


def test_dates_by_language():
    assert written("zh", "2026-05-09") == "2026年5月9日"
    assert written("en", "2026-05-09") == "9 May 2026"
    assert written("en", "soon") == "soon"
    assert universal("en", "2026-05-09T23:30:00+08:00") == "9 May 2026, 15:30:00 UTC"
    assert universal("th", "") == ""


def test_the_appeals_log(played):
    line = AppealLine("a1", "2026-05-02T14:05:00", THAI, 3, 2, "The clock", "upheld", "It was off")
    head, row = rows("appeals", replace(played, appeals=(line,)), "ms")
    assert row[head.index("Keputusan")] == "Diterima"
    table = DOCUMENTS["appeals"].table(replace(played, appeals=()), Wish("en"))
    assert table.note == "There were no appeals."


def test_every_outcome_and_every_reason_has_words():
    wanted = {f"doc.outcome.{each.value}" for each in Outcome}
    wanted |= {f"doc.money.{each.value}" for each in Reason}
    for language in LANGUAGES:
        assert sorted(wanted - set(catalogue(language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_papers_about_money_are_printed_in_every_language(played, language):
    line = MoneyLine(CHINESE, "prize", -300000, "main", "2026-05-09")
    material = replace(played, money=(*played.money, line))
    material = replace(material, fees=(FeeLine(played.entries[0], 5000, 0),))
    for name in ("prizes", "prize-receipts", "ledger", "fees"):
        assert make(name, "pdf", material, Wish(language)).startswith(b"%PDF")


def test_the_report_is_a_document_too(played):
    assert make("report", "pdf", played, Wish("zh")).startswith(b"%PDF")
    report = msgspec.json.decode(make("report", "json", played, Wish("en")))
    assert report["official"]
    players = read_trf(make("report", "trf", played, Wish("en")).decode(), "report.trf").players
    assert len(players) == 14
    with pytest.raises(Unknown):
        make("report", "csv", played, Wish("en"))
    with pytest.raises(Refused):
        make("report", "pdf", replace(played, report=None), Wish("en"))


def test_the_public_is_given_no_ledger_and_no_appeals(tmp_path):
    found = demo(tmp_path, staff=False)
    assert (found.money, found.fees, found.appeals, found.report) == ((), (), (), None)
    assert all(DOCUMENTS[name].staff for name in STAFF_ONLY)


def test_the_result_form_tells_a_federation_everything_it_asks(played):
    head, *lines = rows("result-form", played)
    told, sheet = played.report, played.report.sheet
    assert head[:4] == ["Place", "No.", "Name", "Name (In Latin letters)"]
    assert head[9 : 9 + told.rounds] == [str(number) for number in range(1, told.rounds + 1)]
    assert [line[0] for line in lines] == [str(each.place or "–") for each in told.lines]
    assert lines[0][2:4] == [THAI.name, THAI.latin]
    points = head.index("Points")
    assert [line[points] for line in lines] == [halves(each.values[0]) for each in told.lines]
    games = sum(cell.sign in "1=0" for line in sheet.lines for cell in line.cells if cell.opponent)
    printed = make("result-form", "pdf", played, Wish("en"))
    assert printed.startswith(b"%PDF")
    words = result_form.summary(told, sheet, "en")
    units = {each.unit for each in sheet.lines if each.unit}
    assert words.startswith(f"14 entrants of {len(units)} unit")
    assert f" {games // 2} games played" in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_form_is_signed_by_the_officials_who_are_named(played, language):
    said = Particulars(
        officials=(NamedOfficial(name="陈裁判", role="Chief"), NamedOfficial(name="Lim", role="")),
        organisers="Penang Xiangqi Association",
    )
    named = replace(played, particulars=said)
    assert result_form.signers(named, language)[:2] == [["Chief", "陈裁判"], ["", "Lim"]]
    assert result_form.signers(named, language)[2][1] == "Penang Xiangqi Association"
    assert len(result_form.signers(played, language)) == 3
    assert make("result-form", "pdf", named, Wish(language)).startswith(b"%PDF")


def test_before_there_is_a_report_there_is_no_form(played):
    with pytest.raises(Refused):
        make("result-form", "pdf", replace(played, report=None), Wish("en"))
