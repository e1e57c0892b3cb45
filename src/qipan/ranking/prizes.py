"""Prize money in exact cents, and who gets which; totals always add up.

- ``none``: everybody has the money of his place; a shared place must first be decided;
- ``average``: those level add their money up and divide it evenly;
- ``hort``: half of it by place, half evenly among those level on the first key.

A division that does not come out even gives the odd cents to those placed higher.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Literal

import msgspec

from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import EntrantId
from qipan.kernel.rules import RuleKey, rule
from qipan.ranking.standings import Standings

BY_PLACE = rule("prizes.by-place", "Prize money goes by place.")
AVERAGE = rule("prizes.average", "Those level share the money of their places equally.")
HORT = rule("prizes.hort", "Half by place, half shared evenly by those level on points.")
NO_DOUBLE = rule("prizes.no-double", "Who has one of these prizes does not get the other too.")
DELAYED = rule("prizes.delayed-payment", "Larger prizes are paid some days later.")

Sharing = Literal["none", "average", "hort"]


class Candidate(msgspec.Struct, frozen=True):
    """Somebody in the running: his place, and what makes him level with others for sharing."""

    entrant: EntrantId
    place: int
    level: object = None
    """Equal for those who share (usually their points); None: those with the same place."""


class Prize(msgspec.Struct, frozen=True):
    """What one entrant gets from one list."""

    entrant: EntrantId
    list_name: str
    place: int
    cents: int
    rule: RuleKey
    due_days: int = 0
    goods: tuple[str, ...] = ()
    notes: tuple[RuleKey, ...] = ()
    """Further rules at work: moved up past somebody excluded, paid later."""


class PrizeList(msgspec.Struct, frozen=True):
    """The prizes of one table."""

    name: str
    cents: tuple[int, ...] = ()
    """By place, first place first."""
    sharing: Sharing = "none"
    goods: Mapping[str, int] = {}
    """Trophies, medals …: down to which place each is given."""


class Exclusion(msgspec.Struct, frozen=True):
    """Who is placed in ``first`` down to ``upto`` does not also win in ``second``."""

    first: str
    upto: int
    second: str
    passes_on: bool = True
    """The prize goes to the next one; otherwise it is not given."""


def candidates(standings: Standings, *, level_on_points: bool = True) -> tuple[Candidate, ...]:
    """Give everybody of a standing; level are those with equal first key, or equal place."""
    first = standings.levels[0] if standings.levels and level_on_points else None
    return tuple(
        Candidate(
            row.entrant,
            row.place,
            None if first is None else first.raw(standings.field.index[row.entrant]),
        )
        for row in standings.rows
    )


def money(ranked: Sequence[Candidate], prizes: PrizeList) -> dict[EntrantId, int]:
    """Divide the money of a list [prizes.by-place] [prizes.average] [prizes.hort].

    Raises Refused if ``none`` meets a shared place with different money, BadInput on a negative
    amount.
    """
    if any(cents < 0 for cents in prizes.cents):
        raise BadInput(f"{prizes.name}: prize money is not negative")
    by_place = dict(zip((each.entrant for each in ranked), prizes.cents, strict=False))
    if prizes.sharing == "none":
        _refuse_shared(ranked, prizes)
        return by_place
    if prizes.sharing == "average":
        return _evenly(ranked, [by_place.get(each.entrant, 0) for each in ranked])
    return _hort(ranked, [by_place.get(each.entrant, 0) for each in ranked])


def award(
    tables: Sequence[tuple[PrizeList, Sequence[Candidate]]],
    *,
    exclusions: Sequence[Exclusion] = (),
    delay_from: int | None = None,
    delay_days: int = 0,
) -> tuple[Prize, ...]:
    """Give the prizes of several lists, excluding doubles [prizes.no-double].

    Money of ``delay_from`` cents and more is due ``delay_days`` later [prizes.delayed-payment].
    """
    ranked = {prizes.name: list(all_) for prizes, all_ in tables}
    found: list[Prize] = []
    for prizes, all_ in tables:
        barred = _barred(prizes.name, ranked, exclusions, passes_on=True)
        lapsed = _barred(prizes.name, ranked, exclusions, passes_on=False)
        mine = _closed_up([each for each in all_ if each.entrant not in barred])
        amounts = money(mine, prizes)
        places = {each.entrant: each.place for each in all_}
        for each in mine:
            goods = tuple(name for name, last in prizes.goods.items() if each.place <= last)
            cents = amounts.get(each.entrant, 0)
            if each.entrant in lapsed or not (cents or goods):
                continue
            late = delay_from is not None and cents >= delay_from
            by = {"none": BY_PLACE, "average": AVERAGE, "hort": HORT}[prizes.sharing]
            notes = (NO_DOUBLE,) * (each.place < places[each.entrant]) + (DELAYED,) * late
            days = delay_days if late else 0
            found.append(
                Prize(each.entrant, prizes.name, each.place, cents, by, days, goods, notes)
            )
    return tuple(found)


def divide(cents: int, shares: int) -> list[int]:
    """Divide evenly; the first get the odd cents. The sum is always ``cents``."""
    each, odd = divmod(cents, shares)
    return [each + (n < odd) for n in range(shares)]


def _evenly(ranked: Sequence[Candidate], amounts: Sequence[int]) -> dict[EntrantId, int]:
    found: dict[EntrantId, int] = {}
    for _, members in groupby(range(len(ranked)), key=lambda n: _level(ranked[n])):
        group = list(members)
        shares = divide(sum(amounts[n] for n in group), len(group))
        found.update((ranked[n].entrant, share) for n, share in zip(group, shares, strict=True))
    return found


def _hort(ranked: Sequence[Candidate], amounts: Sequence[int]) -> dict[EntrantId, int]:
    """Half by place; the other half, and what a shared place cannot tell apart, evenly."""
    by_place = [cents // 2 for cents in amounts]
    rest = [cents - half for cents, half in zip(amounts, by_place, strict=True)]
    shared = _evenly(ranked, rest)
    own: dict[EntrantId, int] = {}
    for _, members in groupby(range(len(ranked)), key=lambda n: ranked[n].place):
        group = list(members)
        halves = divide(sum(by_place[n] for n in group), len(group))
        own.update((ranked[n].entrant, half) for n, half in zip(group, halves, strict=True))
    return {who: own[who] + shared[who] for who in own}


def _level(each: Candidate) -> tuple[str, object]:
    return ("place", each.place) if each.level is None else ("level", each.level)


def _refuse_shared(ranked: Sequence[Candidate], prizes: PrizeList) -> None:
    for place, members in groupby(ranked, key=lambda each: each.place):
        tied = list(members)
        money_here = prizes.cents[place - 1 : place - 1 + len(tied)]
        if len({*money_here, *([0] * (len(tied) - len(money_here)))}) > 1:
            raise Refused(
                "prizes.place-shared",
                BY_PLACE,
                place=place,
                entrants=[str(each.entrant) for each in tied],
            )


def _barred(
    name: str,
    ranked: Mapping[str, Collection[Candidate]],
    exclusions: Sequence[Exclusion],
    *,
    passes_on: bool,
) -> frozenset[EntrantId]:
    return frozenset(
        each.entrant
        for exclusion in exclusions
        if exclusion.second == name and exclusion.passes_on == passes_on
        for each in ranked.get(exclusion.first, ())
        if each.place <= exclusion.upto
    )


def _closed_up(left: Sequence[Candidate]) -> list[Candidate]:
    """Count places again after somebody was taken out; the level stay level."""
    found: list[Candidate] = []
    for number, each in enumerate(left, 1):
        level = number > 1 and left[number - 2].place == each.place
        place = found[-1].place if level else number
        found.append(msgspec.structs.replace(each, place=place))
    return found
