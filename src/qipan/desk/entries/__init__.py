"""Decisions on entries.

``phases`` leads entries from the first deadline to the close, ``admission`` takes entrants, and
``checks`` says who may not enter, each with its rule.
"""

from qipan.desk.entries import admission, invitations, phases, returns
from qipan.desk.roles import Decisions

DECISIONS: Decisions = {
    **phases.DECISIONS,
    **invitations.DECISIONS,
    **admission.DECISIONS,
    **returns.DECISIONS,
}
