"""When Python looks for garbage: not while everything is being imported, and not in what stays.

Importing makes a few hundred thousand objects that live as long as the program; looking through
all of them again and again took a fifth of a start, and a server paused for it later.
"""

import gc

SELDOM = 200_000
"""New objects between two looks, while a program starts or a command runs."""
USUAL = (700, 10, 10)


def look_seldom() -> None:
    """Begin: modules are about to be imported."""
    gc.set_threshold(SELDOM, *USUAL[1:])


def look_as_usual() -> None:
    """A server is ready: what is there stays and is never looked through; the rest as always."""
    gc.freeze()
    gc.set_threshold(*USUAL)
