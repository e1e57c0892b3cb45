"""Running the application: the demo, the first account, and the server itself."""

from contextlib import suppress
from dataclasses import replace
from socket import gethostname
from urllib.parse import urlsplit

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
from qipan.settings import Settings, Web
from qipan.web.app import build
from qipan.web.context import Context
from qipan.web.draining import DrainingServer, Farewell
from qipan.web.live import Hub
from qipan.web.measuring import Operations
from qipan.web.tables import Tables
from qipan.web.watching import App, Watched
from qipan.web.wire import LONGEST_FRAME, Wire
from qipan.wiring import House, new_token, utc_now

CHIEF = "chief"
LINK_SECONDS = 3600
DEMO = CompetitionId("demo")
_SECRET = "web/csrf"


def make_context(
    house: House, settings: Settings | None = None, tables: Tables | None = None
) -> Context:
    """Make the surroundings of the web room on a house."""
    settings = settings or Settings()
    try:
        secret = house.secrets.reveal(_SECRET)
    except Unknown:
        with suppress(Refused):  # another process may have made it first
            house.secrets.keep(_SECRET, new_token().encode())
        secret = house.secrets.reveal(_SECRET)
    return Context(
        house,
        Hub(),
        utc_now,
        new_token,
        secret.decode(),
        tables or Tables(house),
        settings=settings,
        names=frozenset(host_names(settings.web)),
    )


def chief_link(house: House, base: str) -> str:
    """Make a one-time sign-in link for the chief arbiter, whose account is made if needed."""
    if house.accounts.find(CHIEF) is None:
        house.accounts.create(CHIEF, "裁判长 Chief arbiter", None)
    house.accounts.grant(CHIEF, EVERYWHERE, Role.CHIEF_ARBITER)
    token = new_token()
    house.accounts.make_link(CHIEF, token, int(utc_now().timestamp()) + LINK_SECONDS)
    return f"{base}/sign-in/{token}"


def serve(house: House, settings: Settings) -> None:
    """Serve until told to leave; then everything under way is finished."""
    operations = Operations(settings.metrics.token)
    context = replace(make_context(house, settings), operations=operations)
    house.log.watcher = operations.committed
    house.listeners.append(operations.changed)
    run(build(context), context, settings, context.tables.stop)


def run(app: App, context: Context, settings: Settings, *farewells: Farewell) -> None:
    """Serve an application until told to leave; ``farewells`` come before connections close."""
    web = settings.web
    config = uvicorn.Config(
        Watched(app, context.operations, host_names(web)),
        host=web.host,
        port=web.port,
        loop="uvloop",
        http="httptools",
        ws=Wire,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(web.proxies),
        forwarded_allow_ips=list(web.proxies),
        timeout_graceful_shutdown=max(1, round(web.grace_seconds)),
    )
    DrainingServer(config, context, web.notice_seconds, farewells).run()


def host_names(web: Web) -> set[str]:
    """Name the server: as it is set, as the machine calls itself, and as it listens."""
    machine = gethostname()
    base = urlsplit(web.base).hostname
    return {*web.names, machine, f"{machine}.local", web.host, *([base] if base else [])}


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
    women = asked.OpenSection(section=section, title="女子组 Women", under="women")
    office.carry_out(DEMO, "demo", women)
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
