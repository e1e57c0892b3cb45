"""What the journal alone says of a lobby: whether it is open, who may wait, where somebody plays.

Used by whoever owns the lobby, and by whoever only reads its stream.
"""

from datetime import datetime

from qipan.journal.live.lobby import LobbyOpened, LobbyState
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import EntrantId
from qipan.kernel.moments import moment
from qipan.kernel.rules import rule

PERIOD = rule("lobby.period", "Matches are made within the period.")
ONE_MATCH = rule("lobby.one-match", "Nobody plays two matches at once.")


def is_open(terms: LobbyOpened, now: datetime) -> bool:
    """Say whether matches are made now."""
    try:
        early = bool(terms.begins) and now < moment(terms.begins, "begins")
        late = bool(terms.ends) and now >= moment(terms.ends, "ends")
    except BadInput:
        return False  # written before times were checked: nobody can say when it is open
    return not early and not late


def require_free(state: LobbyState, who: EntrantId, now: datetime) -> None:
    """Raise Refused if somebody cannot wait: outside the period, or during a match."""
    terms = state.terms
    if not is_open(terms, now):
        raise Refused("lobby.closed", PERIOD, begins=terms.begins, ends=terms.ends)
    if who in state.playing:
        raise Refused("lobby.playing", ONE_MATCH, match=state.playing[who])


def present_table(state: LobbyState, who: EntrantId) -> str:
    """Name the table of somebody's present game, whether it is laid or not; empty if none."""
    number = state.playing.get(who)
    if number is None:
        return ""
    match = state.matches[number]
    return match.tables[match.game]
