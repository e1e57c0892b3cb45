"""What a referee rules at a Go table, as pure functions: facts in, ruling out.

Each function cites a rule key; numbers that a book may set are parameters with the usual default.
Nothing here changes a game: points fined, turns lost and stones put back are moves of the table
seat (``table``), results are recorded at the desk.
"""

from qipan.games.go.rulings.board import Choice, displaced, wrecked
from qipan.games.go.rulings.clock import lateness, may_pause
from qipan.games.go.rulings.committee import Bench, Member, decide, panel, staffing
from qipan.games.go.rulings.offences import Offence, Sanction, Sheet, assess
from qipan.games.go.rulings.results import annul, lose_afterwards
from qipan.games.go.rulings.turns import complaint, double_move, dropped, may_close, nigiri

__all__ = [
    "Bench",
    "Choice",
    "Member",
    "Offence",
    "Sanction",
    "Sheet",
    "annul",
    "assess",
    "complaint",
    "decide",
    "displaced",
    "double_move",
    "dropped",
    "lateness",
    "lose_afterwards",
    "may_close",
    "may_pause",
    "nigiri",
    "panel",
    "staffing",
    "wrecked",
]
