"""Times of rounds: setting them, checking them against the book, clashes, who is affected."""

from qipan.desk.schedule.book_limits import Fault, check_schedule
from qipan.desk.schedule.clashes import Clash, affected, clashes

__all__ = ["Clash", "Fault", "affected", "check_schedule", "clashes"]
