"""What is wrong with one event of a book, beyond the kinds of its values."""

from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from qipan.desk.own_books.problems import Problem, problem
from qipan.desk.own_books.stages import stage_faults
from qipan.games import all_games
from qipan.kernel.crosstable_text import read_crosstable
from qipan.kernel.errors import BadInput, QipanError, Unknown
from qipan.kernel.points import CHESS
from qipan.ranking import Options, rank
from qipan.rulebooks.loader import option_fault
from qipan.rulebooks.schema import Clock, EventRules, Ranking, ScoringTable
from qipan.rulebooks.schema.money import cents

NUMBERINGS = ("lot", "rating", "two-groups")
DERIVED = ("filter", "unit-places", "unit-sections", "best-player")
MOST_MINUTES, MOST_SECONDS, MOST_PERIODS, MOST_POINTS = 1_440, 3_600, 100, 1_000
MOST_ENTRIES, MOST_KEYS, MOST_PLAYED_OFF = 5_000, 30, 10
LEVEL = "A: =B1 =C2\nB: =A2 =D1\nC: =D1 =A1\nD: =C2 =B2"
"""A cross table in which all are level, so that every key is asked."""
Names = Collection[str]


def event_faults(path: str, rules: EventRules, events: Names, clauses: Names) -> Iterator[Problem]:
    """Find the faults of an event."""
    yield from _game(path, rules)
    if rules.numbering not in NUMBERINGS:
        yield problem(f"{path}.numbering", "no-such", name=rules.numbering, known=NUMBERINGS)
    yield from _scoring(path, rules)
    yield from _clocks(path, rules)
    yield from stage_faults(path, rules)
    yield from _ranking(f"{path}.ranking", rules.ranking, events)
    yield from _entries(f"{path}.entries", rules, events)
    yield from _prizes(f"{path}.prizes", rules)
    yield from _conduct(f"{path}.conduct", rules, clauses)
    for name in rules.option:
        if wrong := option_fault(rules, name, clauses):
            yield problem(f"{path}.option.{name}", "option", what=wrong)


def _game(path: str, rules: EventRules) -> Iterator[Problem]:
    games = all_games()
    if rules.game not in games:
        yield problem(f"{path}.game", "no-such", name=rules.game, known=[*games])
        return
    yield from game_options(f"{path}.rules", rules.game, rules.rules)
    for index, extra in enumerate(rules.playoff):
        options = {**rules.rules, **extra.rules}
        yield from game_options(f"{path}.playoff.{index}.rules", rules.game, options)


def game_options(path: str, name: str, options: Mapping[str, Any]) -> Iterator[Problem]:
    """Find the faults of a game's options: unknown ones, and values the game cannot begin with."""
    game = all_games()[name]
    known = game.rules_type.__struct_fields__
    unknown = [each for each in options if each not in known]
    for each in unknown:
        yield problem(f"{path}.{each}", "unknown-field", known=[*known])
    if unknown:
        return
    try:
        made: Any = msgspec.convert(dict(options), game.rules_type, strict=False)
        seats = game.seats(made)[0]
        game.start(made, seats, game.deal(made, seats, Random(1)))
    except (msgspec.ValidationError, QipanError, ValueError, ArithmeticError) as error:
        yield problem(path, "game-option", what=str(error)[:200])


def _scoring(path: str, rules: EventRules) -> Iterator[Problem]:
    try:
        scoring = rules.scoring.scoring()
    except (ValueError, ZeroDivisionError):
        for name in ("win", "draw", "loss", "bye"):
            try:
                ScoringTable(*(getattr(rules.scoring, name),) * 4).scoring()
            except (ValueError, ZeroDivisionError):
                yield problem(f"{path}.scoring.{name}", "points")
        return
    values = (scoring.win, scoring.draw, scoring.loss, scoring.bye)
    if not scoring.win > scoring.loss or not scoring.win >= scoring.draw >= scoring.loss:
        yield problem(f"{path}.scoring", "points-order")
    if max(map(abs, values)) > MOST_POINTS * scoring.unit or scoring.unit > MOST_POINTS:
        yield problem(f"{path}.scoring", "points")


def _clocks(path: str, rules: EventRules) -> Iterator[Problem]:
    yield from _clock(f"{path}.clock", rules.clock)
    for rounds, clock in rules.clocks.items():
        yield from _clock(f"{path}.clocks.{rounds}", clock)
    for index, extra in enumerate(rules.playoff):
        yield from _clock(f"{path}.playoff.{index}.clock", extra.clock)


def _clock(path: str, clock: Clock | None) -> Iterator[Problem]:
    if clock is None:
        return
    if clock.minutes == 0 and not (clock.periods or clock.move_seconds):
        yield problem(f"{path}.minutes", "no-time")
    bounds = {
        "minutes": MOST_MINUTES,
        "table_minutes": MOST_MINUTES,
        "increment": MOST_SECONDS,
        "move_seconds": MOST_SECONDS,
        "period_seconds": MOST_SECONDS,
        "periods": MOST_PERIODS,
    }
    for name, most in bounds.items():
        yield from number(f"{path}.{name}", getattr(clock, name), 0, most)


def number(path: str, value: int | None, least: int, most: int) -> Iterator[Problem]:
    """Find a number out of its bounds."""
    if value is not None and not least <= value <= most:
        yield problem(path, "bounds", least=least, most=most)


def _ranking(path: str, ranking: Ranking, events: Names) -> Iterator[Problem]:
    if not ranking.order:
        yield problem(f"{path}.order", "no-key")
    for name in ("order", "finalists"):
        keys = getattr(ranking, name)
        if len(keys) > MOST_KEYS:
            yield problem(f"{path}.{name}", "too-many", most=MOST_KEYS)
        for index, key in enumerate(keys[:MOST_KEYS]):
            if key in keys[:index]:
                yield problem(f"{path}.{name}.{index}", "key-twice", name=key)
            elif not _is_key(key):
                yield problem(f"{path}.{name}.{index}", "no-key-named", name=key)
    for name, table in ranking.derived.items():
        if table.kind not in DERIVED:
            yield problem(f"{path}.derived.{name}.kind", "no-such", name=table.kind, known=DERIVED)
        for event in table.events:
            if event not in events:
                where = f"{path}.derived.{name}.events"
                yield problem(where, "no-such", name=event, known=[*events])


def _is_key(key: str) -> bool:
    try:
        rank(read_crosstable(LEVEL, CHESS), (key,), options=Options())
    except (BadInput, Unknown, ValueError):
        return False
    return True


def _entries(path: str, rules: EventRules, events: Names) -> Iterator[Problem]:
    entries = rules.entries
    yield from number(f"{path}.least", entries.least, 1, MOST_ENTRIES)
    yield from number(f"{path}.most", entries.most, 2, MOST_ENTRIES)
    if entries.most is not None and entries.most < entries.least:
        yield problem(f"{path}.most", "most-below-least")
    if entries.age is not None:
        yield from number(f"{path}.age.least", entries.age.least, 0, 150)
        yield from number(f"{path}.age.most", entries.age.most, entries.age.least, 200)
    if entries.qualified and entries.qualified not in events:
        yield problem(f"{path}.qualified", "no-such", name=entries.qualified, known=[*events])
    for event in entries.invited.events if entries.invited else ():
        if event not in events:
            yield problem(f"{path}.invited.events", "no-such", name=event, known=[*events])


def _prizes(path: str, rules: EventRules) -> Iterator[Problem]:
    prizes = rules.prizes
    if len(prizes.currency) > 8:
        yield problem(f"{path}.currency", "long", most=8)
    for name, table in prizes.lists.items():
        if table.table and table.table not in rules.ranking.derived:
            known = [*rules.ranking.derived]
            yield problem(f"{path}.lists.{name}.table", "no-such", name=table.table, known=known)
        for index, amount in enumerate(table.money):
            try:
                cents(amount)
            except BadInput:
                yield problem(f"{path}.lists.{name}.money.{index}", "money")
        for goods, places in table.goods.items():
            yield from number(f"{path}.lists.{name}.goods.{goods}", places, 1, 1000)
    for index, pair in enumerate(prizes.no_double):
        for name in (pair.first, pair.second):
            if name not in prizes.lists:
                known = [*prizes.lists]
                yield problem(f"{path}.no_double.{index}", "no-such", name=name, known=known)


def _conduct(path: str, rules: EventRules, clauses: Names) -> Iterator[Problem]:
    conduct = rules.conduct
    for name, offence in conduct.offence.items():
        if offence.clause not in clauses:
            known = [*clauses][:40]
            where = f"{path}.offence.{name}.clause"
            yield problem(where, "no-clause", name=offence.clause, known=known)
        if not offence.ladder:
            yield problem(f"{path}.offence.{name}.ladder", "missing")
    if conduct.record is not None and conduct.record.clause not in clauses:
        yield problem(f"{path}.record.clause", "no-clause", name=conduct.record.clause, known=[])
    if conduct.lateness is not None:
        yield from number(f"{path}.lateness.minutes", conduct.lateness.minutes, 0, MOST_MINUTES)
    if conduct.appeals is not None and conduct.committee:
        known = [*conduct.committee]
        if conduct.appeals.body not in known:
            where = f"{path}.appeals.body"
            yield problem(where, "no-such", name=conduct.appeals.body, known=known)
