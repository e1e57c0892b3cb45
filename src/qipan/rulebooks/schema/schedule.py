"""When rounds are played."""

import msgspec


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time of one round: on which day of the event, from when to when."""

    day: int
    start: str
    end: str


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a book says about times of rounds. Times are local, ``HH:MM``."""

    first_not_before: str = ""
    """The first round of the first day begins no earlier."""
    between_minutes: int = 0
    """At least so long from the start of a round to the start of the next."""
    most_a_day: int = 0
    windows: tuple[Window, ...] = ()
    """The window of each round, in order."""
    dates: dict[str, tuple[str, ...]] = {}
    """The days of each period, where an event is held several times."""
    round_minutes: int = 120
    """How long a round is taken to last where its end is not set."""
    broadcast_delay: int = 0
    """Seconds by which spectators see live boards later, where the organiser says nothing else."""
    several: bool = False
    """People may be in several sections: clashes of times are looked for."""
