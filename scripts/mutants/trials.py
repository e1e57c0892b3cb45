"""A plug-in of pytest: tries changes of one module in forks of a process that has read all tests.

The functions of the module that are alive are given the code of the changed ones, so that a trial
costs what its tests cost. What cannot be tried so is handed back as ``again``, for ``whole_runs``
to read the changed module from the start: a constant, a table made at import, and an unnoticed
change of a function that was called while everything was read.
"""

import gc
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from changes import changed

TIMES_LONGER = 5
"""A change that makes the tests run for so much longer was noticed."""
PLAN = json.loads(Path(os.environ["MUTANTS_PLAN"]).read_text("utf-8"))
Key = tuple[str, int]
"""A function's name and first line."""
_called_early: set[Key] = set()


def _note(frame: FrameType, event: str, _: Any) -> None:
    code = frame.f_code
    if event == "call" and code.co_filename == PLAN["path"]:
        _called_early.add((code.co_qualname, code.co_firstlineno))


sys.setprofile(_note)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: Any) -> bool:
    """Try every change of the plan instead of running the tests."""
    sys.setprofile(None)
    outcome = Trials(session, PLAN).run()
    Path(PLAN["answer"]).write_text(json.dumps(outcome), "utf-8")
    return True


class Trials:
    """The trials of one module."""

    def __init__(self, session: Any, plan: dict[str, Any]) -> None:
        self.items = list(session.items)
        self.session = session
        self.path = plan["path"]
        self.source = Path(self.path).read_text("utf-8")
        self.numbers: list[int] = plan["numbers"]
        self.jobs: int = plan["jobs"]
        self.patience: float = plan["patience"]
        self.alive = _living_functions(self.path)
        self.original = dict(_codes(compile(self.source, self.path, "exec")))
        self.first: list[int] = []
        """Tests that noticed something, the last one first: they are run before the others."""
        self.early: list[int] = []
        """Changes of functions that were called before the trials."""
        self.running: dict[int, tuple[int, float, int]] = {}

    def run(self) -> dict[str, Any]:
        """Give for every change ``noticed``, ``unnoticed`` or ``again``."""
        began = time.monotonic()
        if not self.items or self._without_change() != "unnoticed":
            return {"broken": True}
        self.limit = self.patience + TIMES_LONGER * (time.monotonic() - began)
        outcome: dict[int, str] = {}
        waiting = list(self.numbers)
        while waiting or self.running:
            while waiting and len(self.running) < self.jobs:
                number = waiting.pop(0)
                swaps = self._swaps(number)
                if swaps is None:
                    outcome[number] = "again"
                else:
                    self._start(number, swaps)
            outcome.update(self._ended())
            time.sleep(0.005)
        for number in self.early:
            if outcome[number] == "unnoticed":
                outcome[number] = "again"
        return {"broken": False, "limit": self.limit, "outcome": outcome}

    def _without_change(self) -> str:
        self.limit = 3600.0
        self._start(-1, [])
        while True:
            for _, outcome in self._ended():
                return outcome
            time.sleep(0.005)

    def _swaps(self, number: int) -> list[tuple[FunctionType, CodeType]] | None:
        """Pair living functions with their new code; None if that is not all that changes."""
        code = compile(changed(self.source, number), self.path, "exec")
        differing = {key: new for key, new in _codes(code) if self.original.get(key) != new}
        swaps = []
        for key, new in differing.items():
            for function in self.alive.get(key, ()):
                if len(new.co_freevars) != len(function.__code__.co_freevars):
                    return None
                swaps.append((function, new))
        if _called_early.intersection(differing):
            self.early.append(number)
        return swaps or None

    def _start(self, number: int, swaps: list[tuple[FunctionType, CodeType]]) -> None:
        reading, writing = os.pipe()
        pid = os.fork()
        if pid:
            os.close(writing)
            self.running[pid] = (number, time.monotonic(), reading)
            return
        try:
            os.close(reading)
            os.setsid()
            nowhere = os.open(os.devnull, os.O_RDWR)
            for each in (0, 1, 2):
                os.dup2(nowhere, each)
            for function, code in swaps:
                function.__code__ = code
            failed = self._run_tests()
            os.write(writing, str(failed).encode())
        finally:
            os._exit(0)

    def _run_tests(self) -> int:
        """Run the tests until one fails; give its number, or -1."""
        order = [*self.first, *(n for n in range(len(self.items)) if n not in self.first)]
        for at, number in enumerate(order):
            item = self.items[number]
            after = self.items[order[at + 1]] if at + 1 < len(order) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.session.testsfailed:
                return number
        return -1

    def _ended(self) -> Iterator[tuple[int, str]]:
        for pid, (number, began, reading) in list(self.running.items()):
            done, _ = os.waitpid(pid, os.WNOHANG)
            if not done and time.monotonic() - began < self.limit:
                continue
            if not done:
                os.killpg(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
            said = os.read(reading, 100).decode()
            os.close(reading)
            del self.running[pid]
            if said == "-1":
                yield number, "unnoticed"
                continue
            if said:
                test = int(said)
                self.first = [test, *(each for each in self.first if each != test)]
            yield number, "noticed"


def _living_functions(path: str) -> dict[Key, list[FunctionType]]:
    """Find every function that was made from a file, by name and first line."""
    gc.unfreeze()
    found: dict[Key, list[FunctionType]] = {}
    for each in gc.get_objects():
        if type(each) is FunctionType and each.__code__.co_filename == path:
            code = each.__code__
            found.setdefault((code.co_qualname, code.co_firstlineno), []).append(each)
    gc.freeze()
    return found


def _codes(code: CodeType) -> Iterator[tuple[Key, CodeType]]:
    """Give all code within a module's, by name and first line."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield (each.co_qualname, each.co_firstlineno), each
            yield from _codes(each)
