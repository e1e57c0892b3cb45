"""Counting a season: every result of everybody, which of them count, and the order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from qipan.ranking.seasons.season_rules import SHARED, SeasonRules


class StopResult(msgspec.Struct, frozen=True):
    """What somebody has of one stop."""

    stop: int
    place: int
    tied: int
    """How many share the place."""
    points: Fraction
    counts: bool = True


class SeasonPlace(msgspec.Struct, frozen=True):
    """Somebody in a season."""

    person: str
    place: int | None
    """None: too few results."""
    points: Fraction
    results: tuple[StopResult, ...]
    decided: str = ""
    """The key that parts them from whoever is in front: one of the order."""


def season_table(
    rules: SeasonRules, stops: Sequence[Mapping[str, int]], factors: Sequence[Fraction]
) -> list[SeasonPlace]:
    """Count a season; every stop gives places by person. Who is level shares a place."""
    earned: dict[str, list[StopResult]] = {}
    for at, (places, factor) in enumerate(zip(stops, factors, strict=True)):
        tied = Counter(places.values())
        for person, place in places.items():
            points = stop_points(rules, place, tied[place]) * factor
            earned.setdefault(person, []).append(StopResult(at, place, tied[place], points))
    rows = [_counted(rules, person, found) for person, found in earned.items()]
    rows.sort(key=lambda row: _worth(rules, row), reverse=True)
    table: list[SeasonPlace] = []
    for row in rows:
        if len(row.results) < rules.least:
            continue
        before = table[-1] if table else None
        key = "" if before is None else _parting_key(rules, before, row)
        level = before.place if before is not None and not key else None
        table.append(msgspec.structs.replace(row, place=level or len(table) + 1, decided=key))
    short = [row for row in rows if len(row.results) < rules.least]
    return [*table, *(msgspec.structs.replace(row, place=None) for row in short)]


def stop_points(rules: SeasonRules, place: int, tied: int) -> Fraction:
    """Give the points of a place; who share places share their points, or have the best each."""
    if rules.ties != SHARED:
        return Fraction(_of(rules, place))
    return Fraction(sum(_of(rules, place + more) for more in range(tied)), tied)


def _of(rules: SeasonRules, place: int) -> int:
    return rules.points[place - 1] if place <= len(rules.points) else rules.others


def _counted(rules: SeasonRules, person: str, found: list[StopResult]) -> SeasonPlace:
    best = sorted(found, key=lambda each: (-each.points, each.stop))
    counting = {each.stop for each in best[: rules.best]} if rules.best else {x.stop for x in best}
    results = tuple(msgspec.structs.replace(each, counts=each.stop in counting) for each in found)
    total = sum((each.points for each in results if each.counts), Fraction(0))
    return SeasonPlace(person, None, total, results)


def _key(name: str, row: SeasonPlace) -> tuple[Fraction, ...]:
    counting = sorted((each.points for each in row.results if each.counts), reverse=True)
    return {
        "points": (row.points,),
        "best": tuple(counting),
        "wins": (Fraction(sum(each.place == 1 for each in row.results)),),
        "stops": (Fraction(len(row.results)),),
    }[name]


def _worth(rules: SeasonRules, row: SeasonPlace) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(_key(name, row) for name in rules.order)


def _parting_key(rules: SeasonRules, before: SeasonPlace, row: SeasonPlace) -> str:
    return next((name for name in rules.order if _key(name, before) != _key(name, row)), "")
