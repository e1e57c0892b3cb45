"""What lies ready when the commands of a page are typed: a page of the name has a scene of its own.

A page without one is typed in an empty folder.
"""

import json
import shutil
import sys
from pathlib import Path

from documented.pages import ROOT, fenced, text_of
from formats.foreign.samples import TRF
from formats.rating_lists.samples import EGD
from qipan.office.record import check_package
from qipan.store.record.signing_key import SigningKey, read_seed
from travelling import make_event
from xiangqi_files import cbl, cbr, xqf

SCENES = {}
PLAYERS = ("Mei", "Lan", "Zhu", "Ju", "Bao", "Yun")
ROBIN_PLAYERS = PLAYERS[:4]
OPENING = ["h2e2", "h9g7", "h0g2", "i9h9"]
PGN = '[Red "A"]\n[Black "B"]\n1. 炮二平五 马8进7 2. 马二进三 车9平8 *\n'
MATE = "b2d2 b7b5 d2a2 i6i5 h2h4 b5c5 a2a1 h7c7 a1e1 c5c0"
LINES = "abcdefghijklmnopqrs"


def scene(page):
    """Keep a function as the scene of a page."""

    def kept(function):
        SCENES[page] = function
        return function

    return kept


def begin(stage, book, event, *names, name="cup", more=""):
    """Open a competition and enter names."""
    stage.do(f"new {book} {event} --id {name} --title {name.title()} {more}")
    stage.do("enter", name, *names)


def play_round(stage, competition="cup", score="1-0"):
    """Pair a round and give every board the same result, all of its games."""
    paired = json.loads(stage.do(f"pair {competition} --json"))
    for board in paired["boards"]:
        missing = True
        while missing:
            done = json.loads(stage.do("result", competition, board["board"], score, "--json"))
            missing = board["board"] in done["missing"]
    return paired


def blocks_of(page, mark):
    """Give the blocks of a page that have a mark, as text."""
    return ["\n".join(lines) + "\n" for found, lines in fenced(text_of(page)) if found == mark]


@scene("docs/books-and-entries.md")
def books_and_entries(stage):
    stage.do("new wx-14 men --id cup")
    stage.do("entries template cup list.xlsx")
    (stage.folder / "tests").symlink_to(ROOT / "tests")


@scene("docs/conduct.md")
def conduct(stage):
    begin(stage, "my-2018", "open", "王小明", *PLAYERS[:5])
    stage.before("qipan foul record", lambda: (play_round(stage), stage.do("pair cup")))
    begin(stage, "th-maklom-2024", "league", "A", "B", "C", "D", name="league")
    stage.before("qipan foul annul", lambda: (play_round(stage, "league"), stage.do("pair league")))


@scene("docs/documents.md")
def documents(stage):
    begin(stage, "wx-14", "women", *PLAYERS)
    for _ in range(3):
        play_round(stage)


@scene("docs/go.md")
def go(stage):
    columns = {
        colour: "".join(f"[{x}{y}]" for y in LINES) for colour, x in (("AB", "e"), ("AW", "f"))
    }
    walls = "".join(colour + them for colour, them in columns.items())
    stage.put("game.sgf", f"(;GM[1]FF[4]SZ[19]KM[6.5]{walls}AB[ho][lk][ah];B[];W[])")
    stage.put("clean.sgf", f"(;GM[1]FF[4]SZ[19]KM[6.5]{walls};B[];W[])")
    if shutil.which("gnugo") is None:
        stage.only_look("--gnugo")


@scene("docs/operations.md")
def operations(stage):
    begin(stage, "wx-14", "women", "Name", *ROBIN_PLAYERS, name="open-2026")


@scene("docs/own-regulation.md")
def own_regulation(stage):
    stage.put("editor.py", "import sys\nopen(sys.argv[1], 'a').write('\\n# looked at\\n')\n")
    stage.setenv("EDITOR", f"{sys.executable} {stage.folder / 'editor.py'}")


@scene("docs/pairing-systems.md")
def pairing_systems(stage):
    begin(stage, "club-swiss", "evening", *(f"P{number}" for number in range(1, 11)))
    (first, second), *_ = [board["entrants"] for board in play_round(stage)["boards"]]
    stage.stands_for["meet:3:8"] = f"meet:{first[1:]}:{second[1:]}"

    def named():
        meet = f"hand change cup meet:{first[1:]}:{second[1:]} --because x --preview --json"
        breaches = json.loads(stage.do(meet))["breaches"]
        return " --despite ".join(each["id"] for each in breaches)

    stage.stands_for["swiss.no-rematch:e3-e8"] = named


@scene("docs/persons.md")
def persons(stage):
    for name in ("spring", "city"):
        begin(stage, "club-swiss", "evening", *PLAYERS, *"ABCDE", name=name)
        stage.do(f'enter {name} "Jan Müller" --rank 3d --birth 1990-05-01')
        for _ in range(5):
            play_round(stage, name)
        stage.do(f"approve {name}")
    (stage.folder / "gp.toml").write_text(blocks_of("docs/persons.md", "toml")[1], "utf-8")


@scene("docs/public-pages.md")
def public_pages(stage):
    begin(stage, "wx-14", "women", *ROBIN_PLAYERS)
    play_round(stage)


@scene("docs/ranking.md")
def ranking(stage):
    begin(stage, "wx-14", "women", *ROBIN_PLAYERS)
    play_round(stage)
    stage.put("report.trf", TRF)


@scene("docs/rating-lists.md")
def rating_lists(stage):
    stage.put("allworld_lp.html", EGD)
    stage.do("new club-swiss evening --id cup")
    stage.do("entries template cup list.xlsx")


@scene("docs/record.md")
def record(stage):
    make_event(Path("cup.sqlite"), rounds=1)
    stage.setenv("QIPAN_DATA", "cup.sqlite")
    told = json.loads(stage.do("verify cup.sqlite --json"))
    stage.stands_for["57-3f2a-91cc-…"] = told["fingerprint"]
    seed = read_seed(Path("cup.sqlite.key").read_text("utf-8"))
    stage.stands_for["8c1f…"] = SigningKey(seed).public
    stage.put("check_package.py", Path(check_package.__file__).read_bytes())


@scene("docs/records.md")
def records(stage):
    begin(stage, "wx-14", "women", *ROBIN_PLAYERS)
    for _ in range(3):
        play_round(stage, score="0-1")
    change = "result cup 2 1-0 --round 3 --correct phone"
    stage.before("qipan record settle", lambda: stage.do(change))
    stage.put("game.pgn", f'[Red "R"]\n[Black "B"]\n\n{MATE} 0-1\n')


@scene("docs/shengji.md")
def shengji(stage):
    (asked,) = blocks_of("docs/shengji.md", "json")
    stage.put("table.jsonl", asked.replace("\n", "") + "\n")
    stage.do("new un-games shengji --id cards")
    for number in range(1, 9):
        stage.do(f'enter cards "P{number} / Q{number}" --unit U{number}')
    stage.do("pair cards")


@scene("docs/take-over.md")
def take_over(stage):
    stage.put("report.trf", TRF)
    stage.before("qipan copy-entrants", lambda: stage.do("new club-swiss evening --id open-2027"))


@scene("docs/travel.md")
def travel(stage):
    make_event(Path("qipan.sqlite"), rounds=1)
    stage.do("new wx-14 women --id other --data there.sqlite")
    stage.do("account create chief --role chief-arbiter --password x3-Yz9-long --data there.sqlite")
    made = stage.do("event token cup --data there.sqlite --json")
    stage.stands_for["qp_…"] = json.loads(made)["token"]


@scene("docs/xiangqi.md")
def xiangqi(stage):
    asked = {"id": "q1", "ruleset": "axf", "fen": "4ka3/4a4/9/9/9/c8/9/9/1R7/3K5 w"}
    stage.put("questions.jsonl", json.dumps({**asked, "moves": "b1a1 a4b4 a1b1 b4a4"}) + "\n")


@scene("docs/xiangqi-records.md")
def xiangqi_records(stage):
    stage.put("games.pgn", PGN)
    stage.put("old/one.xqf", xqf(OPENING))
    stage.put("old/two.xqf", xqf(OPENING[:2]))
    stage.put("games.cbl", cbl([cbr(OPENING), cbr(OPENING[:3])]))
    stage.put("game.cbr", cbr(OPENING))
