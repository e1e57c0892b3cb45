"""Events of other programs, read from their files: who plays, what was played, what is to come.

- ``model``: what any such file says, in one form
- ``reading``: the door, bytes in; the file is read in a process of its own, with limits
- ``from_trf``, ``trf_matches``: tournament reports, of players and of teams
- ``opengotha``: tournaments of OpenGotha
- ``open_round``: a round of a report that is paired and waits for results
- ``vega``: tournament files of Vega, players only
- ``cross_table``: a table with a column a round, as Swiss-Manager, Vega and SP98 print it
"""

from qipan.formats.foreign.model import ForeignEvent, Remark
from qipan.formats.foreign.reading import FORMS, read_foreign

__all__ = ["FORMS", "ForeignEvent", "Remark", "read_foreign"]
