"""What the web room is given: the house, the clock, tokens, and the hub for live pages."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from litestar.di import NamedDependency
from litestar.params import FromPath

from qipan.host.contests import Contests
from qipan.host.hub import Hub
from qipan.host.judging.examiner import Examiner
from qipan.host.metrics import Operations
from qipan.host.travel.mirrors import Mirrors
from qipan.play.guests.house_of_guests import HouseOfGuests
from qipan.play.port import LiveTables
from qipan.settings import Settings
from qipan.web.shared.jobs import Jobs
from qipan.web.shared.newcomers.demo_switch import DemoSwitch
from qipan.web.shared.page_cache import Keeping
from qipan.web.shared.wrong_passwords import WrongPasswords
from qipan.wiring import House, monotonic_ms


@dataclass(frozen=True)
class Context:
    """The surroundings of every request."""

    house: House
    hub: Hub
    now: Callable[[], datetime]
    token: Callable[[], str]
    secret: str
    """Signs CSRF tokens; kept with the journal, so that a restart signs nobody out."""
    tables: LiveTables

    operations: Operations = field(default_factory=Operations)
    """Figures, and whether the server is on its way out."""
    contests: Contests = field(default_factory=Contests)
    """The timetables that run here."""
    kept: Keeping = field(default_factory=Keeping)
    """Views and pages that were made already."""
    jobs: Jobs = field(default_factory=Jobs)
    """Long work that is under way, or was done for somebody who waits."""
    wrong_passwords: WrongPasswords = field(default_factory=lambda: WrongPasswords(monotonic_ms))
    """Who waits before a password is tried again."""
    examiner: Examiner = field(default_factory=Examiner)
    """Judges moves, for arbiters and readers."""
    stop: Callable[[], None] | None = None
    """Stops the server, where who organises may do so from a page."""
    mirrors: Mirrors | None = None
    """Copies that are kept elsewhere; None: of several edges each would send them."""
    settings: Settings = field(default_factory=Settings)
    guests: HouseOfGuests = field(default_factory=HouseOfGuests)
    """Programs of others that play here, by the administrator's word."""
    demo: DemoSwitch | None = None
    """None outside ``--demo``."""
    names: frozenset[str] = frozenset()
    """Host names of this server, as far as it knows them."""

    def wall(self) -> datetime:
        """Give the time on the wall of the hall: that of this machine, without a zone."""
        return self.now().astimezone().replace(tzinfo=None)

    def seconds(self) -> int:
        """Give the time in whole seconds."""
        return int(self.now().timestamp())


Around = NamedDependency[Context]
"""How a route asks for its surroundings."""
InPath = FromPath[str]
"""How a route asks for a part of its path."""
