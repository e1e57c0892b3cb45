"""Decisions on competitions, sections and entries.

``sections`` opens them, ``phases`` leads entries from the first deadline to the close,
``entering`` takes entrants, and ``checks`` says who may not enter, each with its rule.
"""

from qipan.desk.access import Decisions
from qipan.desk.entries import entering, invitations, phases, sections
from qipan.desk.entries.sections import NAMED

DECISIONS: Decisions = {
    **sections.DECISIONS,
    **phases.DECISIONS,
    **invitations.DECISIONS,
    **entering.DECISIONS,
}

__all__ = ["DECISIONS", "NAMED"]
