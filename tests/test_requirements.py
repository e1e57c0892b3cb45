"""The program runs with what installing it brings, and nothing the tests happen to have."""

import subprocess
import sys

import httpx
import pytest

import bare
from server import SOURCE, Server

EVERY = """
import importlib, pkgutil, qipan
for module in pkgutil.walk_packages(qipan.__path__, "qipan."):
    if not module.name.endswith(("__main__", "migrations.env")):  # run by their own programs
        importlib.import_module(module.name)
"""


def _run(code):
    return subprocess.run(
        [sys.executable, "-c", bare.BEFORE + code],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin"},
        check=False,
        timeout=120,
    )


def test_packages_of_the_tests_alone_are_hidden():
    done = _run("import playwright")
    assert "not a run-time requirement" in done.stderr


def test_every_module_can_be_imported_without_the_packages_of_the_tests():
    done = _run(EVERY)
    assert done.returncode == 0, done.stderr


def test_the_demo_is_served_without_the_packages_of_the_tests(tmp_path):
    server = Server(tmp_path / "data.sqlite", "--demo", before=bare.BEFORE, alone=True)
    try:
        assert httpx.get(server.base + "/", follow_redirects=True, timeout=30).status_code == 200
    finally:
        server.kill()


@pytest.mark.parametrize("part", ["psycopg-binary", "uvicorn", "litestar"])
def test_what_serving_leans_on_indirectly_is_required(part):
    assert part in bare.needed()
