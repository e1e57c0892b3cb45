"""What can be asked for to take acts back."""

from qipan.desk.command import Command
from qipan.kernel.ids import SectionId


class TakeBackAct(Command, frozen=True, tag=True):
    """Take an act back, as if it had never been; the journal keeps both."""

    first: int
    """The version of the first event of the act."""
    last: int
    """The version of its last event."""
    reason: str = ""


class TakeBackPenalty(Command, frozen=True, tag=True):
    """Take a penalty back, with all that followed from it."""

    section: SectionId
    penalty: str
    """Its name in the list of penalties."""
    reason: str
