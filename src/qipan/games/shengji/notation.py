"""Moves of shengji as people read them: cards by their signs, all else in words."""

from qipan.games.shengji.moves import Adjust, Cut, Draw, Lot, Move, Pack, verb

_SIGNS = str.maketrans({"S": "♠", "H": "♥", "D": "♦", "C": "♣"})
_JOKERS = ("LJ", "BJ")


def in_words(move: Move, shown: str) -> str:
    """Write a move as it is shown to somebody, behind the word for what it is."""
    match move:
        case Pack():
            return ""  # its hash is for those who check it, and stands in the view
        case Adjust(found):
            cost, unit = (found.levels, "levels") if found.levels else (found.points, "points")
            return f" {found.side + 1}: {cost} {{shengji.unit.{unit}}}"
        case Lot(seat):
            return f" {seat + 1}"
        case Cut(number) | Draw(number):
            return f" {number}"
    cards = shown.removeprefix(verb(move)).split()
    return "".join(f" {_card(each)}" for each in cards)


def _card(name: str) -> str:
    return name if name in _JOKERS else name[0].translate(_SIGNS) + name[1:]
