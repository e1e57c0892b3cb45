"""What is wrong with the stages of an event: systems, rounds, matches and play-offs."""

import re
from collections.abc import Iterator

from qipan.desk.own_books.problems import Problem, problem
from qipan.rulebooks.schema import EventRules, MatchKind, Stage, StartScores
from qipan.sections.systems import SYSTEMS

MOST_RATING = 9_999
MOST_STONES = 9
_KOMI = re.compile(r"-?[0-9]{1,3}(\.[05])?")
MOST_ROUNDS, MOST_STAGES, MOST_GROUPS, MOST_GAMES = 30, 6, 64, 20
SWISS = ("dutch-2026", "dutch-2017", "mcmahon", "by-score", "team-swiss")
LAST = ("knockout", "heats", "n-plus-one", "cross")


def stage_faults(path: str, rules: EventRules) -> Iterator[Problem]:
    """Find the faults of the stages."""
    if len(rules.stage) > MOST_STAGES:
        yield problem(f"{path}.stage", "too-many", most=MOST_STAGES)
    names = [stage.id for stage in rules.stage]
    for index, stage in enumerate(rules.stage[:MOST_STAGES]):
        where = f"{path}.stage.{index}"
        if names.index(stage.id) != index:
            yield problem(f"{where}.id", "twice", name=stage.id)
        before = rules.stage[index - 1] if index else None
        yield from _system(where, stage, before, last=index + 1 == len(rules.stage))
        if stage.handicap is not None and rules.game != "go":
            yield problem(f"{where}.handicap", "handicap-game", game=rules.game)
        yield from _matches(path, where, rules, stage)
        if stage.decisive and not rules.playoff:
            yield problem(f"{path}.playoff", "playoff-missing")
    for name, rule in rules.match.items():
        least = 1 if rule.kind is not MatchKind.FIRST_TO else 0
        if not least <= rule.games <= MOST_GAMES:
            yield problem(f"{path}.match.{name}.games", "bounds", least=least, most=MOST_GAMES)
        if rule.kind is MatchKind.FIRST_TO and not 1 <= rule.wins <= MOST_GAMES:
            yield problem(f"{path}.match.{name}.wins", "bounds", least=1, most=MOST_GAMES)
        if rule.boards and rules.line_ups is None:
            yield problem(f"{path}.line_ups", "line-ups-missing", name=name)


def _system(path: str, stage: Stage, before: Stage | None, *, last: bool) -> Iterator[Problem]:
    if stage.system not in SYSTEMS:
        known = [*SYSTEMS]
        yield problem(f"{path}.system", "no-such", name=stage.system, known=known)
        return
    if stage.system in SWISS and not 1 <= (stage.rounds or 0) <= MOST_ROUNDS:
        yield problem(f"{path}.rounds", "bounds", least=1, most=MOST_ROUNDS)
    start = stage.start
    if stage.system == "mcmahon" and start is None:
        yield problem(f"{path}.start.bar", "missing")
    if start is not None:
        yield from _start_scores(f"{path}.start", start)
    if stage.system == "mcmahon":
        yield from _mcmahon(path, stage)
    for choice in stage.choices:
        if not 1 <= choice <= MOST_ROUNDS:
            yield problem(f"{path}.choices", "bounds", least=1, most=MOST_ROUNDS)
    if stage.system == "groups" and not 2 <= stage.groups <= MOST_GROUPS:
        yield problem(f"{path}.groups", "bounds", least=2, most=MOST_GROUPS)
    if stage.system == "heats" and not (3 <= stage.seats <= 6 and 1 <= stage.advance < stage.seats):
        yield problem(f"{path}.advance", "heats")
    if stage.system == "n-plus-one" and (before is None or before.system not in SWISS):
        yield problem(f"{path}.system", "needs-swiss")
    if stage.system == "cross" and (before is None or before.system != "groups"):
        yield problem(f"{path}.system", "needs-groups")
    if stage.system in LAST and not last:
        yield problem(f"{path}.system", "must-be-last")


def _start_scores(path: str, start: StartScores) -> Iterator[Problem]:
    mixed = start.by_rank != isinstance(start.floor, str) and start.floor != 0
    floor, bar = start.bounds if not mixed else (0, 0)
    if not 0 <= floor < bar <= MOST_RATING:
        yield problem(f"{path}.bar", "bar")
    if not 1 <= start.step <= MOST_RATING:
        yield problem(f"{path}.step", "bounds", least=1, most=MOST_RATING)


def _mcmahon(path: str, stage: Stage) -> Iterator[Problem]:
    if stage.missed not in ("0", "0.5", "1"):
        yield problem(f"{path}.missed", "no-such", name=stage.missed[:20], known=["0", "0.5", "1"])
    given = stage.handicap
    if given is None:
        return
    if not 0 <= given.less <= MOST_STONES:
        yield problem(f"{path}.handicap.less", "bounds", least=0, most=MOST_STONES)
    if not 1 <= given.most <= MOST_STONES:
        yield problem(f"{path}.handicap.most", "bounds", least=1, most=MOST_STONES)
    if _KOMI.fullmatch(given.komi) is None:
        yield problem(f"{path}.handicap.komi", "expected-number")


def _matches(path: str, where: str, rules: EventRules, stage: Stage) -> Iterator[Problem]:
    known = ["single", *rules.match]
    for name in (stage.match, *stage.match_from.values()):
        if name not in known:
            yield problem(f"{where}.match", "no-such", name=name, known=known)
    for left in stage.match_from:
        if not left.isdecimal() or len(left) > 4:
            yield problem(f"{where}.match_from", "expected-number")
    if stage.system == "heats" and stage.match in rules.match:
        if rules.match[stage.match].kind is not MatchKind.PLACES:
            yield problem(f"{path}.match.{stage.match}.kind", "heats-places")
    elif stage.system == "heats":
        yield problem(f"{where}.match", "heats-places")
