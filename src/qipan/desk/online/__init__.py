"""Rounds at live tables: timetable, check-in, lateness, and how a table's end becomes a result.

Everything here is decided from the journal and a time that is passed in. ``due`` says what is to
be done now, ``wanted`` which tables there are to be; whoever carries it out may be killed between
any two steps and begin again, since what was done is in the journal and is not due any more.
"""

from qipan.desk.online.seating import Wanted, table_name, wanted
from qipan.desk.online.timetable import DueStep, check_in_opens, due, next_time

__all__ = ["DueStep", "Wanted", "check_in_opens", "due", "next_time", "table_name", "wanted"]
