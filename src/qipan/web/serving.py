"""Running the application: the demo, the first account, and the server itself."""

import socket
from contextlib import suppress

import uvicorn

from qipan.desk import commands as asked
from qipan.desk.access import Role
from qipan.desk.accounts import EVERYWHERE
from qipan.desk.office import Newcomer, Office
from qipan.journal.people import Person
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo, SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.web.app import build
from qipan.web.context import Context
from qipan.web.live import Hub
from qipan.web.tables import Tables
from qipan.wiring import House, new_token, utc_now

CHIEF = "chief"
LINK_SECONDS = 3600
DEMO = CompetitionId("demo")
_SECRET = "web/csrf"


def make_context(house: House) -> Context:
    """Make the surroundings of the web room on a house."""
    try:
        secret = house.secrets.reveal(_SECRET)
    except Unknown:
        with suppress(Refused):  # another process may have made it first
            house.secrets.keep(_SECRET, new_token().encode())
        secret = house.secrets.reveal(_SECRET)
    return Context(house, Hub(), utc_now, new_token, secret.decode(), Tables(house))


def chief_link(house: House, base: str) -> str:
    """Make a one-time sign-in link for the chief arbiter, whose account is made if needed."""
    if house.accounts.find(CHIEF) is None:
        house.accounts.create(CHIEF, "Chief arbiter", None)
    house.accounts.grant(CHIEF, EVERYWHERE, Role.CHIEF_ARBITER)
    token = new_token()
    house.accounts.make_link(CHIEF, token, int(utc_now().timestamp()) + LINK_SECONDS)
    return f"{base}/sign-in/{token}"


def serve(house: House, host: str, port: int) -> None:
    """Serve until stopped."""
    context = make_context(house)
    config = uvicorn.Config(
        build(context),
        host=host,
        port=port,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    _Server(config, context.tables).run()


class _Server(uvicorn.Server):
    """Suspends live games and says so before connections are closed."""

    def __init__(self, config: uvicorn.Config, tables: Tables) -> None:
        super().__init__(config)
        self._tables = tables

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._tables.stop()
        await super().shutdown(sockets)


PEOPLE = (
    ("陈红棋", "Chan Hung Kei", "MAS"),
    ("林小炮", "Lin Xiao Pao", "SGP"),
    ("Ngựa Thị Tốt", "", "VIE"),
    ("Rook, Anna", "", "GER"),
    ("車車", "Kuruma", "JPN"),
    ("ม้า หมากรุก", "Ma Makruk", "THA"),
)
"""Pieces, not people: nobody of these names plays."""
RESULTS = ((2, 0), (1, 1), (0, 2))


def make_demo(office: Office) -> None:
    """Make a small competition with two rounds played and the third under way."""
    if DEMO in office.competitions():
        return
    section = SectionId("women")
    office.create(DEMO, "demo", "Demo · 演示赛", "wx-14")
    office.carry_out(DEMO, "demo", asked.OpenSection(section=section, title="Women", under="women"))
    for name, latin, unit in PEOPLE:
        office.enter(DEMO, section, "demo", Newcomer(Person(name=name, latin=latin), None, unit))
    office.carry_out(DEMO, "demo", asked.CloseEntries(section=section))
    office.commit_lot(DEMO, section, "demo")
    office.draw_numbers(DEMO, section, "demo", ("demo",))
    for number in (1, 2, 3):
        office.pair(DEMO, section, "demo")
        office.carry_out(DEMO, "demo", asked.PublishRound(section=section, round=RoundNo(number)))
        for board in range(1, 4 if number < 3 else 2):
            first, second = RESULTS[(number + board) % 3]
            office.carry_out(
                DEMO,
                "demo",
                asked.RecordResult(
                    section=section,
                    round=RoundNo(number),
                    board=BoardNo(board),
                    score=Score((Points(first), Points(second))),
                ),
            )
