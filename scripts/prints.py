"""Prints a set of documents with Chinese and Thai names and turns pages into pictures.

usage: python scripts/prints.py FOLDER   (needs pdftoppm; from the project's root)
"""

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from formats.documents.events import THAI, UNITS, WHEN, demo, member, teams
from qipan.desk.competition import OpenSection
from qipan.desk.money import AwardPrizes, PostMoney
from qipan.formats.documents import Material, Wish, make
from qipan.journal.people import Person
from qipan.kernel.ids import SectionId
from qipan.office.document_material import Occasion, material_of
from qipan.ranking.ledger import Reason
from qipan.simulation.applicants import options_of
from qipan.simulation.event import HOME, Plan, step
from qipan.wiring import open_house

SECTION = SectionId("individual")
PAGES = [
    # whose, document, language, picture
    ("demo", "pairings", "zh", "document-pairings-zh"),
    ("demo", "entries", "th", "document-entries-th"),
    ("demo", "pairings-by-name", "zh", "document-pairings-by-name-zh"),
    ("demo", "record-sheets", "th", "document-record-sheets-th"),
    ("demo", "rulebook", "zh", "document-rulebook-zh"),
    ("teams", "line-up-forms", "zh", "document-line-up-forms-zh"),
    ("played", "fees", "th", "document-fees-th"),
    ("played", "appeals", "zh", "document-appeals-zh"),
    ("demo", "board-cards", "th", "document-board-cards-th"),
    ("demo", "result-slips", "en", "document-result-slips-en"),
    ("demo", "standings", "ms", "document-standings-ms"),
    ("demo", "cross-table", "en", "document-cross-table-en"),
    ("demo", "certificates", "zh", "document-certificate-zh"),
    ("teams", "team-sheets", "th", "document-team-sheets-th"),
    ("played", "prizes", "zh", "document-prizes-zh"),
    ("played", "prize-receipts", "th", "document-prize-receipts-th"),
    ("played", "ledger", "ms", "document-ledger-ms"),
    ("played", "report", "zh", "document-report-zh"),
]


def played(folder: Path) -> Material:
    """Play an event to its end and give its prizes out."""
    house = open_house(str(folder / "played.sqlite"))
    office, plan = house.office, Plan("my-2018", "individual", 20, 1)
    office.create(HOME, "prints", "全国象棋赛 National Xiangqi 2026", "my-2018")
    options = options_of(plan.applicants.rules)
    opened = OpenSection(section=SECTION, title="男子组 Men", under="individual", options=options)
    office.carry_out(HOME, "prints", opened)
    while step(office, plan):
        section = office.state(HOME).sections.get(SECTION)
        if section is not None and section.approved is not None:
            break
    for at, entrant in enumerate(section.entrants.values()):
        person = member(at % len(UNITS), at % len(THAI))
        numbered = Person(name=f"{person.name} {at + 1}", latin=f"{person.latin} {at + 1}")
        house.people.save(entrant.people[0], numbered)
        fee = PostMoney(section=SECTION, who=entrant.id, reason=Reason.FEE, cents=5000)
        office.carry_out(HOME, "prints", fee)
    office.carry_out(HOME, "prints", AwardPrizes(section=SECTION, on="2026-05-02"))
    state = office.state(HOME)
    occasion = Occasion(True, "", WHEN, report=True)
    found = material_of(house.office, state, state.sections[SECTION], occasion)
    house.close()
    return found


def main(folder: Path) -> None:
    """Print everything."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        here = Path(scratch)
        material = {"demo": demo(here), "teams": teams(here), "played": played(here)}
        for whose, name, language, picture in PAGES:
            file = here / "page.pdf"
            file.write_bytes(make(name, "pdf", material[whose], Wish(language)))
            subprocess.run(
                ["pdftoppm", "-png", "-r", "70", "-f", "1", "-singlefile", file, folder / picture],
                check=True,
            )
            print(picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
