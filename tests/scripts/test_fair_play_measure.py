"""What fair play says it measured is what the stored games say, with the limits that are in use."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

from qipan.games import game_named
from qipan.views.fair_play.measured import measured

ROOT = Path(__file__).parents[2]
XIANGQI = game_named("xiangqi")


@pytest.fixture(scope="module")
def scripts():
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        return import_module("fair_play_games"), import_module("fair_play_table")
    finally:
        sys.path.remove(str(ROOT / "scripts"))


@pytest.fixture(scope="module")
def games(scripts):
    return scripts[0].read()


def test_every_pair_of_a_contest_was_drawn_and_meets_once(scripts, games):
    playing, _ = scripts
    seen = set()
    for game in games:
        pair = playing.pairings(game.contest)[game.round][game.board]
        assert game.players == pair
        seen.add((game.contest, frozenset(pair)))
    assert len(seen) == len(games) == measured()["xiangqi"].games
    by_contest = [sum(game.contest == number for game in games) for number in (0, 1)]
    assert max(by_contest) - min(by_contest) <= 1


def test_what_the_judge_said_belongs_to_moves_of_the_game(games):
    for game in games[:: max(1, len(games) // 12)]:
        state, made = XIANGQI.start(XIANGQI.rules_type(), 2, {}), game.moves.split()
        facts = {fact[0]: fact for fact in game.facts}
        for ply, text in enumerate(made):
            seat = XIANGQI.acting(state)[0]
            if ply in facts:
                XIANGQI.read(state, seat, facts[ply][1])  # the best move was one
            state = XIANGQI.play(state, seat, XIANGQI.read(state, seat, text))
        assert all(
            seat == ply % 2 for seat in (0, 1) for ply in (f.ply for f in game.of_seat(seat))
        )


def test_false_alarms_and_finds_are_those_of_the_contest_that_set_no_limit(scripts, games):
    playing, table = scripts
    known = measured()["xiangqi"]
    players = table.players_of(games, 1) + table.players_of(games, 2)
    beyond = {
        kind: [
            table.beyond(player.facts, known.model) > known.agreement_player.limit
            for player in players
            if player.kind == kind
        ]
        for kind in (playing.HONEST, playing.ASSISTED)
    }
    honest = beyond[playing.HONEST]
    assert (sum(honest), len(honest)) == (
        known.agreement_player.alarms,
        known.agreement_player.tested,
    )
    found = next(
        each for each in known.detections if (each.kind, each.figure) == ("assisted", "agreement")
    )
    helped = beyond[playing.ASSISTED]
    assert (sum(helped), len(helped)) == (found.found, found.tested)


def test_the_page_has_the_same_figures(scripts, tmp_path, monkeypatch):
    _, table = scripts
    copy = tmp_path / "fair-play.md"
    copy.write_text(table.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(table, "PAGE", copy)
    before = copy.read_text(encoding="utf-8")
    table.written(measured()["xiangqi"])
    assert copy.read_text(encoding="utf-8") == before
