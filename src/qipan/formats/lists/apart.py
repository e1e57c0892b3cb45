"""Reading a foreign file in a process of its own, with limits of memory, CPU and time.

The child is this very module, started anew: it reads the file from its input and writes sheets, or
what is wrong with the file, to its output. If a parser aborts, allocates without end or never
comes back, only the child is gone, and the file is called unreadable.
"""

import os
import subprocess
import sys
from importlib import import_module
from typing import TypeVar

import msgspec

from qipan.formats.lists.faults import unreadable
from qipan.kernel.errors import BadInput
from qipan.kernel.operating_system import AS_CHILD, limit_this_process

MOST_MEMORY = 220_000_000
"""Bytes of addresses that the child may have; an ordinary list needs a tenth."""
MOST_CPU_SECONDS = 1
MOST_SECONDS = 20
"""On the clock of the wall: a busy machine is no fault of the file."""
MOST_ANSWER = 60_000_000
T = TypeVar("T")


class Limits(msgspec.Struct, frozen=True):
    """What a child may use; the usual ones are for files that strangers send."""

    memory: int = MOST_MEMORY
    cpu_seconds: int = MOST_CPU_SECONDS
    seconds: int = MOST_SECONDS
    answer: int = MOST_ANSWER


class Asked(msgspec.Struct, frozen=True):
    """What the child is to read, and by which function of ours: the file follows."""

    reader: str
    name: str
    wanted: str
    look_at: int
    limits: Limits = Limits()


class Wrong(msgspec.Struct, frozen=True):
    """What the child found wrong with a file."""

    what: str
    code: str
    facts: dict[str, int | str]


class ChildAnswer(msgspec.Struct, frozen=True):
    """What the child says: sheets, or what is wrong."""

    read: msgspec.Raw = msgspec.Raw(b"")
    wrong: Wrong | None = None


def read(content: bytes, asked: Asked, as_type: type[T]) -> T:
    """Read a file in a child. Raises BadInput if it cannot be read, whatever the reason."""
    name, header = asked.name, msgspec.json.encode(asked)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            child_command(),
            input=header + b"\n" + content,
            capture_output=True,
            timeout=asked.limits.seconds,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _no_spreadsheet(name, "it takes too long") from error
    if done.returncode or len(done.stdout) > asked.limits.answer:
        raise _no_spreadsheet(name, "it needs too much memory or time")
    answer = msgspec.json.decode(done.stdout, type=ChildAnswer)
    if answer.wrong is not None:
        wrong = answer.wrong
        raise BadInput(wrong.what, where=name, code=wrong.code, facts=wrong.facts)
    return msgspec.json.decode(answer.read, type=as_type)


def _no_spreadsheet(name: str, why: str) -> BadInput:
    return unreadable(f"not a readable spreadsheet: {why}", name, "not-spreadsheet")


def child_command() -> list[str]:
    """Give the words that start the child: a program made of one file has only itself to start."""
    if getattr(sys, "frozen", False):
        return [sys.executable, AS_CHILD]
    return [sys.executable, "-c", f"from {__name__} import serve; serve()"]


def serve() -> None:
    """Be the child: read one file and answer."""
    asked = msgspec.json.decode(sys.stdin.buffer.readline(), type=Asked)
    limit_this_process(asked.limits.memory, asked.limits.cpu_seconds)
    content = sys.stdin.buffer.read()
    module, _, function = asked.reader.partition(":")
    reader = getattr(import_module(module), function)
    try:
        found = reader(content, asked.name, asked.wanted, asked.look_at)
        said: object = {"read": found}
    except BadInput as error:
        said = {"wrong": Wrong(error.what, error.code, dict(error.facts))}
    sys.stdout.buffer.write(msgspec.json.encode(said))
