"""A file that is not there yet is made in a process of its own, and what that needs is not kept."""

import os
import threading

import httpx
import pytest

from qipan.kernel.operating_system import in_a_child
from server import Server

TOLD = """
import atexit, sys
def tell():
    print("read for making:", sorted({"alembic", "mako"} & set(sys.modules)), flush=True)
from qipan.host import server
run = server.DrainingServer.run
def telling(self):
    tell()
    run(self)
server.DrainingServer.run = telling
"""
"""Names what a server has read when it begins to serve."""


@pytest.mark.parametrize("demo", [(), ("--demo",)], ids=["empty", "demo"])
def test_a_server_keeps_nothing_that_only_the_making_of_its_file_needs(tmp_path, demo):
    data = tmp_path / "new.sqlite"
    server = Server(data, *demo, before=TOLD, alone=True)
    try:
        assert httpx.get(f"{server.base}/c/demo/women").status_code == (200 if demo else 404)
        assert "read for making: []" in server.output.read_text()
    finally:
        server.stop()


def test_work_in_a_child_changes_nothing_here(tmp_path):
    here, there = [], tmp_path / "done"

    def work():
        here.append(os.getpid())
        there.write_text(str(os.getpid()))

    done = in_a_child(work)
    assert here == []
    assert done == there.exists()


def test_a_child_that_fails_is_told():
    assert not in_a_child(lambda: 1 // 0)


def test_no_child_beside_other_threads():
    stop = threading.Event()
    other = threading.Thread(target=stop.wait)
    other.start()
    called = []
    assert not in_a_child(lambda: called.append(1))
    stop.set()
    other.join()
    assert called == []
