"""A delay for spectators, on every road of the site: what is withheld is nowhere, then everywhere.

A stranger's pages are fetched while a game goes on and again after its end: they are the same,
letter by letter. The desk has the result meanwhile, and the match goes on.
"""

import json
import re
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from qipan.desk.roles import Role
from qipan.host.hub import Hub
from qipan.host.lifted_ends import LiftedEnds
from qipan.office.changes import read_changes
from qipan.play.gallery.delayed_room import gallery_of
from qipan.views.in_public import in_public, withheld_games
from web.site import sign_in_as
from web.test_contest import CUP, PAGE, contest, post, section_of, token_cookie, wait_until

__all__ = ["contest"]
ROADS = (
    "/",
    "/watch",
    "/c/cup",
    "/c/cup/live-boards",
    "/c/cup/projector",
    "/c/cup/feed.atom",
    CUP,
    PAGE,
    f"{CUP}/games",
    f"{CUP}/names",
    f"{CUP}/pictures",
    f"{CUP}/player/e1",
    f"{CUP}/why?a=e1",
    f"{CUP}/projector",
    f"{CUP}/boards",
    f"{CUP}/card.png",
    f"{CUP}/documents",
    f"{CUP}/documents/standings.txt",
    f"{CUP}/record?round=1&board=1",
    f"{CUP}/record/card.png?round=1&board=1",
    f"/embed{CUP}/standings",
    f"/embed{CUP}/pairings",
    f"/embed{CUP}/wall",
    "/api/competitions/cup/entry",
    "/api/competitions/cup/entry/records",
    "/api/competitions/cup/entry/why?a=e1",
    "/t/TABLE",
    "/t/TABLE/review",
    "/t/TABLE/review/picture.png",
    "/t/TABLE/review/card.png",
    "/t/TABLE/card.png",
    "/embed/t/TABLE",
    "/api/tables/TABLE",
    "/t/NEXT",
    "/api/tables/NEXT",
    "/embed/t/NEXT",
)
STRAY = (
    r'name="_csrf_token" value="[^"]*"',
    r'data-csrf="[^"]*"',
    r'data-version="\d+"',
    r'"turn":\d+',
    r'"left":\d+',
    r"<updated>[^<]*</updated>",
    r"\d\d:\d\d:\d\d",
    r'"version":\d+',
)


@pytest.fixture
def delayed(contest):
    client, house = contest
    sign_in_as(client, Role.CHIEF_ARBITER)
    answer = post(client, "open", zone="+00:00", mode="hall", check_in="30", delay="10")
    assert answer.status_code == 303, answer.text
    begins = datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="seconds")
    assert post(client, "plan", starts=begins, despite="a test").status_code == 303
    wait_until(lambda: section_of(house).rounds)
    link = re.search(r'href="(/c/cup/entry/board/1\?key=[^"]+)"', client.get(PAGE).text)[1]
    staff = dict(client.cookies)
    client.cookies.clear()
    path, _, query = link.partition("?")
    wait_until(lambda: client.get(f"{path}/state?{query}").status_code == 200)
    return client, house, link, staff


def stranger_sees(client, table):
    found = {}
    for road in ROADS:
        address = road.replace("TABLE", table).replace("NEXT", f"{table}-2")
        client.cookies.clear()
        answer = client.get(address, follow_redirects=False)
        if "text" in answer.headers["content-type"] or "json" in answer.headers["content-type"]:
            text = answer.text
            for pattern in STRAY:
                text = re.sub(pattern, "", text)
            found[road] = (answer.status_code, text)
        else:
            found[road] = (answer.status_code, answer.content)
    return found


def first_difference(one, other):
    """Give where two answers part, or nothing."""
    if one == other:
        return None
    if isinstance(one[1], bytes) or one[0] != other[0]:
        return one, other
    at = next(n for n, (a, b) in enumerate(zip(one[1], f"{other[1]} ", strict=False)) if a != b)
    return one[1][at - 60 : at + 60], other[1][at - 60 : at + 60]


def tables_of(client):
    return client.app.dependencies["context"].dependency().tables


def play_a_game(client, link):
    csrf = {"x-csrftoken": token_cookie(client)}
    path, _, query = link.partition("?")
    told = client.get(f"{path}/state?{query}").json()
    table = told["table"]
    before = stranger_sees(client, table)
    csrf = {"x-csrftoken": token_cookie(client)}
    for move in ("h8", "a1"):
        told = client.post(
            link, json={"table": table, "move": move, "seq": told["seq"]}, headers=csrf
        ).json()
        assert told["message"] == ""
    client.post(link, json={"table": table, "places": [2, 1]}, headers=csrf)
    return table, before


def test_a_stranger_sees_nothing_of_an_end_on_any_road_until_the_delay_is_over(delayed):
    client, house, link, staff = delayed
    table, before = play_a_game(client, link)
    wait_until(lambda: section_of(house).rounds[0].games.get(1))
    rooms = tables_of(client).owner.rooms
    wait_until(lambda: len(rooms) > 1)
    after = stranger_sees(client, table)
    for road in ROADS:
        assert first_difference(after[road], before[road]) is None, road
    assert before["/api/tables/TABLE"][0] == 200
    assert before["/t/TABLE/review"][0] == 422
    shown = json.loads(tables_of(client).glance(table))
    assert (shown["outcome"], shown["moves"]) == (None, [])
    the_second_table_is_not_there_for_strangers(client, link, table, rooms)
    changes_stop_before_what_is_withheld(client, house)
    open_pages_are_told_when_it_is_over(house)
    client.cookies.update(staff)  # the desk has known all the time
    assert house.office.state("cup").sections["entry"].rounds[0].games[1]
    assert client.get(f"/t/{table}/review").status_code == 200
    client.cookies.clear()
    gallery = gallery_of(rooms[table])
    gallery.advance(gallery.next_due + 600_000)
    assert client.get(f"/api/tables/{table}").json()["outcome"]["places"] == [2, 1]
    assert client.get(f"/t/{table}/review").status_code == 200


def the_second_table_is_not_there_for_strangers(client, link, table, rooms):
    following = next(name for name in rooms if name != table)
    assert client.get(f"/t/{following}").status_code == 404
    assert client.get(f"/api/tables/{following}").status_code == 404
    path, _, query = link.partition("?")
    assert client.get(f"{path}/state?{query}").json()["table"] == following  # the operator's page


def changes_stop_before_what_is_withheld(client, house):
    told = client.get("/api/competitions/cup/changes?after=0").json()
    assert "game-recorded/1" not in [each["event"] for each in told["events"]]
    assert told["read"] < told["version"]
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
    announced, now = [], [datetime.now(UTC)]
    hub = Hub()
    hub._slots["cup"] = set()
    hub.announce = lambda name, version: announced.append(name)
    lifted = LiftedEnds(house.office, hub, lambda: now[0])
    lifted.look()
    assert announced == []
    now[0] += timedelta(minutes=11)
    lifted.look()
    lifted.look()
    assert announced == ["cup"]


def test_a_delay_is_said_on_the_pages_and_a_wrong_one_refused(contest):
    client, house = contest
    sign_in_as(client, Role.CHIEF_ARBITER)
    terms = {"zone": "+00:00", "mode": "online", "check_in": "30"}
    assert post(client, "open", **terms, delay="1.5").status_code == 303
    assert section_of(house).contest.delay == 90
    assert "Shown 1:30 later" in client.get(PAGE).text
    for wrong in ("soon", "181", "-1", "nan", "1e99"):
        assert post(client, "open", **terms, delay=wrong).status_code == 400, wrong
    assert section_of(house).contest.delay == 90
    assert post(client, "open", **terms).status_code == 303  # nothing said: as the book says
    assert section_of(house).contest.delay == 0
