"""What a book may say, one module a subject. Every number of a regulation lives in these values.

Unknown keys are refused: a misspelt option must not be silently ignored.
"""

from qipan.rulebooks.schema.book import Book, EventRules
from qipan.rulebooks.schema.conduct import Conduct
from qipan.rulebooks.schema.entries import Entries
from qipan.rulebooks.schema.matches import Kind, LineUps, MatchRule, PlayOffGame, Seats, Tied
from qipan.rulebooks.schema.prizes import Prizes
from qipan.rulebooks.schema.ranking import DerivedTable, Ranking
from qipan.rulebooks.schema.schedule import Schedule
from qipan.rulebooks.schema.scoring import Clock, ScoringTable
from qipan.rulebooks.schema.stages import FirstRound, Stage
from qipan.rulebooks.schema.words import Carried, Cited, Clause, Heading, Text

__all__ = [
    "Book",
    "Carried",
    "Cited",
    "Clause",
    "Clock",
    "Conduct",
    "DerivedTable",
    "Entries",
    "EventRules",
    "FirstRound",
    "Heading",
    "Kind",
    "LineUps",
    "MatchRule",
    "PlayOffGame",
    "Prizes",
    "Ranking",
    "Schedule",
    "ScoringTable",
    "Seats",
    "Stage",
    "Text",
    "Tied",
]
