"""Papers by name and size: what a command offers before any document is made."""

NAMES = (
    "entries",
    "pairings",
    "pairings-by-name",
    "standings",
    "cross-table",
    "team-sheets",
    "prizes",
    "scoresheets",
    "rulebook",
    "board-cards",
    "result-slips",
    "record-sheets",
    "line-up-forms",
    "certificates",
    "prize-receipts",
    "fees",
    "ledger",
    "appeals",
    "report",
    "result-form",
    "rating-files",
)
"""Every document, in the order in which they are offered."""
PAPERS = {"a4": "a4", "a3": "a3", "letter": "us-letter"}
"""Paper that can be asked for, in the words of the typesetter."""
CSS_PAPERS = {"a4": "A4", "a3": "A3", "letter": "letter"}
"""The same in the words of a style sheet."""
