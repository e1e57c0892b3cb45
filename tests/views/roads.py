"""Every road by which somebody learns a place: each gives the places it tells, by entrant."""

import csv
import json
import re
from contextlib import contextmanager
from html import unescape

from litestar.testing import TestClient

from qipan.formats.report.trf import write_report_trf
from qipan.formats.trf import read_trf
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, SectionId
from qipan.office.document_material import Occasion, material_of
from qipan.office.reports import make_report
from qipan.sections.derived import official_places
from qipan.simulation.event import HOME, Plan, step
from qipan.web.serving import make_context
from qipan.wiring import open_house, simulated_office
from web.standing import application

ROW = re.compile(r"<tr>(?:(?!</tr>).)*?why\?a=(?P<who>[\w-]+)", re.DOTALL)
TAG = re.compile(r"<[^>]+>")


def flat(html):
    """Take the tags away and write every blank as one."""
    return " ".join(unescape(TAG.sub("", html)).split())


def number(text):
    """Read a place; nobody who is disqualified has one."""
    return None if text in ("–", "") else int(text)


class Roads:
    """One section, asked on every road."""

    def __init__(self, house, section, client, run, folder):
        self.folder = folder
        self.house, self.office, self.client, self.run = house, house.office, client, run
        self.id = SectionId(section)
        self.here = f"/c/{HOME}/{section}"

    @property
    def state(self):
        return self.office.state(HOME)

    @property
    def section(self):
        return self.state.sections[self.id]

    # -- everybody at once -------------------------------------------------------------------

    def section_page(self):
        page = self.client.get(self.here).text
        table = re.search(r'<table class="standings">.*?</table>', page, re.DOTALL)[0]
        body = table.split("<tbody>")[1]
        found = {}
        for row in re.findall(r"<tr>.*?</tr>", body, re.DOTALL):
            first = flat(re.search(r"<td.*?</td>", row, re.DOTALL)[0])
            found[re.search(r"why\?a=([\w-]+)", row)[1]] = number(first)
        return found

    def api(self):
        return {who: line["place"] for who, line in self.lines().items()}

    def standings(self):
        code, out, errors = self.run("standings", HOME, "--json")
        assert code == 0, errors
        return {row["entrant"]: row["place"] for row in json.loads(out)["rows"]}

    def report(self):
        made = make_report(self.office, HOME, self.id)
        return {line.entrant: line.place for line in made.lines}

    def trf(self):
        """Read the report as a TRF; nothing where a TRF cannot carry the results, or has none."""
        if not any(found.published for found in self.section.rounds):
            return None
        report = make_report(self.office, HOME, self.id)
        if report.sheet is not None and report.sheet.teams:
            return None  # its ranks are those of persons
        try:
            written = write_report_trf(report)
        except BadInput:
            return None
        ranks = {each.number: each.rank for each in read_trf(written.decode()).players}
        without = [line.number for line in report.lines if line.place is None]
        last = len(ranks) - len(without)
        assert all(ranks[number] > last for number in without)  # a TRF ranks them after all others
        found = {**ranks, **dict.fromkeys(without)}
        return {who: found[at] for at, who in enumerate(self.section.order, 1)}

    def documents(self):
        material = material_of(self.office, self.state, self.section, Occasion())
        return {line.entry.id: line.place for line in material.lines}

    def prizes(self):
        """Give the places that prizes, titles, qualifiers and approval go by."""
        rows = official_places(self.state, self.section)
        found = {row.entrant: row.place for row in rows}
        return found | {who: None for who in self.section.order if who not in found}

    def _by_name(self, pairs):
        """Find the entrants of names as pages and papers write them."""
        names = self.names()
        found = {names[name]: number(place) for place, name in pairs}
        assert len(found) == len(names)
        return found

    def lines(self):
        """Give the lines of the API by entrant."""
        found = self.client.get(f"/api/competitions/{HOME}/{self.id}").json()["lines"]
        return {line["entrant"]: line for line in found}

    def names(self):
        """Give the entrant of every name on a page; a team goes by its unit."""
        return {line["name"]: who for who, line in self.lines().items()}

    def projector(self):
        page = self.client.get(f"{self.here}/projector").text
        table = re.search(r'<table class="hall-standings">.*?</table>', page, re.DOTALL)
        if table is None:
            return None
        rows = re.findall(r"<tr>(.*?)</tr>", table[0].split("<tbody>")[1], re.DOTALL)
        cells = (
            [flat(cell) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)] for row in rows
        )
        return self._by_name((place, name) for place, name, *_ in cells)

    def paper(self):
        """Read the document of standings as people get it: a file."""
        path = self.folder / "standings.csv"
        code, _, errors = self.run("document", HOME, "standings", "--out", str(path))
        assert code == 0, errors
        with path.open(encoding="utf-8-sig", newline="") as file:
            head, *rows = csv.reader(file)
        at = head.index("Name") if "Name" in head else head.index("Team")
        return self._by_name((row[0], row[at]) for row in rows)

    def report_file(self):
        path = self.folder / "report.json"
        code, _, errors = self.run("report", HOME, "--out", str(path))
        assert code == 0, errors
        lines = json.loads(path.read_text("utf-8"))["lines"]
        return {line["entrant"]: line["place"] for line in lines}

    def public_stream(self):
        """Read the places that were approved from the public stream; nothing before that."""
        if self.section.approved is None:
            return None
        told, after, version = [], 0, 1
        while after < version:
            url = f"/api/competitions/{HOME}/changes"
            answer = self.client.get(url, params={"after": after}).json()
            told += answer["events"]
            after, version = answer["read"], answer["version"]
        last = [each for each in told if each["event"] == "standings-approved/1"][-1]
        found = dict(map(tuple, last["facts"]["places"]))
        return found | {who: None for who in self.section.order if who not in found}

    def everybody(self):
        """Ask every road that tells all places; those that do not apply are left out."""
        roads = {
            "section page": self.section_page(),
            "projector": self.projector(),
            "document": self.paper(),
            "report file": self.report_file(),
            "public stream": self.public_stream(),
            "API lines": self.api(),
            "qipan standings": self.standings(),
            "report": self.report(),
            "report as TRF": self.trf(),
            "documents": self.documents(),
            "prizes": self.prizes(),
        }
        return {name: places for name, places in roads.items() if places is not None}

    # -- one entrant -------------------------------------------------------------------------

    def why_page(self, who, language="en"):
        return self.client.get(
            f"{self.here}/why", params={"a": who}, headers={"accept-language": language}
        ).text

    def why_heading(self, who):
        heading = flat(re.search(r"<h1>.*?</h1>", self.why_page(who), re.DOTALL)[0])
        if self.section.entrants[EntrantId(who)].id in self.section.disqualified:
            assert not heading[-1].isdigit()
            return None
        return int(re.search(r"\d+$", heading)[0])

    def why_api(self, who, other=None, language="en"):
        asked = {"a": who} | ({"b": other} if other else {})
        answer = self.client.get(
            f"/api/competitions/{HOME}/{self.id}/why",
            params=asked,
            headers={"accept-language": language},
        )
        return answer.json()

    def why_command(self, *who, language="en"):
        asked = [word for each in who for word in ("--why", each)]
        code, out, errors = self.run("standings", HOME, *asked, "--language", language, "--json")
        assert code == 0, errors
        return json.loads(out)

    def player_page(self, who):
        page = self.client.get(f"{self.here}/player/{who}").text
        return number(flat(re.search(r"Place <strong>(.*?)</strong>", page)[1]))


def sentence_on(page):
    """Give the sentence of a why page."""
    return flat(re.search(r'<p class="why">(.*?)</p>', page, re.DOTALL)[1])


@contextmanager
def played(folder, run, book, event, entries, seed):
    """Open a house for an event, and give what plays it on and the roads to it."""
    path = folder / "j.sqlite"
    playing = simulated_office(seed, str(path))  # on the day that the simulation lives in
    house = open_house(str(path))
    plan = Plan(book, event, entries, seed)

    def play_on(until):
        """Play until a test of the section is met, or to the end; say whether it goes on."""
        while step(playing, plan):
            section = playing.state(HOME).sections.get(plan.section)
            if section is not None and section.order and until(section):
                return True
        return False

    with (
        application(make_context(house)) as (app, _),
        TestClient(app, base_url="http://hall.example") as client,
    ):
        client.headers["accept-language"] = "en"
        yield Roads(house, event, client, run, folder), play_on
    house.close()
    playing.around.log.close()
