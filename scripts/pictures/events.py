"""Events to take pictures of: names in two scripts, and something of everything in them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Mate, Newcomer
from qipan.desk.online.commands import OpenContest, PlanRounds
from qipan.desk.results.commands import RecordResult
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person
from qipan.kernel.results import Score
from qipan.office.typed_results import typed_lines
from qipan.rulebooks import book_named
from qipan.simulation.applicants import options_of
from qipan.simulation.event import HOME, Plan, step
from qipan.wiring import House, open_house
from server import Server, use_link
from web.hall import sheet

ACTOR = "pictures"
CUP, MEN = "national-2026", "individual"
HALL = f"/c/{CUP}/{MEN}"
FAMILIES = (("陈", "Tan"), ("林", "Lim"), ("黄", "Wong"), ("李", "Lee"), ("王", "Ong"))
GIVEN = (("大明", "Tai Ming"), ("小华", "Siew Hwa"), ("志强", "Chee Keong"), ("文杰", "Boon Kiat"))
UNITS = ("雪兰莪 Selangor", "槟城 Penang", "柔佛 Johor", "砂拉越 Sarawak", "沙巴 Sabah")
STATES = (*UNITS, "霹雳 Perak", "吉打 Kedah", "马六甲 Melaka")
TEAM = "team"
LINES = ("1 = 1 0", "0 1 = 1", "= = 1 1")
SCORES = [Score(each) for each in ((2, 0), (1, 1), (0, 2))]
LOT = "/c/flowers-2026/women"
CONTEST, ENTRY = "gomoku-open", "entry"
ONLINE = f"/c/{CONTEST}/{ENTRY}"
WAIT = 20
"""Minutes until a contest begins by its first plan."""


def people() -> list[Newcomer]:
    """Twenty players."""
    named = [
        Person(name=family + given, latin=f"{latin} {first}")
        for given, first in GIVEN
        for family, latin in FAMILIES
    ]
    return [
        Newcomer(each, rating=2100 - 17 * at, unit=UNITS[at % len(UNITS)])
        for at, each in enumerate(named)
    ]


def _opened(journal: Path) -> House:
    house = open_house(str(journal))
    office = house.office
    office.create(CUP, ACTOR, "全国象棋赛 National Xiangqi 2026", "my-2018")
    options = {"entry_checks": False, "rounds": 7, "fee": "80"}
    title = "男子组 Men"
    opened = OpenSection(section=MEN, title=title, under="individual", options=options)
    office.carry_out(CUP, ACTOR, opened)
    office.enter_all(CUP, MEN, ACTOR, people())
    return house


def entering(journal: Path) -> None:
    """A section whose entries are open."""
    _opened(journal).close()


def playing(journal: Path, rounds: int = 4) -> None:
    """The same in the middle of its rounds: the last is played now."""
    house = _opened(journal)
    office = house.office
    office.carry_out(CUP, ACTOR, CloseEntries(section=MEN))
    office.draw_numbers(CUP, MEN, ACTOR)
    for number in range(1, rounds + 1):
        office.pair(CUP, MEN, ACTOR)
        state = office.carry_out(CUP, ACTOR, PublishRound(section=MEN, round=number))
        tables = state.sections[MEN].current.tables
        for table in tables if number < rounds else tables[3:6]:
            score = SCORES[(number + 2 * table.board) % 3]
            result = RecordResult(section=MEN, round=number, board=table.board, score=score)
            office.carry_out(CUP, ACTOR, result)
    _before_the_lot(house)
    house.close()


def _before_the_lot(house: House) -> None:
    """Open a second event whose numbers are to be drawn."""
    office, name, women = house.office, "flowers-2026", "women"
    office.create(name, ACTOR, "百花杯 Flower Cup 2026", "wx-14")
    opened = OpenSection(
        section=women, title="女子组 Women", under=women, options={"entry_checks": False}
    )
    office.carry_out(name, ACTOR, opened)
    office.enter_all(name, women, ACTOR, people()[:12])
    office.carry_out(name, ACTOR, CloseEntries(section=women))


def teams(journal: Path, rounds: int = 3) -> None:
    """A team event in the middle of its rounds: the last is played now."""
    house = open_house(str(journal))
    office, team = house.office, TEAM
    office.create(CUP, ACTOR, "全国象棋赛 National Xiangqi 2026", "my-2018")
    options = {"entry_checks": False}
    opened = OpenSection(section=team, title="团体赛 Teams", under=team, options=options)
    office.carry_out(CUP, ACTOR, opened)
    office.enter_all(CUP, team, ACTOR, [_team(at, unit) for at, unit in enumerate(STATES)])
    office.carry_out(CUP, ACTOR, CloseEntries(section=team))
    office.commit_lot(CUP, team, ACTOR)
    office.draw_numbers(CUP, team, ACTOR)
    for number in range(1, rounds + 1):
        office.pair(CUP, team, ACTOR)
        state = office.carry_out(CUP, ACTOR, PublishRound(section=team, round=number))
        boards = state.sections[team].current.missing
        text = "\n".join(f"{board} {LINES[(board + number) % 3]}" for board in boards)
        for line in typed_lines(team, number, text) if number < rounds else ():
            state = office.carry_out_all(CUP, ACTOR, line.commands_on(state)[1])
    house.close()


def _team(at: int, unit: str) -> Newcomer:
    """Five players of a state, the fourth of them a junior."""
    names = [
        Person(name=family + given, latin=f"{latin} {first}")
        for given, first in GIVEN
        for family, latin in FAMILIES
    ]
    captain, *mates = (names[(5 * at + player * 7) % len(names)] for player in range(5))
    return Newcomer(
        captain,
        unit=unit,
        mates=tuple(Mate(who, "junior" if n == 2 else "player") for n, who in enumerate(mates)),
    )


def finished(journal: Path) -> None:
    """A section whose places are to be approved."""
    house = open_house(str(journal))
    plan = Plan("my-2018", MEN, 12, 1)
    house.office.create(HOME, ACTOR, "全国象棋赛 National Xiangqi 2026", "my-2018")
    options = options_of(book_named("my-2018"), MEN)
    opened = OpenSection(section=MEN, title="男子组 Men", under=MEN, options=options)
    house.office.carry_out(HOME, ACTOR, opened)
    while step(house.office, plan):
        section = house.office.state(HOME).sections.get(MEN)
        if section and section.approved is not None:
            break
    house.close()


def contest(journal: Path) -> None:
    """An online contest that begins in a while."""
    house = open_house(str(journal))
    office = house.office
    office.create(CONTEST, ACTOR, "五子棋公开赛 Gomoku Open", "gm-2025")
    options = {"entry_checks": False}
    opened = OpenSection(section=ENTRY, title="初级 Entry", under="entry", options=options)
    office.carry_out(CONTEST, ACTOR, opened)
    office.enter_all(CONTEST, ENTRY, ACTOR, people()[:8])
    begin = OpenContest(section=ENTRY, zone="+00:00", check_in=30)
    office.carry_out(CONTEST, ACTOR, begin)
    now = datetime.now(UTC).replace(tzinfo=None)
    starts = [
        (now + timedelta(minutes=WAIT, hours=2 * at)).isoformat(timespec="seconds")
        for at in range(3)
    ]
    plan = PlanRounds(section=ENTRY, starts=tuple(starts), despite="evening rounds")
    office.carry_out(CONTEST, ACTOR, plan)
    house.close()


class Chief:
    """The chief arbiter, giving forms in."""

    def __init__(self, server: Server) -> None:
        self.client = httpx.Client(base_url=server.base, timeout=60)
        use_link(self.client, server.link)

    def cookies(self, base: str) -> list[Any]:
        """Give the session to a browser."""
        return [{"name": k, "value": v, "url": base} for k, v in self.client.cookies.items()]

    def send(self, path: str, **more: Any) -> httpx.Response:
        """Give a form in. Raises AssertionError if it is not taken."""
        headers = {"x-csrftoken": self.client.cookies["csrftoken"]}
        answer = self.client.post(path, headers=headers, **more)
        assert answer.status_code in (200, 201, 303), (path, answer.status_code, answer.text[:3000])
        return answer

    def give(self, page: str, action: str, **fields: str) -> None:
        """Give a form of the desk in."""
        self.send(f"{HALL}/desk/{page}/{action}", data=fields)


def spreadsheet() -> bytes:
    """A list with somebody new, somebody known and a cell that is no rating."""
    known, wrong = ("陈大明", 2100, UNITS[0]), ("Nur Aisyah", "many", UNITS[2])
    return sheet([known, ("ก้อง ศรีสุข", 1890, UNITS[1]), wrong, ("吴佳怡", 1765, UNITS[3])])
