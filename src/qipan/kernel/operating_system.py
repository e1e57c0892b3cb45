"""What differs between operating systems: locks on files, limits of a process, its memory.

Nothing outside of this module imports what only some systems have. Each function says what it gives
where a system has nothing of the kind.
"""

import os
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from typing import IO, Any


def _found(name: str) -> Any:
    """Give a module, or nothing where the system has none of this name."""
    try:
        return import_module(name)
    except ImportError:
        return None


fcntl, resource = _found("fcntl"), _found("resource")  # not on Windows
msvcrt = _found("msvcrt")  # on Windows only
AS_THINKER = "--think"
"""The same, to be the process of the computer players."""
AS_CHILD = "--read-apart"
"""The one word with which a program made of one file starts itself, to read a foreign file."""
_TRIM_FROM, _OWN_PAGES_FROM, _POOLS = -1, -3, -8
"""Settings of the C library's memory, as its header numbers them."""
_SOME_PAGES = 128 * 1024
FAR = 1 << 30
"""The byte that is locked where locks keep readers out: behind everything that is written."""


def lock(file: IO[str]) -> bool:
    """Lock an open file for this process; say whether nobody else has it locked.

    The system lets go of it when the process ends. Where there are no locks, a file whose first
    word is the number of another process that runs is taken to be locked.
    """
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif msvcrt is not None:
            file.seek(FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            file.seek(0)
            return not _runs_elsewhere(file.read().partition(" ")[0])
    except OSError:
        return False
    finally:
        file.seek(0)
    return True


def unlock(file: IO[str]) -> None:
    """Let go of a lock."""
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_UN)
    elif msvcrt is not None:
        file.seek(FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
    else:
        file.seek(0)
        file.truncate()


def _runs_elsewhere(process: str) -> bool:
    if not process.isdigit() or int(process) == os.getpid() or os.name != "posix":
        return False  # elsewhere a signal, even none, would end the process
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def limit_this_process(memory: int, cpu_seconds: int) -> None:
    """Bound memory and CPU time where the system can; elsewhere whoever waits bounds the time."""
    if resource is None:
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def peak_megabytes() -> int | None:
    """Give the most memory this process has held, in megabytes; none where nobody counts it."""
    if resource is None:
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(most // (1024 * 1024 if sys.platform == "darwin" else 1024))


def in_a_child(work: Callable[[], object]) -> bool:
    """Do something in a copy of this process that ends then; say whether it was done.

    What the work needs, modules and memory, is gone with the copy. Not where a system cannot copy
    a process, nor beside other threads: a copy might wait for ever for a lock of theirs.
    """
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return False
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    code = 1
    try:
        work()
        code = 0
    finally:
        os._exit(code)  # nothing of the parent's is ended or written twice


def give_memory_back() -> None:
    """Let the C library keep little that is free: a server lives long, and its threads do not wait.

    One pool for all threads instead of one for each, and what is free at its end goes back to the
    system. Nothing where the library has no such setting.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        set_option = _found("ctypes").CDLL(None).mallopt
    except (AttributeError, OSError):
        return
    for option, value in ((_POOLS, 1), (_TRIM_FROM, _SOME_PAGES), (_OWN_PAGES_FROM, _SOME_PAGES)):
        set_option(option, value)


def fastest_loop() -> str:
    """Name the event loop to serve with."""
    return "asyncio" if _found("uvloop") is None else "uvloop"


def let_any_console_print() -> None:
    """Print what a console has no letters for as question marks, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        encoding = (getattr(stream, "encoding", None) or "").lower().replace("-", "")
        if reconfigure is not None and encoding != "utf8":
            reconfigure(errors="replace")
