"""Measures thresholds, false alarms and detection from the games of ``fair_play_games.py``.

    python scripts/fair_play_table.py games.jsonl

Honest games with even numbers set the model and the thresholds: one honest player or game in two
hundred is beyond them, and none is below what chance alone gives one in a hundred. Those with odd
numbers say how many false alarms there are. Players of ten games are drawn from games of one kind
and level: a thousand honest ones of each half for the limits, two hundred of each kind for the
table. Writes ``views/fair_play/measured.json`` and the tables in ``docs/fair-play.md``.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import exp, sqrt
from pathlib import Path
from random import Random

import msgspec
from fair_play_games import ASSISTED, ENGINE, GAMES_EACH, HONEST, THROWING, SeatGame

from qipan.games.xiangqi.judge import NODES
from qipan.views.fair_play.agreement import LevelModel, agreement, level_of
from qipan.views.fair_play.contest_figures import ENOUGH, FEW_HIDDEN
from qipan.views.fair_play.hidden_pages import hidden_pages
from qipan.views.fair_play.measured import FILE, Measured, Threshold
from qipan.views.fair_play.move_facts import MoveFact
from qipan.views.fair_play.move_times import shape
from qipan.views.fair_play.odd_losses import odd_loss

ROOT = Path(__file__).parents[1]
PAGE, KEPT = ROOT / "docs/fair-play.md", ROOT / "src/qipan/views/fair_play" / FILE
BEGIN, END = "<!-- measured -->", "<!-- /measured -->"
DRAWN, SHOWN, BEYOND, GAP = 1000, 200, 0.995, 10_000
CHANCE = 2.326
"""Standard deviations that one in a hundred is beyond by chance alone; few games say less."""
Player = list[SeatGame]


def facts_of(player: Iterable[SeatGame]) -> list[MoveFact]:
    """Join the moves of several games, each under a number of its own."""
    return [
        msgspec.structs.replace(fact, ply=fact.ply + GAP * place)
        for place, game in enumerate(player)
        for fact in game.facts
        if fact is not None
    ]


def counted(player: Iterable[SeatGame]) -> list[MoveFact]:
    """Give the moves that count."""
    return [each for each in facts_of(player) if each.counts]


def drawn_players(games: Sequence[SeatGame], seed: int) -> list[Player]:
    """Draw honest players of ten games of one level each."""
    by_level: dict[int, Player] = defaultdict(list)
    for game in games:
        by_level[game.level].append(game)
    dice, levels = Random(seed), sorted(by_level)
    weights = [len(by_level[level]) for level in levels]
    return [
        dice.choices(by_level[dice.choices(levels, weights)[0]], k=GAMES_EACH) for _ in range(DRAWN)
    ]


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a small system of equations."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for row in range(size):
            if row != at:
                factor = rows[row][at] / rows[at][at]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[at], strict=True)]
    return [rows[at][size] / rows[at][at] for at in range(size)]


def helped_hits(games: Iterable[SeatGame]) -> tuple[float, float]:
    """Give how often moves from the search are the judge's: easy ones, and hard ones."""
    hits: tuple[list[bool], list[bool]] = ([], [])
    for game in games:
        for fact in counted([game]):
            if fact.ply in game.from_engine:
                hits[fact.hard].append(fact.same)
    easy, hard = (round((sum(each) + 1) / (len(each) + 2), 3) for each in hits)
    return easy, hard


def fitted(players: Sequence[Player], helped: tuple[float, float]) -> LevelModel:
    """Fit how often honest players find the computer's move, by Newton's method."""
    losses = [fact.loss for player in players for fact in counted(player) if not fact.same]
    usual = sum(losses) / len(losses)
    lines = []
    for player in players:
        facts = counted(player)
        level = level_of(facts, usual) / 10
        for fact in facts:
            dummies = [float(min(fact.good, 4) == good) for good in (1, 2, 3, 4)]
            lines.append(([*dummies, level, fact.hard, fact.hard * level], float(fact.same)))
    size = 7
    found = [0.0] * size
    for _ in range(12):
        gradient = [0.0] * size
        curve = [[1e-6 * (a == b) for b in range(size)] for a in range(size)]
        for values, same in lines:
            chance = 1 / (1 + exp(-sum(a * b for a, b in zip(found, values, strict=True))))
            for a in range(size):
                gradient[a] += values[a] * (same - chance)
                for b in range(size):
                    curve[a][b] += values[a] * values[b] * chance * (1 - chance)
        step = solved(curve, gradient)
        found = [a + b for a, b in zip(found, step, strict=True)]
    known = [round(each, 4) for each in found]
    model = LevelModel(tuple(known[:4]), known[4], round(usual, 2), 1.0, known[5], known[6], helped)
    values = [agreement(facts_of(player), model).beyond for player in players]
    spread = sqrt(sum(each * each for each in values) / len(values))
    return msgspec.structs.replace(model, spread=round(max(1.0, spread), 3))


def limit_of(values: Iterable[float], *, high: bool) -> float:
    """Give what one honest value in a hundred is beyond."""
    found = sorted(values, reverse=not high)
    return round(found[min(len(found) - 1, int(BEYOND * len(found)))], 4)


def threshold(
    even: Sequence[float], odd: Sequence[float], *, high: bool
) -> tuple[Threshold, Callable[[float], bool]]:
    """Set a threshold on one half and count false alarms on the other."""
    limit = max(limit_of(even, high=True), CHANCE) if high else limit_of(even, high=False)
    alarm = (lambda value: value > limit) if high else (lambda value: value < limit)
    share = sum(map(alarm, odd)) / max(1, len(odd))
    return Threshold(limit, round(share, 4), len(odd)), alarm


def evenness(player: Player, dice: Random) -> float | None:
    """Draw times by the model that the page describes; give their shape."""
    own = dice.uniform(0.6, 1.2)
    times = []
    for place, game in enumerate(player):
        aided = {ply + GAP * place for ply in game.from_engine}
        for fact in (each for each in facts_of([game]) if each.counts):
            spread = 0.25 if fact.ply + GAP * place in aided else own
            times.append(int(1000 * exp(dice.gauss(2.3, spread))))
    return shape(sorted(times)).evenness


def by_chance(player: Player, dice: Random) -> float:
    """Hide pages by the model that the page describes; give the chance of what is seen."""
    hidden = set()
    for place, game in enumerate(player):
        for fact in game.facts:
            if fact is not None:
                share = 0.8 if fact.ply in game.from_engine else 0.1
                if dice.random() < share:
                    hidden.add(fact.ply + GAP * place)
    found = hidden_pages(facts_of(player), hidden)
    return found.by_chance if found.hidden >= FEW_HIDDEN else 1.0


def losses(player: Player) -> list[tuple[SeatGame, float]]:
    """Compare each lost game with the player's others."""
    found = []
    for place, game in enumerate(player):
        others = [each for at, each in enumerate(player) if at != place]
        odd = odd_loss(game.facts, facts_of(others), "", 0)
        if game.lost and odd.below is not None:
            found.append((game, odd.below))
    return found


def main() -> None:
    """Measure, and write what was found."""
    text = Path(sys.argv[1]).read_bytes().splitlines()
    games = [msgspec.json.decode(line, type=SeatGame) for line in text]
    honest = [game for game in games if game.kind == HONEST]
    halves = [[game for game in honest if game.game % 2 == odd] for odd in (0, 1)]
    even, odd = (drawn_players(half, seed) for seed, half in enumerate(halves, 1))
    model = fitted(even, helped_hits(game for game in games if game.game % 2 == 0))
    examined = [game for game in games if not game.player.startswith("opponent")]
    dice = Random(27)

    def beyond(player: Player) -> float:
        return agreement(facts_of(player), model).beyond

    def mean(player: Player) -> float:
        found = counted(player)
        return sum(each.loss for each in found) / len(found) if len(found) >= ENOUGH else 1e9

    def known_times(players: Iterable[Player]) -> list[float]:
        return [each for player in players if (each := evenness(player, dice)) is not None]

    single = [[[game] for game in half if len(counted([game])) >= ENOUGH] for half in halves]
    limits = {
        "agreement_game": threshold(*(list(map(beyond, half)) for half in single), high=True),
        "agreement_player": threshold(list(map(beyond, even)), list(map(beyond, odd)), high=True),
        "strength_player": threshold(list(map(mean, even)), list(map(mean, odd)), high=False),
        "times_player": threshold(known_times(even), known_times(odd), high=False),
        "hidden_player": threshold(
            *([by_chance(player, dice) for player in half] for half in (even, odd)), high=False
        ),
        "loss_game": threshold(
            *([below for player in half for _, below in losses(player)] for half in (even, odd)),
            high=True,
        ),
    }  # fmt: skip
    found = Measured(game="xiangqi", nodes=NODES, model=model,
                     **{name: limit for name, (limit, _) in limits.items()})  # fmt: skip
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode([found]), indent=1) + b"\n")
    alarm = {name: each for name, (_, each) in limits.items()}
    rows = []
    for kind in (HONEST, ASSISTED, ENGINE, THROWING):
        own = [game for game in examined if game.kind == kind]
        players = drawn_players(own, 3)[:SHOWN]
        alone = [[game] for game in own if len(counted([game])) >= ENOUGH]
        spoiled = [pair for player in players for pair in losses(player)]
        if kind == THROWING:
            spoiled = [pair for pair in spoiled if pair[0].thrown]
        shares = [
            share(alone, lambda each: alarm["agreement_game"](beyond(each))),
            share(players, lambda each: alarm["agreement_player"](beyond(each))),
            share(players, lambda each: alarm["strength_player"](mean(each))),
            share(players, lambda each: alarm["times_player"](evenness(each, dice) or 9.0)),
            share(players, lambda each: alarm["hidden_player"](by_chance(each, dice))),
            share(spoiled, lambda each: alarm["loss_game"](each[1])),
        ]
        rows.append(f"| {kind} | {len(own)} | {' | '.join(shares)} |")
    written(found, rows)


def share(all_of: Sequence[object], alarm: Callable[..., bool]) -> str:
    """Write how many of how many are beyond a threshold."""
    return f"{sum(alarm(each) for each in all_of)} of {len(all_of)}"


def written(found: Measured, rows: list[str]) -> None:
    """Put the tables into the page."""
    names = ("agreement_game", "agreement_player", "strength_player", "times_player",
             "hidden_player", "loss_game")  # fmt: skip
    limits = []
    for name in names:
        each: Threshold = getattr(found, name)
        said = (
            name.replace("_", ", by "),
            each.limit,
            f"{1000 * each.false_alarms:.1f}",
            each.tested,
        )
        limits.append(f"| {' | '.join(map(str, said))} |")
    heads = ("players", "games", "agreement, game", "agreement, player", "strength", "times",
             "hidden pages", "odd losses")  # fmt: skip
    table = [
        BEGIN,
        f"| {' | '.join(heads)} |",
        "|---|---|---|---|---|---|---|---|",
        *rows,
        "",
        "| figure | limit | false alarms in a thousand | measured on |",
        "|---|---|---|---|",
        *limits,
        END,
    ]
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(before + "\n".join(table) + after, encoding="utf-8")


if __name__ == "__main__":
    main()
