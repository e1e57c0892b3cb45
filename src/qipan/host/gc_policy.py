"""When Python looks for garbage: rarely, and never through what the server was started with.

Reference counts free nearly everything at once; the collector only finds cycles. A full search
through rulebooks, catalogues and open tables takes a tenth of a second, in which no clock is read
and no move is answered. So what is there at the start is left out for good, and what comes later is
looked through in small portions.
"""

import gc

YOUNG, MIDDLE, OLD = 10_000, 20, 100
"""New objects before the youngest are searched; and after how many searches the next older."""


def search_rarely() -> None:
    """Set the collector for a server; call once everything is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
