"""Addresses of forms from before the desk had pages of its own; programs and bookmarks use them.

``POST /c/<competition>/<section>/<action>`` is one of the actions of a page, and any page takes
these actions under their old names. Nothing is decided or read here: this is a table of addresses.
"""

from collections.abc import Mapping

from qipan.kernel.errors import BadInput
from qipan.web.desk.page import Action, DeskPage
from qipan.web.desk.pages import desk_page

OLD_ACTIONS: Mapping[str, tuple[str, str]] = {
    # old action        page         action there
    "enter": ("entries", "enter"),
    "withdraw": ("entries", "withdraw"),
    "close": ("entries", "close"),
    "commit": ("lots", "commit"),
    "draw": ("lots", "draw"),
    "pair": ("pairing", "pair"),
    "publish": ("pairing", "publish"),
    "change-pairing": ("pairing", "change"),
    "pair-by-hand": ("pairing", "lay"),
    "withdraw-round": ("pairing", "take-back"),
    "result": ("results", "result"),
    "play-off-lot": ("play-off", "play-off-lot"),
    "rule-game": ("play-off", "rule-game"),
    "attach-record": ("records", "attach-record"),
    "settle-record": ("records", "settle-record"),
    "score-deal": ("sheets", "score-deal"),
    "correct-deal": ("sheets", "correct-deal"),
    "call-time": ("sheets", "call-time"),
    "approve": ("closing", "approve"),
}


def desk_address(action: str) -> tuple[DeskPage, str]:
    """Find the page of an old action, and its name there. Raises BadInput."""
    if action not in OLD_ACTIONS:
        raise BadInput(f"no such action: {action[:40]}", where="action")
    page, name = OLD_ACTIONS[action]
    return desk_page(page), name


def shared_action(action: str) -> Action:
    """Find an action that every page takes under its old name. Raises BadInput."""
    page, name = desk_address(action)
    return page.actions[name]
