"""All figures of a contest: by player and game, in the order in which an arbiter looks at them.

A figure says what was found, whether it is beyond what was measured on honest games, and how often
that happens to honest players. It is no verdict: what follows, an arbiter decides with a clause.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from qipan.kernel.judgement import EVEN
from qipan.views.fair_play.agreement import Agreement, LevelModel, agreement
from qipan.views.fair_play.examined_game import ExaminedGame
from qipan.views.fair_play.hidden_pages import hidden_pages
from qipan.views.fair_play.measured import Measured, Threshold, measured
from qipan.views.fair_play.move_facts import MoveFact
from qipan.views.fair_play.move_times import move_times
from qipan.views.fair_play.odd_losses import odd_loss
from qipan.views.fair_play.shared_lines import OddPair, SharedLine, odd_pairs, shared_lines

Facts = Sequence[MoveFact | None]
ENOUGH, FEW_HIDDEN = 12, 4
"""Moves that count, and moves with a hidden page, below which a figure is no alarm."""


class Figure(msgspec.Struct, frozen=True):
    """One figure about a player; its sentence is ``fair.figure.<code>``."""

    code: str
    facts: dict[str, Any]
    alarm: bool = False
    false_alarms: float | None = None
    """How many of a thousand honest ones have it; None: not measured for this game."""
    bounds: tuple[float, float] | None = None
    """Between which numbers of a thousand that lies, with 95 % certainty."""
    tested: int | None = None
    """On how many honest ones that was measured."""

    @property
    def worth(self) -> dict[str, Any]:
        """Give what the sentence about false alarms names."""
        low, high = self.bounds or (0.0, 1000.0)
        return {"rate": self.false_alarms, "low": low, "high": high, "tested": self.tested}


class GameFigures(msgspec.Struct, frozen=True):
    """One game of a player."""

    round: int
    board: int
    number: int
    table: str
    opponents: tuple[str, ...]
    figures: tuple[Figure, ...]
    reports: tuple[str, ...]


class PlayerFigures(msgspec.Struct, frozen=True):
    """A player over all games."""

    player: str
    alarms: int
    figures: tuple[Figure, ...]
    games: tuple[GameFigures, ...]


class ContestFigures(msgspec.Struct, frozen=True):
    """A whole contest; the players who are to be looked at first come first."""

    games: int
    judged: int
    """Games whose moves a judge has looked at."""
    players: tuple[PlayerFigures, ...]
    shared: tuple[SharedLine, ...]
    pairs: tuple[OddPair, ...]


def contest_figures(
    games: Sequence[ExaminedGame], judged: Mapping[tuple[Any, ...], Facts]
) -> ContestFigures:
    """Put everything together; ``judged`` has the facts of games by their key."""
    seats: dict[str, list[tuple[ExaminedGame, int]]] = defaultdict(list)
    for game in games:
        for seat, player in enumerate(game.players):
            seats[player].append((game, seat))
    players = [_player(player, own, judged) for player, own in sorted(seats.items())]
    return ContestFigures(
        games=len(games),
        judged=sum(game.key in judged for game in games),
        players=tuple(sorted(players, key=_urgency)),
        shared=shared_lines(games),
        pairs=odd_pairs(games),
    )


def _urgency(player: PlayerFigures) -> tuple[Any, ...]:
    """Order players: more alarms first, then more agreement than the level explains."""
    beyond = next((each.facts["beyond"] for each in player.figures if "beyond" in each.facts), 0.0)
    reports = sum(len(game.reports) for game in player.games)
    return (-player.alarms, -reports, -beyond, player.player)


def _player(
    player: str,
    own: Sequence[tuple[ExaminedGame, int]],
    judged: Mapping[tuple[Any, ...], Facts],
) -> PlayerFigures:
    by_game = [(game, seat, _of_seat(judged.get(game.key, ()), seat)) for game, seat in own]
    known = measured().get(own[0][0].game)
    figures = _over_all(by_game, known)
    games = tuple(_game(at, by_game, known) for at in range(len(by_game)))
    alarms = sum(each.alarm for each in figures)
    alarms += sum(each.alarm for game in games for each in game.figures if each.code == "loss")
    return PlayerFigures(player, alarms, figures, games)


def _of_seat(facts: Facts, seat: int) -> list[MoveFact]:
    return [each for each in facts if each is not None and each.seat == seat]


SeatGames = Sequence[tuple[ExaminedGame, int, list[MoveFact]]]


def _over_all(by_game: SeatGames, known: Measured | None) -> tuple[Figure, ...]:
    """Give the figures of a player over all games; without judged moves there is none."""
    facts = _renumbered([own for _, _, own in by_game])
    if not any(each.counts for each in facts):
        return ()
    found = [
        _agreement("agreement", facts, known, known.agreement_player if known else None),
        _strength(facts, known),
    ]
    spent, hidden = _joined(by_game)
    times = move_times(facts, spent)
    if times.evenness is not None:
        limit = known.times_player if known else None
        found.append(
            Figure(
                "times",
                {"n": times.moves, "seconds": round(times.median / 1000, 1),
                 "evenness": round(times.evenness, 2)},
                alarm=limit is not None and times.evenness < limit.limit,
                **_worth(limit),
            )
        )  # fmt: skip
    pages = hidden_pages(facts, hidden)
    if pages.hidden:
        limit = known.hidden_player if known else None
        found.append(
            Figure(
                "hidden",
                {"n": pages.hidden, "all": pages.moves, "critical": pages.critical,
                 "same": pages.same, "chance": round(pages.by_chance, 4)},
                alarm=limit is not None
                and pages.hidden >= FEW_HIDDEN
                and pages.by_chance < limit.limit,
                **_worth(limit),
            )
        )  # fmt: skip
    return tuple(found)


def _game(at: int, by_game: SeatGames, known: Measured | None) -> GameFigures:
    """Give the figures of one game of a player beside all others."""
    game, seat, facts = by_game[at]
    found = []
    if any(each.counts for each in facts):
        found.append(_agreement("agreement", facts, known, known.agreement_game if known else None))
    lost = len(game.places) == 2 and game.places[seat] == 2 and game.places[1 - seat] == 1
    if lost and facts:
        others = [each for place, (_, _, own) in enumerate(by_game) if place != at for each in own]
        odd = odd_loss(facts, others, game.ended_by, facts[-1].chance if facts else EVEN)
        limit = known.loss_game if known else None
        far = limit is not None and odd.below is not None and odd.below > limit.limit
        if far or odd.given_up_even:
            code = "loss" if far else "given-up"
            said = {"loss": round(odd.mean_loss), "usual": round(odd.elsewhere),
                    "below": None if odd.below is None else round(odd.below, 1)}  # fmt: skip
            found.append(Figure(code, said, alarm=far, **_worth(limit if far else None)))
    return GameFigures(
        round=game.round,
        board=game.board,
        number=game.number,
        table=game.table,
        opponents=tuple(who for place, who in enumerate(game.players) if place != seat),
        figures=tuple(found),
        reports=tuple(reason for about, reason in game.reports if about == seat),
    )


def _agreement(
    code: str, facts: Sequence[MoveFact], known: Measured | None, limit: Threshold | None
) -> Figure:
    found = agreement(facts, known.model if known else LevelModel((0.0,), 0.0, 1.0, 1.0))
    said: dict[str, Any] = {"n": found.moves, "same": found.same, "loss": round(found.mean_loss)}
    if known is None or limit is None:
        return Figure(f"{code}-unmeasured", said)
    said |= {
        "expected": round(found.expected, 1),
        "uncertainty": round(found.uncertainty, 1),
        "hard": found.hard,
        "found": found.hard_same,
        "beyond": round(found.beyond, 2),
    }
    return Figure(code, said, _is_alarm(found, limit), **_worth(limit))


def _is_alarm(found: Agreement, limit: Threshold) -> bool:
    return found.moves >= ENOUGH and found.beyond > limit.limit


def _strength(facts: Sequence[MoveFact], known: Measured | None) -> Figure:
    counted = [each.loss for each in facts if each.counts]
    mean = sum(counted) / len(counted)
    limit = known.strength_player if known else None
    alarm = limit is not None and len(counted) >= ENOUGH and mean < limit.limit
    said = {"n": len(counted), "loss": round(mean, 1)}
    return Figure("strength", said, alarm, **_worth(limit))


def _worth(limit: Threshold | None) -> dict[str, Any]:
    """Give what was measured of a limit, in parts of a thousand."""
    if limit is None:
        return {}
    low, high = (round(1000 * each, 1) for each in limit.bounds)
    rate = round(1000 * limit.false_alarms, 1)
    return {"false_alarms": rate, "bounds": (low, high), "tested": limit.tested}


GAP = 10_000


def _renumbered(games: Sequence[Sequence[MoveFact]]) -> list[MoveFact]:
    """Put the moves of several games one after the other, each under a number of its own."""
    return [
        msgspec.structs.replace(each, ply=each.ply + GAP * place)
        for place, facts in enumerate(games)
        for each in facts
    ]


def _joined(by_game: SeatGames) -> tuple[dict[int, int], set[int]]:
    spent = {
        ply + GAP * place: milliseconds
        for place, (game, _, _) in enumerate(by_game)
        for ply, milliseconds in game.spent.items()
    }
    hidden = {
        ply + GAP * place for place, (game, _, _) in enumerate(by_game) for ply in game.hidden
    }
    return spent, hidden
