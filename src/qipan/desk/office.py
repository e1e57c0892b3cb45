"""The office: everything that is done to a competition goes through it.

``Clerk`` reads, decides and appends; ``Admitting`` enters people; ``Drawing`` draws lots.
"""

from qipan.desk.admitting import Admitting
from qipan.desk.clerk import PREFIX, Announce, Surroundings, stream_of
from qipan.desk.drawing import Drawing
from qipan.desk.newcomers import Newcomer


class Office(Admitting, Drawing):
    """Carries commands out."""


__all__ = ["PREFIX", "Announce", "Newcomer", "Office", "Surroundings", "stream_of"]
