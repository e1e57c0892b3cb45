"""A file that is not there yet is made in a process of its own, and what that needs is not kept."""

import os
import platform
import subprocess
import sys
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


POOLS = """
import ctypes, sys, threading
from qipan.kernel.operating_system import give_memory_back
give_memory_back()
kept, together = [], threading.Barrier(4)
def fill():
    together.wait()
    kept.extend([bytes(2000) for _ in range(2000)])
    together.wait()
threads = [threading.Thread(target=fill) for _ in range(4)]
for each in threads: each.start()
for each in threads: each.join()
library = ctypes.CDLL(None)
library.fopen.restype = ctypes.c_void_p
file = library.fopen(sys.argv[1].encode(), b"w")
library.malloc_info(0, ctypes.c_void_p(file))
library.fclose(ctypes.c_void_p(file))
"""
"""Writes what the C library's pools hold after four threads asked for memory at once."""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_all_threads_of_a_server_share_one_pool_of_memory(tmp_path):
    told = tmp_path / "pools.xml"
    subprocess.run([sys.executable, "-c", POOLS, str(told)], check=True)
    assert told.read_text().count("<heap nr=") == 1
