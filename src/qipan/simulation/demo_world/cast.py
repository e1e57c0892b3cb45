"""Who plays in the demo: flowers and pieces. Nobody is called so."""

from collections.abc import Iterator

from qipan.desk.entries.newcomer import Mate, Newcomer
from qipan.journal.people import Person
from qipan.rulebooks.schema.book import FIRST_GROUP

FLOWERS = (
    ("梅花", "Plum"),
    ("兰花", "Orchid"),
    ("翠竹", "Bamboo"),
    ("菊花", "Aster"),
    ("牡丹", "Peony"),
    ("荷花", "Lotus"),
    ("桂花", "Osmanthus"),
    ("茉莉", "Jasmine"),
    ("木槿", "Hibiscus"),
    ("水仙", "Narcissus"),
    ("杜鹃", "Azalea"),
    ("玉兰", "Magnolia"),
)
PIECES = (
    ("车", "Rook"),
    ("马", "Horse"),
    ("炮", "Cannon"),
    ("象", "Elephant"),
    ("卒", "Pawn"),
    ("士", "Guard"),
    ("帅", "General"),
)
PLACES = ("MAS", "SGP", "VIE", "THA", "HKG", "JPN", "GER", "FRA", "CAN", "AUS", "PHI", "INA")
"""Codes of countries; the players are of none of them."""
TEAMS = (
    "Team Tiger 老虎队",
    "Team Crane 白鹤队",
    "Team Otter 水獭队",
    "Team Panda 熊猫队",
    "Team Falcon 猎鹰队",
    "Team Turtle 海龟队",
    "Team Dragonfly 蜻蜓队",
    "Team Koi 锦鲤队",
    "Team Swallow 燕子队",
    "Team Badger 獾队",
)
FACULTIES = ("Letters 文学院", "Sciences 理学院", "Music 音乐学院", "Library 图书馆")


def person(number: int) -> Person:
    """Give the invented person of a number: a flower and a piece."""
    flower, latin_flower = FLOWERS[number % len(FLOWERS)]
    piece, latin_piece = PIECES[(number + number // len(FLOWERS)) % len(PIECES)]
    again = number // (len(FLOWERS) * len(PIECES))
    ending = f" {again + 1}" if again else ""
    return Person(
        name=f"{flower}{piece}{ending}", latin=f"{latin_flower} {latin_piece}{ending}", birth="1990"
    )


def singles(
    count: int, start: int = 0, units: tuple[str, ...] = PLACES, *, two_groups: bool = False
) -> Iterator[Newcomer]:
    """Give so many single players, the strongest first."""
    for number in range(count):
        group = {FIRST_GROUP} if two_groups and number % 2 == 0 else set()
        unit = units[number % len(units)]
        yield Newcomer(person(start + number), 2300 - 17 * number, unit, frozenset(group))


def pairs(count: int, start: int = 0) -> Iterator[Newcomer]:
    """Give so many pairs."""
    for number in range(count):
        mate = Mate(person(start + 2 * number + 1))
        unit = FACULTIES[number % len(FACULTIES)]
        yield Newcomer(person(start + 2 * number), None, unit, mates=(mate,))


def teams(
    count: int, parts: tuple[str, ...], start: int = 0, names: tuple[str, ...] = TEAMS
) -> Iterator[Newcomer]:
    """Give so many teams, each with members of these parts."""
    for number in range(count):
        first = start + number * len(parts)
        mates = tuple(
            Mate(person(first + each), part, 2200 - 9 * number - 11 * each)
            for each, part in enumerate(parts)
        )
        yield Newcomer(
            mates[0].person,
            mates[0].rating,
            names[number],
            role=parts[0],
            mates=mates[1:],
            called=names[number],
        )
