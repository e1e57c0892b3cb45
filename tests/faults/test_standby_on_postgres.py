"""The standby drill where the copy lies in PostgreSQL: one server, or the edges of a cluster."""

import os
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import httpx
import pytest

from faults.test_standby import HOME, STREAM, Desk, until
from processes import Cluster
from proxy import Proxy
from qipan.host.first_sign_in import chief_link
from server import Server
from travelling import as_json, make_event, opened, play_on, shell, verify

KINDS = ["server", "cluster"] if os.environ.get("QIPAN_SOAK") else ["server"]


@dataclass
class Site:
    """Where the copy is read: the addresses of whoever serves it, and a link to sign in."""

    bases: list[str]
    link: str

    @property
    def base(self):
        return self.bases[0]

    @property
    def port(self):
        return int(self.base.rpartition(":")[2].rstrip("/"))


@contextmanager
def served(kind, data, postgres, folder):
    if kind == "server":
        server = Server(data, output=folder / "server.log")
        try:
            yield Site([server.base], server.link)
        finally:
            server.stop()
        return
    with opened(data) as house:
        house.log.streams("")
    cluster = Cluster(postgres, data=data, workers=1, edges=2)
    try:
        bases = [each.base for each in cluster.of("edge")]
        with opened(data) as house:
            link = chief_link(house, bases[0])
        yield Site(bases, link)
    finally:
        cluster.close()


def line(data):
    with opened(data) as house:
        return [(each.version, each.hash) for each in house.log.read(STREAM)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_in_a_database_follows_takes_over_and_fences_the_laptop_off(
    kind, tmp_path, postgres
):
    laptop_data, data = tmp_path / "laptop.sqlite", postgres.fresh()
    make_event(laptop_data, rounds=1, further=1)
    with ExitStack() as open_now:
        site = open_now.enter_context(served(kind, data, postgres, tmp_path))
        cut = Proxy(site.port)
        open_now.callback(cut.close)
        chief = open_now.enter_context(Desk(site))
        made = chief.post("/travel/token", competition="cup").text
        word = made.partition("<code data-secret>")[2].partition("<")[0]
        words = ("--token", word, "--standby", "--as", "Hall")
        shell(laptop_data, "event", "mirror", "cup", cut.base, *words)
        laptop = Server(laptop_data)
        open_now.callback(laptop.stop)
        arbiter = open_now.enter_context(Desk(laptop))
        assert arbiter.record(2).status_code == 201
        until(lambda: line(data) == line(laptop_data))
        for base in site.bases:
            shown = httpx.get(f"{base}/c/cup/evening", headers={"accept-language": "en"}).text
            assert "Hall has held this event" in shown
        assert chief.record(3).status_code == 422, "a copy is for reading"
        cut.silent.set()
        assert arbiter.record(3).status_code == 201, "the hall goes on"
        taken = chief.post("/c/cup/travel/take-over", because="the laptop is gone")
        assert taken.status_code == 303, taken.text
        assert chief.record(3).status_code == 201, "and so does the database"
        cut.silent.clear()
        laptop.kill()
        laptop = Server(laptop_data)
        open_now.callback(laptop.stop)
        until(lambda: _fenced(laptop_data))
    lost = as_json(laptop_data, "event", "unsent", "cup")["unsent"]
    assert [each["name"] for each in lost].count("result-recorded/1") == 1
    play_on(data, 4, 5, rounds=1)
    for each in (laptop_data, data):
        verify(each)


def _fenced(data):
    with opened(data) as house:
        return house.office.state(HOME).custody.shared
