"""A forked process can be asked about by several threads at once."""

import os
from concurrent.futures import ThreadPoolExecutor

from forking import Forked


def test_every_thread_learns_how_it_ended(tmp_path):
    found = Forked(
        ["--help"],
        output=tmp_path / "log",
        environment=dict(os.environ),
        folder=tmp_path,
    )
    with ThreadPoolExecutor(8) as threads:
        codes = set(threads.map(lambda _: found.wait(timeout=60), range(8)))
    assert codes == {0}, (tmp_path / "log").read_text()
    assert found.poll() == 0
