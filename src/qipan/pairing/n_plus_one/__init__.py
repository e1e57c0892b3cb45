"""N Swiss rounds and one more: a final for the two best, a Swiss round for the others."""

from qipan.pairing.n_plus_one.extra_round import Swiss, extra_round, final_meeting, why_not
from qipan.pairing.n_plus_one.forced import first_round_with_pairs

__all__ = ["Swiss", "extra_round", "final_meeting", "first_round_with_pairs", "why_not"]
