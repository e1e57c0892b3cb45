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
    PenaltyStep,
    Record,
)
from qipan.rulebooks.schema.entries import Entries
from qipan.rulebooks.schema.matches import LineUps, MatchKind, MatchRule, PlayOffGame, Seats, Tied
from qipan.rulebooks.schema.options import OptionTerms
from qipan.rulebooks.schema.prizes import Delay, NoDouble, Prizes, PrizeTable, Titles
from qipan.rulebooks.schema.ranking import DerivedTable, Ranking
from qipan.rulebooks.schema.schedule import Schedule, Window
from qipan.rulebooks.schema.scoring import Clock, ScoringTable
from qipan.rulebooks.schema.stages import FirstRound, Handicaps, Stage, StartScores, WithinGroup
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
    "Handicaps",
    "Heading",
    "Lateness",
    "LineUps",
    "MatchKind",
    "MatchRule",
    "NoDouble",
    "Offence",
    "OptionTerms",
    "PenaltyStep",
    "PlayOffGame",
    "PrizeTable",
    "Prizes",
    "Ranking",
    "Record",
    "Schedule",
    "ScoringTable",
    "Seats",
    "Stage",
    "StartScores",
    "Text",
    "Tied",
    "Titles",
    "Window",
    "WithinGroup",
]
