"""What stands ready for tests of the web: the demo in a journal, and the application.

Making either takes longer than most tests do with it, so each worker makes them once. Every test
still has a journal, a house and surroundings of its own.
"""

import shutil
import time
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from qipan.host.demo import make_demo
from qipan.web.app import build
from qipan.web.shared.context import Context
from qipan.wiring import open_house

FRESH_SECONDS = 30
"""After that the demo is played again, so that for every test it was played just now."""


class Journals:
    """The demo's journal, kept for a while."""

    def __init__(self):
        self._folder = TemporaryDirectory(prefix="qipan-demo")
        self._made = None

    def copy(self, to):
        kept = Path(self._folder.name) / "demo.sqlite"
        if self._made is None or time.monotonic() - self._made > FRESH_SECONDS:
            for each in kept.parent.iterdir():
                each.unlink()
            house = open_house(str(kept))
            make_demo(house.office)
            house.close()
            self._made = time.monotonic()
        shutil.copyfile(kept, to)


_journals = Journals()
_idle = []


def demo_house(folder):
    """Open a house of its own in which the demo was played."""
    path = Path(folder) / "j.sqlite"
    _journals.copy(path)
    return open_house(str(path))


@contextmanager
def application(context):
    """Give an application on these surroundings, and the surroundings as it knows them.

    Routes keep hold of the surroundings that they were built on, so one that is used again finds
    everything in those replaced, but for the secret with which forms are signed. Nobody is given
    an application that another still uses, or in which something went wrong.
    """
    app, around = _idle.pop() if _idle else (build(context), context)
    new = replace(context, secret=around.secret)
    for each in fields(Context):
        object.__setattr__(around, each.name, getattr(new, each.name))
    yield app, around
    _idle.append((app, around))
