"""Random opponents from those waiting."""

from qipan.pairing.open_matching.matching import Matched, match_waiting, may_meet, why_not

__all__ = ["Matched", "match_waiting", "may_meet", "why_not"]
