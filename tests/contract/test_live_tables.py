"""The port of live tables: the same scenarios where one process owns them, and over a cluster."""

import asyncio
import json

import pytest

from contract.live_sites import (
    EAGER,
    HURRY,
    SITES,
    Page,
    come,
    eventually,
    kept_out,
    terms,
)
from qipan.journal.live.lobby import LobbyOpened
from qipan.kernel.clock import Entered, Increment
from qipan.kernel.errors import BadInput, Conflict, Refused, Unknown
from qipan.play.feed.changes import with_change
from qipan.play.port import BoardEntry, TableVisit
from qipan.play.reception import MESSAGES, PATIENCE
from qipan.play.seats import seat_token


@pytest.fixture(params=SITES, ids=str)
def run(request, monkeypatch):
    for name in HURRY:
        monkeypatch.setattr(name, 50)
    for name in EAGER:
        monkeypatch.setattr(name, -1)

    def run(scenario):
        async def whole():
            async with SITES[request.param]() as site:
                await scenario(site.tables)

        asyncio.run(whole())

    return run


async def two(tables, **more):
    """Open a table and seat both players."""
    await tables.open("t1", terms(**more), begin=True)
    pages = [await come(tables, seat=seat) for seat in (0, 1)]
    for page in pages:
        await page.until("state")
    return pages


def test_two_play_and_one_watches(run):
    async def scenario(tables):
        await tables.open("t1", terms(), begin=False)
        first = await come(tables, seat=0)
        assert (await first.until("state"))["you"] == 0
        watcher = await come(tables)
        state = await watcher.until("state")
        assert (state["you"], state["begun"], "legal" in state) == (None, False, False)
        second = await come(tables, seat=1)
        await first.until("presence", seat=1, connected=True)
        for page in (first, second, watcher):  # begun, now that both are there
            await page.until("game-begun/1")
        first.send("move", text="h8", id="1")
        told = await second.until("move-played/1")
        assert (told["text"], told["seat"], told["id"]) == ("h8", 0, "1")
        assert await watcher.until("move-played/1") == told
        assert await first.until("move-played/1") == told
        first.send("move", text="h8", id="1")  # sent again: answered, not played again
        assert (await first.until("ack"))["seq"] == told["seq"]
        again = await come(tables, seat=1, since=told["seq"])
        assert (await again.until("state"))["moves"] == []

    run(scenario)


def test_who_keeps_the_position_is_told_what_changed_and_others_all_of_it(run):
    """Spectators too, wherever their socket is held; each as they asked for it."""

    async def scenario(tables):
        first, second = await two(tables)
        keeper, plain, late = [await come(tables) for _ in range(3)]
        for page in (keeper, plain, late):
            await page.until("state")
        for page in (second, keeper):
            page.send("hello", changes=True)
            page.send("ping")
            await page.until("pong")
        first.send("move", text="h8", id="1")
        assert "view" in await keeper.until("move-played/1")  # nothing was told it before
        known = await second.until("move-played/1")
        second.send("move", text="a1", id="2")
        told = {page: await page.until("move-played/1", id="2") for page in (keeper, second, first)}
        assert told[keeper] == told[second]
        assert "view" not in told[keeper]
        assert told[keeper]["after"] == known["seq"]
        whole = await plain.until("move-played/1", id="2")
        assert whole == told[first]
        made = with_change(known["view"], told[keeper]["changes"]["view"])
        assert made == whole["view"]
        late.send("hello", changes=True)  # and back again
        late.send("hello", changes=False)
        late.send("ping")
        await late.until("pong")
        first.send("move", text="h7", id="3")
        assert "view" in await late.until("move-played/1", id="3")
        assert "view" not in await keeper.until("move-played/1", id="3")

    run(scenario)


def test_a_refusal_goes_to_its_sender_alone(run):
    async def scenario(tables):
        first, second = await two(tables)
        watcher = await come(tables)
        await watcher.until("state")
        watcher.send("move", text="h8", id="w")
        assert (await watcher.until("refused"))["code"] == "play.no-seat"
        second.send("move", text="h8", id="s")
        assert (await second.until("refused", id="s"))["rule"] == "game.seat-acts"
        second.connection.receive("not json")
        assert (await second.until("refused"))["code"] == "input.bad"
        second.connection.receive(b"\xff\xfe")
        assert (await second.until("refused"))["code"] == "input.bad"
        second.send("move", text="x" * 9_000)
        assert (await second.until("refused"))["code"] == "input.bad"
        first.send("move", text="h8", id="f")
        await first.until("move-played/1")
        assert not any(each["type"] == "refused" for each in first.heard)

    run(scenario)


def test_strangers_stay_out(run):
    async def scenario(tables):
        await tables.open("t1", terms(), begin=True)
        wrong = seat_token(b"x" * 32, "t1", 0)
        assert await kept_out(tables, TableVisit("t1", wrong)) == "play.wrong-token"
        assert await kept_out(tables, TableVisit("none")) == "unknown"
        assert await kept_out(tables, TableVisit("none", wrong)) == "unknown"

    run(scenario)


def test_seats_and_arbiters_get_in_however_many_watch(run, monkeypatch):
    monkeypatch.setattr("qipan.play.port.MOST_SPECTATORS", 2)

    async def scenario(tables):
        await two(tables)
        for _ in range(2):
            await (await come(tables)).until("state")
        with pytest.raises(BadInput) as full:
            await come(tables)
        assert full.value.code == "play.full"
        assert (await (await come(tables, seat=0)).until("state"))["you"] == 0
        await (await come(tables, arbiter="ann")).until("state")

    run(scenario)


def test_the_newest_connection_has_the_seat(run):
    async def scenario(tables):
        first, second = await two(tables)
        newer = await come(tables, seat=0)
        await newer.until("state")
        await first.until("replaced")
        assert await first.dropped() == "replaced"
        newer.send("move", text="h8", id="1")
        await second.until("move-played/1")

    run(scenario)


def test_who_leaves_is_seen_to_leave_and_may_come_back(run):
    async def scenario(tables):
        first, second = await two(tables)
        first.connection.leave()
        await second.until("presence", seat=0, connected=False)
        first.connection.leave()  # once more changes nothing
        first.connection.receive('{"type":"ping"}')
        await (await come(tables, seat=0)).until("state")
        await second.until("presence", seat=0, connected=True)

    run(scenario)


def test_an_arbiter_is_known_by_the_competition_and_rules(run):
    async def scenario(tables):
        first, _ = await two(tables, origin={"competition": "cup"})
        asked = []

        def arbiter_in(competition):
            asked.append(competition)
            return "ann"

        visit = await tables.admit(TableVisit("t1", signed_in=True), arbiter_in)
        assert (asked, visit.arbiter) == (["cup"], "ann")
        arbiter = Page(tables, visit)
        arbiter.send("arbiter", act="pause")
        assert (await first.until("play-suspended/1"))["suspended"] == "arbiter"
        first.send("arbiter", act="resume")
        assert (await first.until("refused"))["code"] == "play.arbiters-only"
        found = await tables.evidence("t1")
        assert [each["actor"] for each in found["events"]] == ["owner", "owner", "arbiter:ann"]

    run(scenario)


def test_who_floods_is_refused_and_then_dropped(run):
    async def scenario(tables):
        first, _ = await two(tables)
        for _ in range(MESSAGES.burst + PATIENCE + 5):
            first.send("ping")
        assert (await first.until("refused"))["code"] == "play.too-many-messages"
        assert await first.dropped() == "limit"

    run(scenario)


def test_a_table_is_opened_once(run):
    async def scenario(tables):
        await tables.open("t1", terms(), begin=True)
        other = terms(controls=(Increment(1_000),) * 2)
        with pytest.raises(Conflict):
            await tables.open("t1", other, begin=True)
        assert (await tables.look("t1")).opened == terms()
        with pytest.raises(BadInput):
            await tables.open("t2", terms(controls=(Increment(1_000),) * 3), begin=True)

    run(scenario)


def test_tables_to_read_in(run):
    async def scenario(tables):
        first, second = await two(tables)
        first.send("move", text="h8", id="1")
        await second.until("move-played/1")
        assert [move.texts[0] for move in (await tables.look("t1")).moves] == ["h8"]
        shown = json.loads(await tables.show("t1"))
        assert (shown["you"], [move["text"] for move in shown["moves"]]) == (None, ["h8"])
        assert [seat["connected"] for seat in shown["seats"]] == [True, True]
        assert (await tables.evidence("t1"))["table"] == "t1"
        for ask in (tables.look, tables.show, tables.evidence, tables.show_board):
            with pytest.raises(Unknown):
                await ask("none")

    run(scenario)


def test_many_tables_on_one_page(run):
    async def scenario(tables):
        first, _ = await two(tables)
        await tables.open("t2", terms(), begin=True)
        assert sorted(table.id for table in tables.tables()) == ["t1", "t2"]
        before = json.loads(tables.glance("t1"))
        changed = []
        tables.listen(changed.append)
        first.send("move", text="h8", id="1")
        await eventually(lambda: "t1" in changed)
        after = json.loads(tables.glance("t1"))
        assert (before["moves"], after["moves"]) == ([], [])  # the position says it all
        assert (before["acting"], after["acting"]) == ([0], [1])
        assert tables.glance("none") is None

    run(scenario)


def test_a_board_in_the_hall_is_entered_beside_it(run):
    async def scenario(tables):
        await tables.open("t1", terms(controls=(Entered(60_000),) * 2), begin=True)
        shown = await tables.show_board("t1")
        assert (shown["hall"], shown["you"], "h8" in shown["legal"]) == (True, 0, True)
        assert await tables.enter("t1", BoardEntry("h8", shown["seq"])) == ""
        shown = await tables.show_board("t1")
        assert (shown["you"], len(shown["moves"])) == (1, 1)
        assert await tables.enter("t1", BoardEntry("i8", 1)) == "play.stale"
        assert await tables.enter("t1", BoardEntry("h8", shown["seq"])) == "gomoku.occupied"
        assert await tables.enter("t1", BoardEntry(left=(50, 40))) == ""
        assert (await tables.show_board("t1"))["clocks"]["seats"][1]["main"] == 40_000
        with pytest.raises(BadInput):
            await tables.enter("t1", BoardEntry(left=(50,)))
        assert await tables.enter("t1", BoardEntry(places=(1, 2))) == ""
        with pytest.raises(Refused, match=r"game\.over"):
            await tables.enter("t1", BoardEntry(places=(2, 1)))
        await tables.open("t2", terms(), begin=True)
        with pytest.raises(Refused, match=r"play\.not-in-hall"):
            await tables.enter("t2", BoardEntry("h8", 2))
        with pytest.raises(Unknown):
            await tables.enter("none", BoardEntry("h8", 2))

    run(scenario)


def period(**more):
    found = terms()
    controls = (Increment(600_000),) * 2
    return LobbyOpened(game=found.game, engine=found.engine, controls=controls, target=3, **more)


def test_open_matching_brings_two_to_a_table(run):
    async def scenario(tables):
        lobby = await tables.open_lobby("evening", period())
        assert [each.name for each in tables.lobbies()] == ["evening"]
        assert (lobby.is_open, len(lobby.waiting)) == (True, 0)
        lobby.wait("ann")
        assert (lobby.waits("ann"), len(lobby.waiting), lobby.table_of("ann")) == (True, 1, "")
        lobby.leave("ann")
        assert not lobby.waits("ann")
        for who in ("ann", "bob"):
            tables.lobby("evening").wait(who)
        table = await eventually(lambda: tables.lobby("evening").table_of("ann"))
        lobby = tables.lobby("evening")
        assert lobby.table_of("bob") == table
        assert set((await tables.look(table)).opened.occupants) == {"ann", "bob"}
        assert not lobby.waits("ann")
        with pytest.raises(Refused, match=r"lobby\.playing"):
            lobby.wait("ann")

    run(scenario)


def test_periods_have_names_and_times(run):
    async def scenario(tables):
        await tables.open_lobby("evening", period())
        with pytest.raises(Conflict):
            await tables.open_lobby("evening", period(ends="2030-01-01T00:00:00+00:00"))
        with pytest.raises(Unknown):
            tables.lobby("none")
        past = await tables.open_lobby("past", period(ends="2020-01-01T00:00:00+00:00"))
        assert not past.is_open
        with pytest.raises(Refused, match=r"lobby\.closed"):
            past.wait("ann")

    run(scenario)


def test_the_end_is_told_to_everybody(run):
    async def scenario(tables):
        first, _ = await two(tables)
        assert tables.running
        await tables.stop()
        await first.until("stopping")
        assert not tables.running
        await tables.stop()

    run(scenario)


def test_spectators_of_a_delayed_table_see_everything_later_on_every_road(run):
    async def scenario(tables):
        changed = []
        tables.listen(changed.append)
        first, second = await two(tables, delay=1500)
        watcher = await come(tables)
        await watcher.until("state")
        arbiter = await come(tables, arbiter="chief")
        await arbiter.until("state")
        first.send("resign")
        for page in (second, arbiter):
            assert (await page.until("seat-resigned/1"))["outcome"]["places"] == [2, 1]
        assert (await tables.look("t1")).over
        watcher.send("since", seq=0)
        assert (await watcher.until("state"))["outcome"] is None
        assert not (await tables.look_in_public("t1")).over
        assert json.loads(await tables.show("t1"))["outcome"] is None
        assert json.loads(tables.glance("t1"))["outcome"] is None
        assert [each.over for each in tables.tables() if each.id == "t1"] == [False]
        assert "seat-resigned/1" not in [each.get("kind") for each in watcher.heard]
        told = await watcher.until("seat-resigned/1")
        assert told["outcome"]["places"] == [2, 1]
        await eventually(lambda: json.loads(tables.glance("t1"))["outcome"])
        assert (await tables.look_in_public("t1")).over
        assert json.loads(await tables.show("t1"))["outcome"]["places"] == [2, 1]
        await eventually(lambda: "t1" in changed)

    run(scenario)


def test_a_second_game_behind_a_delay_is_unknown_to_spectators(run):
    async def scenario(tables):
        await tables.open("t1", terms(delay=60_000, origin={"game": "2"}), begin=False)
        player = await come(tables, seat=0)
        assert (await player.until("state"))["you"] == 0
        with pytest.raises(Unknown):
            await tables.look_in_public("t1")
        with pytest.raises(Unknown):
            await tables.show("t1")
        assert tables.glance("t1") is None
        assert tables.tables() == []
        assert await kept_out(tables, TableVisit("t1")) == "unknown"

    run(scenario)
