"""How alike two names are: a letter too many, too few, another one, or two in the wrong order."""

from qipan.kernel.spelling.name_words import name_key

SHORT = 6
"""Names of fewer letters are too short for a guess with more than one slip."""


def slips(one: str, other: str, most: int) -> int | None:
    """Count the slips between two texts; None where there are more than ``most``."""
    if abs(len(one) - len(other)) > most:
        return None
    before: list[int] = []
    last = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        now = [at]
        for to, their in enumerate(other, 1):
            cost = min(last[to] + 1, now[to - 1] + 1, last[to - 1] + (letter != their))
            if at > 1 and to > 1 and letter == other[to - 2] and one[at - 2] == their:
                cost = min(cost, before[to - 2] + 1)
            now.append(cost)
        if min(now) > most:
            return None
        before, last = last, now
    return last[-1] if last[-1] <= most else None


def alike(one: str, other: str) -> bool:
    """Say whether two names may be one, written down with a slip; the same name is not asked."""
    first, second = name_key(one), name_key(other)
    if first == second:
        return True
    shorter = min(len(first.replace(" ", "")), len(second.replace(" ", "")))
    if shorter < SHORT:
        return False
    return slips(first, second, 1 if shorter < 2 * SHORT - 2 else 2) is not None
