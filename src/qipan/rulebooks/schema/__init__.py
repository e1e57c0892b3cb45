"""What a book may say, one module a subject. Every number of a regulation lives in these values.

Unknown keys are refused: a misspelt option must not be silently ignored.
"""

from qipan.rulebooks.schema.book import Book, EventRules
from qipan.rulebooks.schema.conduct import (
    Appeals,
    Committee,
    Conduct,
    Lateness,
    Offence,
    Record,
    Step,
)
from qipan.rulebooks.schema.entries import Entries
from qipan.rulebooks.schema.matches import Kind, LineUps, MatchRule, PlayOffGame, Seats, Tied
from qipan.rulebooks.schema.prizes import Delay, NoDouble, Prizes, PrizeTable, Titles
from qipan.rulebooks.schema.ranking import DerivedTable, Ranking
from qipan.rulebooks.schema.schedule import Schedule, Window
from qipan.rulebooks.schema.scoring import Clock, ScoringTable
from qipan.rulebooks.schema.stages import FirstRound, Stage
from qipan.rulebooks.schema.words import Carried, Cited, Clause, Heading, Text

__all__ = [
    "Appeals",
    "Book",
    "Carried",
    "Cited",
    "Clause",
    "Clock",
    "Committee",
    "Conduct",
    "Delay",
    "DerivedTable",
    "Entries",
    "EventRules",
    "FirstRound",
    "Heading",
    "Kind",
    "Lateness",
    "LineUps",
    "MatchRule",
    "NoDouble",
    "Offence",
    "PlayOffGame",
    "PrizeTable",
    "Prizes",
    "Ranking",
    "Record",
    "Schedule",
    "ScoringTable",
    "Seats",
    "Stage",
    "Step",
    "Text",
    "Tied",
    "Titles",
    "Window",
]
