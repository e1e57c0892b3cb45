"""A section of the Malaysian individual championship to work on: twenty players, in memory."""

import io

import xlsxwriter

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.results.commands import RecordResult
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person

MEN = "/c/cup/individual"
NAMES = [
    f"{family}{given}" for family in "陈林黄李王" for given in ("大明", "小华", "志强", "文杰")
]


def home_of(owner):
    """Name the competition a test works on: its own where a site is shared, else the cup."""
    return getattr(owner, "home", "cup")


def open_men(house, **options):
    """Open the section; entries are taken on the organiser's word unless said otherwise."""
    office, home = house.office, home_of(house)
    office.create(home, "t", "Cup 国赛", "my-2018")
    options = {"entry_checks": False, **options}
    opened = OpenSection(section="individual", title="Men", under="individual", options=options)
    office.carry_out(home, "t", opened)
    return office


def enter_men(house, count=20, **options):
    """The same with players in it."""
    office = open_men(house, **options)
    newcomers = [
        Newcomer(Person(name=name), rating=2000 - 10 * at, unit=f"State {at % 5}")
        for at, name in enumerate(NAMES[:count])
    ]
    office.enter_all(home_of(house), "individual", "t", newcomers)
    return office


def play_men(house, rounds=1, count=20):
    """The same with entries closed and so many rounds published, all but the last with results."""
    office, home = enter_men(house, count), home_of(house)
    office.carry_out(home, "t", CloseEntries(section="individual"))
    office.draw_numbers(home, "individual", "t")
    for number in range(1, rounds + 1):
        office.pair(home, "individual", "t")
        state = office.carry_out(home, "t", PublishRound(section="individual", round=number))
        if number < rounds:
            commands = [
                RecordResult(section="individual", round=number, board=table.board, score=WON)
                for table in state.sections["individual"].current.tables
            ]
            office.carry_out_all(home, "t", commands)
    return office


def _won():
    from qipan.kernel.results import Score

    return Score((2, 0))


WON = _won()


def men(house):
    """The section as it stands."""
    return house.office.state(home_of(house)).sections["individual"]


def sheet(rows, header=("name", "rating", "unit")):
    """A spreadsheet of rows."""
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        page = book.add_worksheet()
        for at, row in enumerate([header, *rows]):
            page.write_row(at, 0, row)
    return content.getvalue()


def path(client):
    """The address of the section a test works on."""
    return f"/c/{home_of(client)}/individual"


def desk(client):
    return f"{path(client)}/desk"


def work(client, page, action, **fields):
    fields["_csrf_token"] = client.cookies.get("csrftoken")
    return client.post(f"{desk(client)}/{page}/{action}", data=fields, follow_redirects=False)
