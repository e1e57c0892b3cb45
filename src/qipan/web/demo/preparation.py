"""Making the demo, once, in a journal that holds nothing else.

A journal that the demo made is marked. Where anything else lies in it, ``--demo`` adds its small
competition, as it always did, and nobody is everybody there.
"""

from datetime import datetime

from qipan.desk.accounts import EVERYWHERE
from qipan.host.demo import make_demo
from qipan.journal.record.register import STREAM as REGISTER
from qipan.kernel.errors import Unavailable, Unknown
from qipan.simulation.demo_world import make_world
from qipan.web.demo.roles import STAFF_ROLES
from qipan.wiring import House

MADE = "demo/world"
"""The secret that marks a journal as the demo's own."""


def prepare(house: House, now: datetime) -> bool:
    """Make the demo if it is not there; say whether the journal is the demo's own."""
    if not _is_empty(house):
        make_demo(house.office)
        return made_at(house) is not None
    house.secrets.keep(MADE, now.isoformat().encode())
    make_demo(house.office)
    make_world(house, now)
    for role in STAFF_ROLES:
        house.accounts.create(role.account, role.display, None)
        house.accounts.grant(role.account, EVERYWHERE, role.role)
    return True


def made_at(house: House) -> datetime | None:
    """Say when the demo made this journal; None if it did not."""
    try:
        return datetime.fromisoformat(house.secrets.reveal(MADE).decode())
    except (Unknown, Unavailable, ValueError):
        return None


def _is_empty(house: House) -> bool:
    streams = set(house.log.streams())
    begun = house.log.version(REGISTER) <= 1  # opening a journal begins its register
    return streams <= {REGISTER} and begun and not house.accounts.members(EVERYWHERE)
