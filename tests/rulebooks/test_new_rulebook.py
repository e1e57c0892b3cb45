"""A sixth regulation touches one folder: docs/new-rulebook.md, followed to the letter."""

import re
from pathlib import Path

import pytest

from qipan.cli import main
from qipan.desk.decide import DECISIONS
from qipan.kernel.errors import BadInput
from qipan.office.verification import verify_log
from qipan.rulebooks import loader
from qipan.rulebooks.coverage import coverage, rules_found
from qipan.simulation.event import HOME, simulate
from qipan.wiring import simulated_office

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "new-rulebook.md").read_text("utf-8")
CLUB = loader.BOOKS / "club-swiss" / "book.toml"


def run(monkeypatch, capsys, *words):
    monkeypatch.setattr("sys.argv", ["qipan", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code or 0, capsys.readouterr().out


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """The books as they stand, beside an empty folder for a new one."""
    for folder in loader.BOOKS.iterdir():
        if folder.is_dir():
            (tmp_path / folder.name).symlink_to(folder)
    monkeypatch.setattr(loader, "BOOKS", tmp_path)
    loader.all_books.cache_clear()
    yield tmp_path
    loader.all_books.cache_clear()


def added(shelf, name="harbour-cup", change=lambda text: text):
    """Add a book: the club's, under another name and with other numbers."""
    text = CLUB.read_text("utf-8").replace('"club-swiss"', f'"{name}"').replace('"CLUB"', '"HC"')
    text = text.replace("rounds = 5", "rounds = 4")
    (shelf / name).mkdir()
    (shelf / name / "book.toml").write_text(change(text), "utf-8")
    return name


def test_the_smallest_book_has_about_thirty_lines():
    assert len(CLUB.read_text("utf-8").splitlines()) <= 30
    assert [each.name for each in CLUB.parent.iterdir()] == ["book.toml"]


def test_one_folder_is_enough(shelf, monkeypatch, capsys):
    name = added(shelf)
    code, out = run(monkeypatch, capsys, "book", "list", "--events", "--plain")
    assert (code, f"{name} evening" in out.splitlines()) == (0, True)
    code, out = run(monkeypatch, capsys, "rule", "ranking.lot", "--book", name)
    assert (code, out.startswith("HC 3  ")) == (0, True)
    office = simulated_office(1)
    final = simulate(office, name, "evening", entries=12, seed=1)
    assert (final.rounds, len(final.lines)) == (4, 12)
    assert office.state(HOME).closed
    assert verify_log(office.around.log).streams == 1
    actions = {kind.__name__ for kind in DECISIONS}
    cited = rules_found(ROOT / "src" / "qipan")
    rows = coverage(loader.book_named(name), [], actions, cited)
    assert [row.number for row in rows if row.open] == []


def test_rules_that_the_book_leaves_out_are_answered_by_the_house(shelf):
    book = loader.book_named(added(shelf))
    assert loader.cite(book, "swiss.no-rematch").citation == "HC 1"
    assert loader.cite(book, "desk.round.publish").citation.startswith("House")


def test_a_misspelt_key_is_refused_with_file_line_and_name(shelf):
    added(shelf, change=lambda text: text.replace("numbering =", "numbring ="))
    with pytest.raises(BadInput) as caught:
        loader.all_books()
    assert caught.value.line == 23
    assert "numbring" in str(caught.value)


def test_systems_that_the_page_names_are_all_there_are():
    from qipan.sections.systems import SYSTEMS

    listed = PAGE.partition("Systems:")[2].partition("Ranking keys")[0]
    assert set(re.findall(r"`([a-z0-9-]+)`", listed)) == set(SYSTEMS)
