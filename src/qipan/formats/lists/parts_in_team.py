"""The parts that people play in a team, in the words of regulations and lists."""

from collections.abc import Mapping, Sequence

from qipan.formats.lists.cells import plain_figures
from qipan.formats.lists.words import WORDS

ROLES: dict[str, list[str]] = WORDS["part"]
CAPTAIN, LEADER = "captain", "leader"
_PARTS = {word: role for role, words in ROLES.items() for word in words}


def part_of(text: str) -> str:
    """Give the name of a part as books have it; a word nobody knows is given as it stands."""
    word = plain_figures(text).casefold()
    if word in _PARTS:
        return _PARTS[word]
    trimmed = word.strip("0123456789一二三四五六七八九十第台号.、 ")
    if word and not trimmed:
        return "player"  # the number of a board
    return _PARTS.get(trimmed, word)


def parts_by_order(
    stated: Sequence[str], due: Mapping[str, int], optional: frozenset[str] = frozenset()
) -> list[str | None]:
    """Give everybody of a team a part of the book; None for who leads and does not play.

    Whoever has no part stated gets the next one that is free, in the order of the book. A captain
    plays where players are missing without them; else they lead. Words that the book does not know
    stay as they are, and the desk refuses them by name.
    """
    free = {name: count - stated.count(name) for name, count in due.items()}
    parts: list[str | None] = []
    for part in stated:
        if part in due:
            parts.append(part)
        elif part in (LEADER, CAPTAIN, ""):
            taken = _free_part(part, free, optional)
            parts.append(taken)
            if taken is not None:
                free[taken] = free.get(taken, 0) - 1
        else:
            parts.append(part)
    return parts


def _free_part(part: str, free: Mapping[str, int], optional: frozenset[str]) -> str | None:
    needed = [name for name, count in free.items() if count > 0 and name not in optional]
    if part == LEADER:
        return None
    if part == CAPTAIN:
        return needed[0] if needed else None
    left = needed or [name for name, count in free.items() if count > 0]
    return left[0] if left else next(iter(free), "player")
