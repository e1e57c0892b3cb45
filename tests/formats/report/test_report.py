"""The official final report: what it says, and each of its forms."""

import msgspec
import pytest

from qipan.formats.report import write_report
from qipan.formats.report.pdf import families, fonts_for, scripts_of, write_pdf
from qipan.formats.trf import read_trf
from qipan.formats.trf.table import crosstable_of
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput, Refused, Unavailable, Unknown
from qipan.kernel.ids import SectionId
from qipan.office.reports import make_report
from qipan.simulation.event import HOME, simulate
from qipan.views.report import Report
from qipan.wiring import simulated_office


def reported(book="my-2018", event="individual", entries=14, seed=1):
    office = simulated_office(seed)
    final = simulate(office, book, event, entries=entries, seed=seed)
    return office, final, make_report(office, HOME, SectionId(event))


@pytest.fixture(scope="module")
def championship():
    return reported()


def test_my_4_10_the_report_has_the_places_and_the_journals_hash(championship):
    office, final, report = championship
    assert report.official
    assert report.journal == final.journal
    assert report.events == office.state(HOME).version
    placed = [line for line in report.lines if line.place is not None]
    assert [(line.place, line.name) for line in placed] == [
        (line.place, line.entrant) for line in final.lines
    ]
    assert len(placed) == len(report.lines) - 1  # one place was annulled
    assert [each.money for each in report.prizes][:2] == ["RM 3000", "RM 2000"]
    assert report.approved_by == "simulation"
    assert len(report.lots) > 0


def test_the_same_journal_gives_the_same_report(championship):
    again = reported()[2]
    assert again == championship[2]
    assert write_report(again, "a.json") == write_report(championship[2], "b.json")
    plain = msgspec.structs.replace(again, sheet=None)  # births and ids stay out of the JSON
    assert msgspec.json.decode(write_report(again, "a.json"), type=Report) == plain


def test_every_event_has_a_report():
    for book, event, entries in (
        ("gm-2025", "entry", 12),
        ("my-2018", "team", 10),
        ("th-maklom-2024", "league", 6),
        ("un-games", "checkers", 18),
        ("wx-14", "men", 15),
    ):
        office, _, report = reported(book, event, entries)
        section = office.state(HOME).sections[SectionId(event)]
        assert report.official
        assert len(section.order) == entries
        assert {line.entrant for line in report.lines} == {*section.order}
        annulled = {line.entrant for line in report.lines if line.place is None}
        assert annulled == section.disqualified


def test_before_anything_is_paired_there_is_no_report():
    office = simulated_office(1)
    office.create(HOME, "t", "Cup", "wx-14")
    from qipan.desk.competition import OpenSection

    command = OpenSection(section=SectionId("women"), title="w", under="women")
    office.carry_out(HOME, "t", command)
    with pytest.raises(Refused):
        make_report(office, HOME, SectionId("women"))


def test_a_trf_carries_what_it_can_and_is_read_back(championship):
    report = championship[2]
    text = write_report(report, "cup.trf").decode()
    assert f"journal {report.journal}" in text
    file = read_trf(text, "cup.trf")
    ranks = {player.rank: player.name for player in file.players}
    placed = {line.place: line.name for line in report.lines if line.place is not None}
    (annulled,) = [line for line in report.lines if line.place is None]
    assert ranks == {**placed, len(report.lines): annulled.name}  # readers want a rank of everybody
    assert f"### place annulled: {annulled.number}" in text
    table = crosstable_of(file)
    for line in report.lines:
        player = file.by_number[line.number]
        assert (
            str(table.scoring.show(table.scores[table.entries[line.number - 1].id]))
            == (line.values[0])
        )
        assert len(player.cells) == report.rounds


def test_a_result_that_a_trf_has_no_sign_for_is_refused_clearly():
    report = reported("un-games", "checkers", 18)[2]
    with pytest.raises(BadInput, match=r"no sign"):
        write_report(report, "x.trf")
    with pytest.raises(Unknown, match=r"\.pdf"):
        write_report(report, "x.doc")


def test_the_pdf_is_made_with_fonts_for_every_script(championship):
    office = championship[0]
    content = "王小明 สมชาย Nguyễn"
    assert scripts_of(content) == {"Chinese", "Thai"}
    if not {"Noto Sans CJK SC", "Noto Sans Thai"} <= families():
        pytest.skip("no fonts for Chinese and Thai on this machine")
    section = office.state(HOME).sections[SectionId("individual")]
    (person,) = section.entrants[section.order[0]].people
    office.around.people.save(person, Person(name="สมชาย ใจดี"))
    named = make_report(office, HOME, SectionId("individual"))
    assert "สมชาย ใจดี" in {line.name for line in named.lines}
    made = write_pdf(named, "zh")
    assert made.startswith(b"%PDF-")
    assert made == write_pdf(named, "zh")
    assert made != write_pdf(named, "th")


def test_a_missing_font_is_named():
    with pytest.raises(Unavailable, match="Noto Sans CJK SC"):
        fonts_for("王", frozenset({"Noto Sans"}))
    with pytest.raises(Unavailable, match="Noto Sans Thai"):
        fonts_for("ไทย 王", frozenset({"Noto Sans", "Noto Sans CJK SC"}))
    assert fonts_for("Ali", frozenset({"Noto Sans"})) == ["Noto Sans"]


def test_who_has_no_place_is_ranked_after_all_who_share_the_last(run, tmp_path):
    assert run("new", "my-2018", "open", "--id", "o", "--set", "entry_checks=false")[0] == 0
    assert run("enter", "o", *"ABCDEF")[0] == 0
    assert run("pair", "o")[0] == 0
    for board in (1, 2, 3):
        assert run("result", "o", board, "1")[0] == 0
    assert run("foul", "give", "o", "A", "match-fixing", "--grave", "--until", "2027-01-01")[0] == 0
    assert run("report", "o", "--out", tmp_path / "r.trf")[0] == 0
    ranks = {each.name: each.rank for each in read_trf((tmp_path / "r.trf").read_text()).players}
    assert (ranks["A"], sorted(ranks.values())) == (6, [1, 1, 3, 3, 3, 6])
