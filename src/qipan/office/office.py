"""The office: everything that is done to a competition goes through it.

``Clerk`` reads, decides and appends; ``Admitting`` enters people; ``Drawing`` draws lots.
"""

from qipan.desk.entries.newcomer import Newcomer
from qipan.office.admission import Admitting
from qipan.office.clerk import PREFIX, Announce, Surroundings, stream_of
from qipan.office.lots import Drawing


class Office(Admitting, Drawing):
    """Carries commands out."""


__all__ = ["PREFIX", "Announce", "Newcomer", "Office", "Surroundings", "stream_of"]
