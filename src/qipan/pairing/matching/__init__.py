"""Matchings in general graphs: the one home of all of them, and which is for what.

- ``complete(mate, may)``: everybody gets a partner, whoever it is, or it is said who blocks. It
  asks whether two may meet and never lists the pairs, so that a field may have any size. For the
  score system's last resort and for saying why a round cannot be paired (``by_question``).
- ``heaviest(size, edges)``: the best of all matchings by a weight for each pair. For exact pairings
  of small fields: the score system, McMahon, the first round, teams (``heaviest``).
- ``bits`` and ``weighted`` (which begins with ``first_pairs``) do the work, and the Dutch system
  asks them itself: thousands of yes/no questions about small graphs, one integer a neighbourhood
  (``bits``), and after weighing a bracket the duals: the graph of tight edges holds *every* optimal
  pairing, from which it chooses (``weighted``). No library gives those; weights may have any number
  of bits.

Vertices are small integers everywhere; nothing here knows of scores, colours or rules.
"""

from qipan.pairing.matching.by_question import FREE, Blocked, complete
from qipan.pairing.matching.heaviest import Pairs, heaviest

__all__ = ["FREE", "Blocked", "Pairs", "complete", "heaviest"]
