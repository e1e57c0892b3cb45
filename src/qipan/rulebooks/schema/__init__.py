"""What a book may say, one module a subject. Every number of a regulation lives in these values.

Unknown keys are refused: a misspelt option must not be silently ignored.
"""

from qipan.rulebooks.schema.book import Book, EventRules
from qipan.rulebooks.schema.conduct import Conduct
from qipan.rulebooks.schema.entries import Entries
from qipan.rulebooks.schema.prizes import Prizes
from qipan.rulebooks.schema.ranking import Ranking
from qipan.rulebooks.schema.schedule import Schedule
from qipan.rulebooks.schema.scoring import Clock, ScoringTable
from qipan.rulebooks.schema.stages import Stage
from qipan.rulebooks.schema.words import Carried, Cited, Clause, Heading, Text

__all__ = [
    "Book",
    "Carried",
    "Cited",
    "Clause",
    "Clock",
    "Conduct",
    "Entries",
    "EventRules",
    "Heading",
    "Prizes",
    "Ranking",
    "Schedule",
    "ScoringTable",
    "Stage",
    "Text",
]
