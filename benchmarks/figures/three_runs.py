"""Several runs of one measurement as one text: every number is the middle one of its place."""

import re

_NUMBER = re.compile(r"(?<![\w^-])\d[\d,]*(?:\.\d+)?")


def middle(runs: list[str]) -> tuple[str, float]:
    """Join what several runs printed; give the text, and the widest spread of its numbers.

    Lines are joined where all runs have the same words in them; of the others those of the first
    run stay as they are. The spread is how far the outer ones of a number's runs are apart, in
    parts of the middle one; numbers that are written with less than three digits tell no spread.
    """
    first, *others = (run.splitlines() for run in runs)
    spread, lines = 0.0, []
    for number, line in enumerate(first):
        rows = [line, *(other[number] if number < len(other) else "" for other in others)]
        if len({_words(row) for row in rows}) > 1:
            lines.append(line)
            continue
        places = iter(zip(*(_NUMBER.findall(row) for row in rows), strict=True))
        joined = ""
        rest = line
        for found in places:
            chosen = _middle(found)
            spread = max(spread, _spread(found, chosen))
            before, _, rest = rest.partition(found[0])
            joined += before + chosen.rjust(len(found[0]))
        lines.append(joined + rest)
    return "\n".join(lines), spread


def _words(row: str) -> str:
    return " ".join(_NUMBER.sub("#", row).split())


def _value(text: str) -> float:
    return float(text.replace(",", ""))


def _middle(found: tuple[str, ...]) -> str:
    return sorted(found, key=_value)[(len(found) - 1) // 2]


def _spread(found: tuple[str, ...], chosen: str) -> float:
    digits = sum(each.isdigit() for each in chosen.lstrip("0.,"))
    values = [_value(each) for each in found]
    return (max(values) - min(values)) / _value(chosen) if digits > 2 else 0.0
