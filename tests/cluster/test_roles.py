"""Edges, workers and schedulers as a person starts them: pages, lobbies, readiness, leaving."""

import os
import signal
import subprocess
import sys
import time

import httpx
import pytest

from processes import MAIN, SOURCE, Cluster, free_port
from qipan.desk.roles import Role as Rights
from qipan.host.first_sign_in import chief_link
from qipan.play.shards import ALL_IN_ONE
from qipan.wiring import open_house
from server import use_link

CLOCK = {"kind": "increment", "main": 600_000, "bonus": 0}
TABLE = {"game": "gomoku", "controls": [CLOCK], "occupants": ["a", "b"], "competition": "cup"}


@pytest.fixture(scope="module")
def cluster(postgres):
    made = Cluster(postgres, workers=1, edges=1, schedulers=1, forked=True)
    yield made
    made.close()


@pytest.fixture(scope="module", autouse=True)
def alone(cluster):
    """Start a server that owns everything; it tries for as long as a lease lasts, so: early."""
    words = ["serve", "--port", str(free_port()), "--data", cluster.data]
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, *words],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as started:
        yield started
        started.kill()


def signed_in(cluster, name=None):
    house = open_house(cluster.data)
    if name is None:
        link = chief_link(house, "")
    else:
        token = f"token-of-{name}-{time.time()}"
        if house.accounts.find(name) is None:
            house.accounts.create(name, name, None)
            house.accounts.grant(name, "*", Rights.SPECTATOR)
        house.accounts.make_link(name, token, int(time.time()) + 600)
        link = f"/sign-in/{token}"
    house.close()
    client = httpx.Client(base_url=cluster.of("edge")[0].base, timeout=20, follow_redirects=True)
    use_link(client, link)
    client.headers["x-csrftoken"] = client.cookies["csrftoken"]
    return client


@pytest.fixture(scope="module")
def chief(cluster):
    client = signed_in(cluster)
    yield client
    client.close()


def until(what, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.2)
    raise AssertionError("it did not happen")


def test_every_role_says_whether_it_is_alive_and_ready(cluster):
    for role in cluster.roles:
        assert role.ask("/health")[0] == 200
        until(lambda role=role: role.ask("/ready")[0] == 200)
    (worker,) = cluster.of("worker")
    assert worker.figure("qipan_shards") == 256
    assert worker.figure("qipan_broker_up") == 1
    until(lambda: cluster.of("scheduler")[0].figure("qipan_scheduler_active") == 1)
    assert worker.ask("/sign-in")[0] == 404


def test_tables_are_opened_shown_and_judged_through_an_edge(cluster, chief):
    opened = chief.post("/api/tables", json=TABLE)
    assert opened.status_code == 201, opened.text
    name, links = opened.json()["table"], opened.json()["links"]
    shown = chief.get(f"/api/tables/{name}").json()
    assert (shown["seq"], shown["game"]) == (1, "gomoku")
    assert chief.get(f"/api/tables/{name}/evidence").json()["version"] == 1
    assert chief.get(links[0]).status_code == 200
    assert chief.get("/t/nothing").status_code == 404
    assert chief.get("/api/tables/nothing").status_code == 404
    bad = chief.post("/api/tables", json={**TABLE, "occupants": ["a"]})
    assert bad.status_code == 400
    (worker,) = cluster.of("worker")
    worker.signal(signal.SIGUSR1)
    until(lambda: f"'belief' table='{name}'" in worker.text())


def test_a_lobby_matches_players_of_an_edge(cluster, chief):
    made = chief.post("/api/lobbies", json={"name": "open", "game": "gomoku"})
    assert made.status_code == 201, made.text
    assert chief.post("/api/lobbies", json={"name": "open", "game": "xiangqi"}).status_code == 409
    players = [signed_in(cluster, name) for name in ("lin", "chen")]
    for player in players:
        assert player.post("/api/lobbies/open/wait").json()["wait"]
    links = [
        until(lambda p=player: p.get("/api/lobbies/open").json()["table"]) for player in players
    ]
    assert links[0].partition("?")[0] == links[1].partition("?")[0]
    assert links[0] != links[1]
    assert "open" in chief.get("/lobby").text
    for player in players:
        player.close()


def test_a_server_that_owns_everything_does_not_start_beside_workers(cluster, alone):
    said, _ = alone.communicate(timeout=120)
    assert alone.returncode != 0
    assert "other processes own them" in said
    rows = cluster.postgres.execute(
        f"SELECT owner FROM shard_lease WHERE shard = {ALL_IN_ONE}",
        cluster.data.rpartition("/")[2],
    )
    assert list(rows[0]) == [""]


def test_of_two_schedulers_one_is_active_and_the_other_takes_its_place(cluster):
    def active():
        return [each.name for each in schedulers if each.figure("qipan_scheduler_active") == 1]

    first, second = schedulers = [*cluster.of("scheduler"), cluster.add("scheduler", 2)]
    for _ in range(10):  # longer than the second one needs to look twice
        assert until(active) == [first.name]
        time.sleep(0.1)
    first.kill()
    cluster.roles.remove(first)
    schedulers.remove(first)
    until(lambda: active() == [second.name])
    assert second.ask("/ready")[0] == 200


def test_a_worker_that_leaves_hands_over_and_ends_with_0(cluster):
    (old,) = cluster.of("worker")
    new = cluster.add("worker", 1)
    cluster.settle()
    old.process.terminate()
    assert old.process.wait(timeout=20) == 0
    cluster.settle()
    assert list(cluster.owners().values()) == [256]
    assert "handed-over" in old.text()
    until(lambda: new.figure("qipan_shards") == 256)
