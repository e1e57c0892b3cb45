"""What a lot is drawn for, in words; the journal knows it by a name such as ``tie-3-1f0c2a9b``."""

import re

from qipan.i18n import say

_TIE = re.compile(r"tie-(?P<place>\d+)-[0-9a-f]+")
_PLAY_OFF = re.compile(r"play-off-(?P<round>\d+)-(?P<board>\d+)-(?P<game>\d+)")
_ROUND = re.compile(r"round-(?P<round>\d+)")
_NIGIRI = re.compile(r"nigiri-(?P<round>\d+)-(?P<board>\d+)-(?P<game>\d+)")
_TIME = re.compile(r"time-(?P<round>\d+)-(?P<board>\d+)")
_NAMED = {"tie": _TIE, "play-off": _PLAY_OFF, "round": _ROUND, "nigiri": _NIGIRI, "time": _TIME}


def lot_name(language: str, lot: str) -> str:
    """Name a lot; what has no words keeps its own name."""
    for kind, form in _NAMED.items():
        if found := form.fullmatch(lot):
            return say(language, f"lot.name.{kind}", found.groupdict())
    code = f"lot.name.{lot}"
    name = say(language, code)
    return lot if name == code else name
