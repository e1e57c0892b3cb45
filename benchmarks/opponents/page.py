"""Writes ``docs/opponents.md`` from the games that were played."""

from collections import defaultdict
from math import sqrt
from pathlib import Path

import gnu_go
import kept
import matches

PAGE = Path(__file__).parents[2] / "docs" / "opponents.md"
NAMES = {
    "xiangqi": "Xiangqi (after six moves of quick players)",
    "go": "Go (9 × 9, area counting, komi 7.5)",
    "gomoku": "Gomoku (from six stones that win by force for nobody, as far as a search sees)",
    "chinese-checkers": "Chinese checkers (two seats)",
    "shengji": "Shengji (levels 2 to 7: matches from 2 to 5; level 8: single deals)",
}
HEAD = """# Opponents

Eight levels in every game, from a child's first game to the best there is. A level is what its
search may use: nodes (positions looked at; in Go moves made in games to the end, or one where the
first look at a move decides; in shengji cards laid in deals played out), how often it moves without
thinking, and by how much it may miss the best move. The same position, seed and nodes give the same
move on every machine; a time limit is only there for a server that is short of time.

Levels 7 and 8 of Go look at positions with a learnt network where numpy is installed (the part
`go`; everything here was played with it). On boards of up to 11 lines it leads games to the end and
a look counts for 400 nodes; on larger boards its looks lead, and a look counts for 250 nodes and is
followed by one game to the end. Without numpy they search by games to the end, as levels 4 to 6 do.

Written by `python benchmarks/opponents write` from the games in `benchmarks/opponents/games.jsonl`;
do not edit. Every beginning is played twice with seats exchanged; a draw is half a point. Shares
come with their standard error: a share from few games says little, and the number of games says so.
"The player before" is the quick player that simulations use, with no search.

In shengji the cards decide more than in other games. A game of levels 2 to 7 is a match from 2 to
5, of several deals. A game of level 8 is a single deal, won by whoever has the bank after it, and
two games in a row are the same pack and cut with hands exchanged, so that both sides hold the same
cards once. Level 8 is measured by deals because its searches take most of the time, and because a
match adds deals up: whoever wins more deals wins still more matches.
"""


def write():
    """Write the page."""
    parts = [HEAD]
    for name, title in NAMES.items():
        parts.append(_table(name, title))
    parts.append(_gnu_go())
    parts.append(_cost())
    PAGE.write_text("\n".join(parts).rstrip() + "\n")


def _table(name, title):
    lines = [
        f"## {title}\n",
        "| level | nodes | careless | against | games | share | seconds a move |",
        "|---|---|---|---|---|---|---|",
    ]
    for pair in matches.pairs(name):
        games = list(kept.games(pair).values())
        nodes, careless, _ = pair.strengths[0]
        against = f"level {pair.lower}" if pair.lower else "the player before"
        if games:
            share = sum(game["points"] for game in games) / len(games)
            error = sqrt(max(share * (1 - share), 0.01) / len(games))
            spent = sum(game["seconds"][0] for game in games) / len(games)
            told = f"{len(games)} | {100 * share:.0f} % ± {100 * error:.0f} | {spent:.3f}"
        else:
            told = "0 | not played | –"
        lines.append(f"| {pair.higher} | {nodes:,} | {careless} % | {against} | {told} |")
    return "\n".join(lines) + "\n"


def _gnu_go():
    games = kept.others("gnugo")
    lines = [
        "## Go beside GNU Go 3.8, level 1\n",
        "| board | nodes | player | games | won | worst loss | seconds a move |",
        "|---|---|---|---|---|---|---|",
    ]
    groups = defaultdict(list)
    for game in games:
        groups[game["size"], game["nodes"], game.get("player", 1)].append(game)
    for (size, nodes, player), own in sorted(groups.items()):
        won = sum(game["won"] for game in own)
        margins = [
            float(game["result"][2:])
            for game in own
            if not game["won"] and game["result"][2:3].isdigit()
        ]
        worst = f"{max(margins):g} points" if margins else "–"
        spent = sum(game["seconds"] for game in own) / len(own)
        which = "today's" if player == gnu_go.PLAYERS[size] else "an earlier one"
        told = f"{len(own)} | {won} | {worst} | {spent:.2f}"
        lines.append(f"| {size} × {size} | {nodes:,} | {which} | {told} |")
    return "\n".join(lines) + "\n"


def _cost():
    """Tell what a move costs: the last measurement of every level as it is now."""
    measured = {}
    for entry in kept.others("cost"):
        name, level = entry["game"], entry["level"]
        if entry["nodes"] == matches.level_of(name, level).nodes:
            measured[name, level] = entry
    lines = [
        "## CPU and memory of a move\n",
        "Seconds of CPU, and MiB by which thinking makes a fresh process grow (tables of the game",
        "among them): the mean of three positions of a game; `cost --keep` measures.\n",
        "| game |" + "".join(f" {level} |" for level in matches.LEVELS),
        "|---|" + "---|" * len(matches.LEVELS),
    ]
    for name in NAMES:
        cells = []
        for level in matches.LEVELS:
            entry = measured.get((name, level))
            told = f"{entry['seconds']:.3f} s, {entry['memory']:.0f}" if entry else "not measured"
            cells.append(f" {told} |")
        lines.append(f"| {name} |" + "".join(cells))
    return "\n".join(lines) + "\n"
