"""A delay for spectators, on every road of the site: what is withheld is nowhere, then everywhere.

A stranger's pages are fetched while a game goes on and again after its end: they are the same,
letter by letter. The desk has the result meanwhile, and the match goes on.
"""

import asyncio
import json
import re
from datetime import UTC, datetime, timedelta
from itertools import product

import msgspec
import pytest
from litestar.routes import HTTPRoute

from desk.clauses.play import Case
from qipan.desk.notices import PostNotice
from qipan.desk.online.commands import OpenContest, SeatRound, TakeTable
from qipan.desk.online.seating import table_name
from qipan.desk.roles import Role
from qipan.host.hub import Hub
from qipan.host.public_versions import LiftedEnds, PublicVersions
from qipan.journal.live.lobby import GameCounted, MatchMade
from qipan.journal.people import Person
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.office.changes import read_changes
from qipan.play.gallery.delayed_room import gallery_of
from qipan.views.corrections import corrected_lines
from qipan.views.in_public import in_public, public_version, withheld_games
from web.site import sign_in_as
from web.test_contest import CUP, PAGE, contest, post, section_of, token_cookie, wait_until

__all__ = ["contest"]
ENDLESS = ("/live", "/events")
"""Roads that go on for ever: what they say is asked of the hub and of the gallery."""
ELSEWHERE = ("/books", "/help", "/schema", "/sign-up", "/static", "/recover")
"""Roads that say nothing of any competition; a sign-up has a task that is never the same."""
GIVEN = {
    "competition": ("cup",),
    "section": ("entry",),
    "who": ("e1",),
    "board": ("1",),
    "script": ("gomoku.js",),
    "file": ("standings.txt", "pairings.txt", "report.txt"),
    "book": ("gm-2025",),
    "event": ("entry",),
    "code": ("en",),
    "path": ("openapi.json",),
    "file_path": ("live.js",),
}
"""What stands for the parts of an address; ``name`` is a table, a lobby, a person or a page."""
ASKED = (
    "/api/competitions/cup/changes?after=0",
    "/api/competitions/cup/entry/why?a=e1",
    "/c/cup/entry/pairing?round=1&board=1",
    "/c/cup/entry/record?round=1&board=1",
    "/c/cup/entry/record/card.png?round=1&board=1",
    "/c/cup/entry/record/game.json?round=1&board=1",
    "/c/cup/entry/record/game.sgf?round=1&board=1",
    "/c/cup/entry/record/picture.png?round=1&board=1",
    "/c/cup/entry/why?a=e1",
    "/c/cup/entry?round=1",
    "/oembed?url=http://testserver.local/t/TABLE",
    "/search?q=Anna",
    "/watch?competition=cup&section=entry&who=e1",
)
"""Roads that say nothing without a question."""
STRAY = (
    r'name="_csrf_token" value="[^"]*"',
    r'"token": "[0-9a-f]+"',
    r'data-csrf="[^"]*"',
    r'"turn":\d+',
    r'"left":\d+',
    r"\d\d:\d\d:\d\d[.\d]*",
)
"""Tokens of forms, running clocks and the time of day."""


@pytest.fixture
def delayed(contest):
    client, house = contest
    sign_in_as(client, Role.CHIEF_ARBITER)
    answer = post(client, "open", zone="+00:00", mode="hall", check_in="30", delay="10")
    assert answer.status_code == 303, answer.text
    period = {"name": "period", "delay": 600, "target": 2}
    headers = {"x-csrftoken": client.cookies["csrftoken"]}
    assert client.post("/api/lobbies", json=period, headers=headers).json()["delay"] == 600
    begins = datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="seconds")
    assert post(client, "plan", starts=begins, despite="a test").status_code == 303
    wait_until(lambda: section_of(house).rounds)
    link = re.search(r'href="(/c/cup/entry/board/1\?key=[^"]+)"', client.get(PAGE).text)[1]
    staff = dict(client.cookies)
    client.cookies.clear()
    path, _, query = link.partition("?")
    wait_until(lambda: client.get(f"{path}/state?{query}").status_code == 200)
    return client, house, link, staff


def roads_of(client, table):
    """Give every address that the site answers, as far as it is about a competition or a game."""
    names = {
        "/api/lobbies/": ("period",),
        "/lobby/": ("period",),
        "/help/reference/": ("commands",),
        "/help/": ("first-evening",),
        "/c/": ("results",),
        "/api/people/": ("player",),
        "/people/": ("player",),
    }
    found = list(ASKED)
    for route in client.app.open_everything().routes:
        if not isinstance(route, HTTPRoute) or "GET" not in route.methods:
            continue
        if route.path.endswith(ENDLESS) or route.path.startswith(ELSEWHERE):
            continue
        known = next((of for at, of in names.items() if route.path.startswith(at)), None)
        parts = re.findall(r"\{(\w+):\w+\}", route.path)
        choices = [
            (known or ("TABLE", "NEXT")) if part == "name" else GIVEN.get(part, ("unknown",))
            for part in parts
        ]
        for chosen in product(*choices):
            words = iter(chosen)
            found.append(re.sub(r"\{\w+:\w+\}", lambda _, words=words: next(words), route.path))
    return [each.replace("TABLE", table).replace("NEXT", f"{table}-2") for each in found]


def stranger_sees(client, roads):
    """Fetch every road as nobody in particular; what is said, and under which headers."""
    found = {}
    for road in roads:
        client.cookies.clear()
        answer = client.get(road, follow_redirects=False)
        kind = answer.headers.get("content-type", "")
        said = answer.content
        if "text" in kind or "json" in kind or "xml" in kind:
            said = answer.text
            for pattern in STRAY:
                said = re.sub(pattern, "", said)
        found[road] = (answer.status_code, said, answer.headers.get("etag"))
    return found


def first_difference(one, other):
    """Give where two answers part, or nothing."""
    if one == other:
        return None
    if isinstance(one[1], bytes) or one[0] != other[0]:
        return one, other
    at = next(n for n, (a, b) in enumerate(zip(one[1], f"{other[1]} ", strict=False)) if a != b)
    return one[1][at - 60 : at + 60], other[1][at - 60 : at + 60], one[2], other[2]


def tables_of(client):
    return client.app.dependencies["context"].dependency().tables


def play_a_game(client, link):
    csrf = {"x-csrftoken": token_cookie(client)}
    path, _, query = link.partition("?")
    told = client.get(f"{path}/state?{query}").json()
    table = told["table"]
    roads = roads_of(client, table)
    client.app.dependencies["context"].dependency().house.checkpoints.make_due()
    before = stranger_sees(client, roads)
    csrf = {"x-csrftoken": token_cookie(client)}
    for move in ("h8", "a1"):
        told = client.post(
            link, json={"table": table, "move": move, "seq": told["seq"]}, headers=csrf
        ).json()
        assert told["message"] == ""
    client.post(link, json={"table": table, "places": [2, 1]}, headers=csrf)
    return table, before


def count_a_match(client):
    """Somebody wins a match of the period that leads on."""
    lobby = tables_of(client).lobby("period")
    shown_from = (datetime.now(UTC) + timedelta(minutes=10)).isoformat()
    games = [
        GameCounted(match=1, number=number, half_points=(2, 0), shown_from=shown_from)
        for number in (0, 1)
    ]
    made = MatchMade(match=1, entrants=("a", "b"), tables=("none-1", "none-2"))
    lobby._store((made, *games))
    wait_until(lambda: lobby.state.qualified == ["a"])


def test_a_stranger_sees_nothing_of_an_end_on_any_road_until_the_delay_is_over(delayed):
    client, house, link, staff = delayed
    table, before = play_a_game(client, link)
    wait_until(lambda: section_of(house).rounds[0].games.get(1))
    rooms = tables_of(client).owner.rooms
    wait_until(lambda: len(rooms) > 1)
    count_a_match(client)
    after = stranger_sees(client, before)
    told = {road: first_difference(after[road], before[road]) for road in before}
    assert [(road, what) for road, what in told.items() if what is not None] == []
    open_pages_have_nothing_to_fetch(client, before)
    seen = {road for road, (status, *_) in before.items() if status == 200}
    assert seen >= {f"/api/tables/{table}", f"/t/{table}", f"/embed/t/{table}", "/watch", CUP, PAGE}
    assert before[f"/t/{table}/review"][0] == 422
    shown = json.loads(tables_of(client).glance(table))
    assert (shown["outcome"], shown["moves"]) == (None, [])
    the_second_table_is_not_there_for_strangers(client, link, table, rooms)
    changes_stop_before_what_is_withheld(client, house)
    open_pages_are_told_when_it_is_over(house)
    client.cookies.update(staff)  # the desk has known all the time
    version = house.office.state("cup").version
    assert client.get("/api/competitions/cup").json()["version"] == version
    assert client.get("/api/lobbies/period").json()["standings"][0]["qualified"]
    assert house.office.state("cup").sections["entry"].rounds[0].games[1]
    assert client.get(f"/t/{table}/review").status_code == 200
    client.cookies.clear()
    gallery = gallery_of(rooms[table])
    gallery.advance(gallery.next_due + 600_000)
    assert client.get(f"/api/tables/{table}").json()["outcome"]["places"] == [2, 1]
    assert client.get(f"/t/{table}/review").status_code == 200


def open_pages_have_nothing_to_fetch(client, before):
    """A page that was open before the end asks for what changed since."""
    asked = 0
    for road, (_, said, _) in before.items():
        held = re.search(r'data-held="(\w+)"', said) if isinstance(said, str) else None
        if held:
            client.cookies.clear()
            told = client.get(road, params={"held": held[1]}).json()
            assert (told["held"], told["parts"]) == (held[1], {}), road
            asked += 1
    assert asked >= 10
    state = client.app.dependencies["context"].dependency()
    assert state.hub._changed("cup", 1, state.house.office.state("cup").version) is None


def the_second_table_is_not_there_for_strangers(client, link, table, rooms):
    following = next(name for name in rooms if name != table)
    assert client.get(f"/t/{following}").status_code == 404
    assert client.get(f"/api/tables/{following}").status_code == 404
    path, _, query = link.partition("?")
    assert client.get(f"{path}/state?{query}").json()["table"] == following  # the operator's page


def changes_stop_before_what_is_withheld(client, house):
    told = client.get("/api/competitions/cup/changes?after=0").json()
    assert "game-recorded/1" not in [each["event"] for each in told["events"]]
    assert told["read"] == told["version"] < house.office.state("cup").version
    state, now = house.office.state("cup"), datetime.now(UTC)
    later = now + timedelta(minutes=11)
    assert withheld_games(state, now) == (("entry", 1, 1, 1),)
    assert withheld_games(state, later) == ()
    masked = in_public(state, withheld_games(state, now)).sections["entry"]
    assert not masked.rounds[0].games.get(1)
    assert not masked.records
    around = house.office.around
    house.office.around = msgspec.structs.replace(around, now=lambda: later)
    told = read_changes(house.office, "cup", 0)
    house.office.around = around
    assert "game-recorded/1" in [each.event for each in told.events]


def open_pages_are_told_when_it_is_over(house):
    """The staff at once, the public when it may know; nothing is announced in between."""
    now = [datetime.now(UTC)]
    hub = Hub(PublicVersions(house.office, lambda: now[0]))
    version = house.office.state("cup").version

    async def listen(told):
        return await anext(hub.versions("cup", told))

    async def announced():
        hub.attach(asyncio.get_running_loop())
        known = hub._shown("cup", version)
        staff, public = (asyncio.ensure_future(listen(each)) for each in (None, known))
        await asyncio.sleep(0)
        hub.announce("cup", version)
        assert await staff == version
        lifted = LiftedEnds(house.office, hub, lambda: now[0])
        lifted.look()
        await asyncio.sleep(0)
        assert not public.done()
        now[0] += timedelta(minutes=11)
        lifted.look()
        assert known < await public == version

    asyncio.run(announced())


def test_an_end_that_is_withheld_is_in_no_number_and_no_list_of_corrections():
    """What others do is counted meanwhile: their pages redraw."""
    case = Case("my-2018", "individual", 8).begin()
    case.do(OpenContest(section=case.section, mode="hall", zone="+08:00", delay=600))
    case.pair()
    case.publish()
    at, number, board = "2026-03-07T06:00:00+00:00", RoundNo(1), BoardNo(1)
    case.do(SeatRound(section=case.section, round=number, at=at))
    before = case.state.version
    end = TakeTable(
        section=case.section,
        round=number,
        board=board,
        game=1,
        table=table_name(case.now.rounds[0], board, 1),
        version=8,
        places=(1, 2),
        at=at,
        delay=600_000,
    )
    case.do(end)
    case.do(msgspec.structs.replace(end, version=9, places=(2, 1)))  # ruled on anew
    now = datetime(2026, 3, 7, 6, 5, tzinfo=UTC)
    withheld = withheld_games(case.state, now)
    assert withheld == ((case.section, 1, board, 1),)
    assert public_version(case.state, withheld) == before
    journal = list(case.office.around.log.read("competition/case"))
    public = in_public(case.state, withheld)
    for known, lines in ((case.state, 1), (public, 0)):
        names = dict.fromkeys(case.now.entrants, Person(name="x"))
        told = corrected_lines(known, known.sections[case.section], names, journal)
        assert len(told) == lines
    case.do(PostNotice(text="tea", at="2026-03-07T14:05"))
    assert public_version(case.state, withheld) == before + 1
    assert withheld_games(case.state, now + timedelta(minutes=10)) == ()
    assert public_version(case.state, ()) == case.state.version


def test_a_delay_is_said_on_the_pages_and_a_wrong_one_refused(contest):
    client, house = contest
    sign_in_as(client, Role.CHIEF_ARBITER)
    terms = {"zone": "+00:00", "mode": "online", "check_in": "30"}
    assert post(client, "open", **terms, delay="1.5").status_code == 303
    assert section_of(house).contest.delay == 90
    assert "Delayed by 1:30" in client.get(PAGE).text
    for wrong in ("soon", "181", "-1", "nan", "1e99"):
        assert post(client, "open", **terms, delay=wrong).status_code == 400, wrong
    assert section_of(house).contest.delay == 90
    assert post(client, "open", **terms).status_code == 303  # nothing said: as the book says
    assert section_of(house).contest.delay == 0
