"""Measures limits, false alarms and detection from the games of ``fair_play_games.py``.

    python scripts/fair_play_table.py [--file benchmarks/fair_play/games.jsonl]

The model and every limit come from the first contest, the model's spread from players who were left
out while it was fitted; the second contest, and the third if it was played, only count. A limit in
standard deviations is what one in a hundred is beyond by chance alone, or what the first contest
needs for that; a probability by chance has one in a hundred. Every player is counted once, with
their own games. Writes ``views/fair_play/measured.json`` and the tables in ``docs/fair-play.md``.
"""

import argparse
from collections.abc import Callable, Iterable, Sequence
from math import exp, log, sqrt
from pathlib import Path
from random import Random

import msgspec
from fair_play_games import ASSISTED, ENGINE, FILE, HONEST, PLAYERS, THROWING, PlayedGame, read

from qipan.games.xiangqi.judge import CLOSER, NODES
from qipan.views.fair_play.agreement import LevelModel, agreement, level_of
from qipan.views.fair_play.contest_figures import ENOUGH, FEW_HIDDEN
from qipan.views.fair_play.hidden_pages import hidden_pages
from qipan.views.fair_play.measured import FILE as KEPT
from qipan.views.fair_play.measured import Detection, Measured, Threshold, wilson
from qipan.views.fair_play.move_facts import MoveFact
from qipan.views.fair_play.move_times import shape
from qipan.views.fair_play.odd_losses import odd_loss

ROOT = Path(__file__).parents[1]
PAGE, MEASURED = ROOT / "docs/fair-play.md", ROOT / "src/qipan/views/fair_play" / KEPT
BEGIN, END = "<!-- measured -->", "<!-- /measured -->"
CHANCE, ONE_IN = 2.326, 0.01
"""Standard deviations that one in a hundred is beyond by chance alone."""
GAP, DRAWS = 10_000, 50
FIGURES = ("agreement", "strength", "times", "hidden")
Side = tuple[PlayedGame, int]


class Player(msgspec.Struct, frozen=True):
    """One player of a contest with all games."""

    kind: str
    level: int
    number: int
    sides: list[Side]

    @property
    def facts(self) -> list[MoveFact]:
        """Join the moves of all games, each under a number of its own."""
        return [
            msgspec.structs.replace(fact, ply=fact.ply + GAP * place)
            for place, (game, seat) in enumerate(self.sides)
            for fact in game.of_seat(seat)
        ]

    @property
    def helped(self) -> set[int]:
        """Give the moves that came from the search, under the same numbers."""
        aided = self.kind in (ASSISTED, ENGINE)
        return {
            ply + GAP * place
            for place, (game, seat) in enumerate(self.sides)
            for ply in game.helped
            if aided and ply % 2 == seat
        }


def players_of(games: Iterable[PlayedGame], contest: int) -> list[Player]:
    """List the players of a contest with the games that were played."""
    sides: dict[int, list[Side]] = {}
    for game in games:
        if game.contest == contest:
            for seat in (0, 1):
                sides.setdefault(game.players[seat], []).append((game, seat))
    return [Player(*PLAYERS[contest][number], number, sides[number]) for number in sorted(sides)]


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


def helped_hits(players: Iterable[Player]) -> tuple[float, float]:
    """Give how often moves from the search are the judge's: easy ones, and hard ones."""
    hits: tuple[list[bool], list[bool]] = ([], [])
    for player in players:
        for fact in player.facts:
            if fact.ply in player.helped:
                hits[fact.hard].append(fact.same)
    easy, hard = (round((sum(each) + 1) / (len(each) + 2), 3) for each in hits)
    return easy, hard


def fitted(players: Sequence[Player], helped: tuple[float, float]) -> LevelModel:
    """Fit how often honest players find the computer's move, by Newton's method."""
    every = [player.facts for player in players]
    losses = [fact.loss for facts in every for fact in facts if not fact.same]
    usual, size = sum(losses) / len(losses), 7
    lines = []
    for facts in every:
        height = log(level_of(facts, usual) / usual)
        for fact in facts:
            dummies = [float(min(fact.good, 4) == good) for good in (1, 2, 3, 4)]
            lines.append(([*dummies, height, fact.hard, fact.hard * height], float(fact.same)))
    found = [0.0] * size
    for _ in range(10):
        gradient = [-0.01 * each for each in found]
        curve = [[0.01 * (a == b) for b in range(size)] for a in range(size)]
        for values, same in lines:
            chance = 1 / (1 + exp(-sum(a * b for a, b in zip(found, values, strict=True))))
            for a in range(size):
                gradient[a] += values[a] * (same - chance)
                for b in range(size):
                    curve[a][b] += values[a] * values[b] * chance * (1 - chance)
        found = [a + b for a, b in zip(found, solved(curve, gradient), strict=True)]
    known = [round(each, 4) for each in found]
    return LevelModel(tuple(known[:4]), known[4], round(usual, 2), 1.0, known[5], known[6], helped)


def beyond(facts: Sequence[MoveFact], model: LevelModel) -> float:
    """Give the figure of agreement."""
    return agreement(facts, model).beyond


def left_out(honest: Sequence[Player], helped: tuple[float, float]) -> list[float]:
    """Give the figure of each honest player by a model that was fitted without that player."""
    found = []
    for player in honest:
        others = [each for each in honest if each is not player]
        found.append(beyond(player.facts, fitted(others, helped)))
    return found


def rms(values: Sequence[float]) -> float:
    """Give the root of the mean square."""
    return sqrt(sum(each * each for each in values) / len(values))


def mean_loss(player: Player) -> float:
    """Give what a move gives away on average; very much where there are too few."""
    facts = player.facts
    return sum(each.loss for each in facts) / len(facts) if len(facts) >= ENOUGH else 1e9


def lowest(honest: Sequence[Player]) -> float:
    """Give what one honest player in a hundred of the strongest level would be below."""
    top = max(player.level for player in honest)
    spread = []
    logs: dict[int, list[float]] = {}
    for player in honest:
        logs.setdefault(player.level, []).append(log(max(0.1, mean_loss(player))))
    means = {level: sum(each) / len(each) for level, each in logs.items()}
    for level, each in logs.items():
        spread += [value - means[level] for value in each]
    deviation = sqrt(sum(each * each for each in spread) / (len(spread) - len(logs)))
    return round(exp(means[top] - CHANCE * deviation), 3)


def evenness(player: Player, dice: Random) -> float:
    """Draw times by the model that the page describes; give their shape."""
    own, aided = dice.uniform(0.6, 1.2), player.helped
    times = [
        int(1000 * exp(dice.gauss(2.3, 0.25 if fact.ply in aided else own)))
        for fact in player.facts
    ]
    found = shape(sorted(times)).evenness
    return 9.0 if found is None else found


def by_chance(player: Player, dice: Random) -> float:
    """Hide pages by the model that the page describes; give the chance of what is seen."""
    aided = player.helped
    hidden = {
        fact.ply for fact in player.facts if dice.random() < (0.8 if fact.ply in aided else 0.1)
    }
    found = hidden_pages(player.facts, hidden)
    return found.by_chance if found.hidden >= FEW_HIDDEN else 1.0


def losses(player: Player) -> list[tuple[Side, float]]:
    """Compare each lost game with the player's others."""
    found = []
    for side in player.sides:
        game, seat = side
        others = [
            fact for one in player.sides if one is not side for fact in one[0].of_seat(one[1])
        ]
        odd = odd_loss(game.of_seat(seat), others, "", 0)
        if game.winner == 1 - seat and odd.below is not None:
            found.append((side, odd.below))
    return found


def limit_of(values: Iterable[float]) -> float:
    """Give what one value in a hundred is beyond, and no less than chance alone gives."""
    found = sorted(values)
    return round(max(CHANCE, found[min(len(found) - 1, int((1 - ONE_IN) * len(found)))]), 3)


def counted(limit: float, values: Sequence[float], *, high: bool) -> Threshold:
    """Count those beyond a limit."""
    alarms = sum(value > limit if high else value < limit for value in values)
    return Threshold(limit, round(alarms / max(1, len(values)), 4), len(values), alarms)


def measured_on(games: Sequence[PlayedGame]) -> Measured:
    """Set the limits on the first contest, and count on the others."""
    first, second = players_of(games, 0), players_of(games, 1)
    honest = [each for each in first if each.kind == HONEST]
    plain = [each for each in second if each.kind == HONEST]
    plain += players_of(games, 2)
    helped = helped_hits(first)
    spread = max(1.0, rms(left_out(honest, helped)))
    model = msgspec.structs.replace(fitted(honest, helped), spread=round(spread, 3))

    def single(players: Iterable[Player]) -> list[float]:
        every = [game.of_seat(seat) for player in players for game, seat in player.sides]
        return [beyond(facts, model) for facts in every if len(facts) >= ENOUGH]

    def below(players: Iterable[Player]) -> list[float]:
        return [each for player in players for _, each in losses(player)]

    dice = Random(27)
    times = sorted(evenness(player, dice) for player in honest for _ in range(DRAWS))
    limits: dict[str, float] = {
        "agreement": CHANCE,
        "strength": lowest(honest),
        "times": round(times[int(ONE_IN * len(times))], 4),
        "hidden": ONE_IN,
    }
    value: dict[str, Callable[[Player], float]] = {
        "agreement": lambda player: -beyond(player.facts, model),
        "strength": mean_loss,
        "times": lambda player: evenness(player, dice),
        "hidden": lambda player: by_chance(player, dice),
    }  # the lower, the odder
    limits["agreement"] = -limits["agreement"]
    thresholds = {
        f"{name}_player": counted(limits[name], [value[name](each) for each in plain], high=False)
        for name in FIGURES
    }
    agreed = thresholds["agreement_player"]
    thresholds["agreement_player"] = msgspec.structs.replace(agreed, limit=CHANCE)
    game_limit, loss_limit = limit_of(single(honest)), limit_of(below(honest))
    return Measured(
        game="xiangqi",
        nodes=CLOSER * NODES,
        model=model,
        agreement_game=counted(game_limit, single(plain), high=True),
        loss_game=counted(loss_limit, below(plain), high=True),
        detections=detections(second, limits, value, loss_limit),
        games=len(games),
        **thresholds,
    )


def detections(
    players: Sequence[Player],
    limits: dict[str, float],
    value: dict[str, Callable[[Player], float]],
    loss_limit: float,
) -> tuple[Detection, ...]:
    """Count the players of each kind to whom a figure points."""
    found = []
    for kind in (ASSISTED, ENGINE):
        own = [each for each in players if each.kind == kind]
        hit = {name: [value[name](each) < limits[name] for each in own] for name in FIGURES}
        hit["any"] = [any(each) for each in zip(*hit.values(), strict=True)]
        found += [Detection(kind, name, sum(each), len(own)) for name, each in hit.items()]
    thrown = [
        each
        for player in players
        if player.kind == THROWING
        for (game, seat), each in losses(player)
        if seat in game.thrown
    ]
    far = sum(each > loss_limit for each in thrown)
    return (*found, Detection(THROWING, "loss", far, len(thrown)))


def shown(found: int, of: int) -> str:
    """Write a share with its bounds."""
    low, high = wilson(found, of)
    return f"{found} of {of} ({100 * low:.0f}–{100 * high:.0f} %)"


def written(found: Measured) -> None:
    """Put the tables into the page."""
    names = ("agreement_game", "agreement_player", "strength_player", "times_player",
             "hidden_player", "loss_game")  # fmt: skip
    lines = [BEGIN, f"From {found.games} games; bounds are Wilson's, of 95 %.", ""]
    lines += ["| figure | limit | honest ones beyond it |", "|---|---|---|"]
    for name in names:
        each: Threshold = getattr(found, name)
        said = name.replace("_", ", by ")
        lines.append(f"| {said} | {each.limit} | {shown(each.alarms, each.tested)} |")
    lines += ["", "| who | agreement | strength | times | hidden pages | any of these |"]
    lines.append("|---|---|---|---|---|---|")
    for kind, words in ((ASSISTED, "one move in five"), (ENGINE, "every move")):
        own = [each for each in found.detections if each.kind == kind]
        shares = " | ".join(shown(each.found, each.tested) for each in own)
        lines.append(f"| {words} from a computer | {shares} |")
    last = found.detections[-1]
    lines += ["", f"Games lost on purpose, by odd losses: {shown(last.found, last.tested)}.", END]
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    PAGE.write_text(before + "\n".join(lines) + rest.partition(END)[2], encoding="utf-8")


def main() -> None:
    """Measure, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, default=FILE)
    found = measured_on(read(parser.parse_args().file))
    MEASURED.write_bytes(msgspec.json.format(msgspec.json.encode([found]), indent=1) + b"\n")
    written(found)


if __name__ == "__main__":
    main()
