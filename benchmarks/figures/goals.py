"""What the figures are to reach: one line a goal, found again in what a part printed.

``before`` is the figure of the state that the goal was set for, as it was measured then; where
none was taken it is empty. A goal is met when the number found is on its side of the bound.
"""

import re
from typing import NamedTuple

MOST, LEAST = "at most", "at least"


class Goal(NamedTuple):
    """A figure of a part: what it is, how it is found, and its bound."""

    part: str
    what: str
    found_by: str
    side: str
    bound: float
    unit: str
    before: str = ""


_LIVE, _FULL = "Live play, one process", "Live play, one process, as much as goes"
_CLUSTER = "Live play through edge, NATS, worker and PostgreSQL"
_LATER = "The same at three quarters of that, for its latency"
_READERS, _RANKING, _BIG = "Thousands who read one event", "Ranking", "A whole event of thousands"
_XIANGQI = "Xiangqi, beside pyffish and cchess"
_ROLLING = "Workers replaced one after the other under load"
_DEMO = "Memory of the demo while it is played"
_N = r"([\d,.]+)"

GOALS = (
    Goal("Start of commands", "`--help`", rf"--help\s+{_N} s", MOST, 0.2, "s CPU", "0.97"),
    Goal("Start of commands", "`trf pair`, 100 players", rf"trf pair \S+\s+{_N} s", MOST, 0.25,
         "s CPU"),
    Goal("Start of commands", "`serve` until ready", rf"serve, until it is ready\s+{_N} s", MOST,
         1, "s CPU"),
    Goal(_READERS, "known page", rf"^page\s+[\d,]+\s+{_N}", MOST, 0.4, "ms CPU", "9"),
    Goal(_READERS, "unchanged page (304)", rf"^same\s+[\d,]+\s+{_N}", MOST, 0.25, "ms CPU"),
    Goal(_READERS, "`/health` to the bare server", rf"^health.*\s{_N}x", MOST, 1.1, "times"),
    Goal(_READERS, "signed-in reader", rf"^signed-in\s+[\d,]+\s+{_N}", MOST, 2, "ms CPU"),
    Goal(_READERS, "10,000 readers up to date", rf"all after {_N} s \(bare", MOST, 10, "s"),
    Goal("What an open page fetches", "one result, fetched by an open page",
         rf"most of any page: {_N} bytes", MOST, 2048, "bytes"),
    Goal(_LIVE, "a move, one process", rf"server CPU {_N} ms a move", MOST, 0.25, "ms CPU", "0.36"),
    Goal(_FULL, "durable moves, one process", rf"{_N} durable moves/s", LEAST, 3000, "a second"),
    Goal(_CLUSTER, "a move, all programs", rf"all {_N} \(clients", MOST, 0.4, "ms CPU"),
    Goal(_CLUSTER, "durable moves, cluster", rf"{_N} durable moves/s", LEAST, 4000, "a second",
         "2,050"),
    Goal(_LATER, "p99 at three quarters", rf"p99 {_N}", MOST, 50, "ms", "42 at 2,050"),
    Goal("Players whose owner was killed", "a mover gains", rf"gained at most {_N} s", MOST, 1, "s",
         "3.5"),
    Goal("Thousands of tables whose owner was killed", "all games go on", rf"all {_N}$", MOST, 6,
         "s"),
    Goal(_ROLLING, "a turn is charged beyond what its player saw",
         rf"charged at most {_N} s", MOST, 1, "s"),
    Goal("A lobby over all workers", "10,000 people sit down", rf"10,?000 people.*all sit {_N} s",
         MOST, 10, "s"),
    Goal("A round begins", "tables of 10,000 players open", rf"10,?000 players:.*after {_N} s",
         MOST, 10, "s"),
    Goal("Spectators of one board", "a spectator", rf"idle spectators: {_N} KiB", MOST, 10, "KiB"),
    Goal("Spectators of one board", "all told", rf"after at most {_N} s", MOST, 1, "s"),
    Goal(_BIG, "100,000 entrants simulated", rf"^100,?000 entrants: {_N} s", MOST, 60, "s CPU",
         "116"),
    Goal(_BIG, "its memory", rf"^100,?000 entrants: .* {_N} MB", MOST, 1000, "MB", "2,900"),
    Goal(_RANKING, "one more result of 100,000 (MY)", rf"MY: one more result: {_N} s", MOST, 0.02,
         "s CPU", "0.118"),
    Goal(_RANKING, "one more result of 100,000 (GM)", rf"GM: one more result: {_N} s", MOST, 0.02,
         "s CPU"),
    Goal("Papers of a large section", "list of 2,000 names", rf"^entries.pdf\s+{_N}", MOST, 3,
         "s CPU"),
    Goal("Dutch pairing, worst of random events", "worst of 300 events", rf"^ +{_N} CPU s: seed",
         MOST, 0.15, "s CPU", "0.34"),
    Goal("Go, beside sgfmill", "SGF read, to sgfmill",
         rf"(?s)qipan games read.*?{_N} /s.*?sgfmill games read.*?{_N} /s", LEAST, 1, "times",
         "0.5"),
    Goal(_XIANGQI, "a live move, Chinese rules", rf"cxa-2020, median of \d+\s+{_N} µs", MOST, 15,
         "µs CPU"),
    Goal(_XIANGQI, "ruling, Chinese rules, worst", rf"cxa-2020, worst of 200 random\s+{_N} ms",
         MOST, 20, "ms CPU", "145"),
    Goal("Memory of an open table", "open table of 60 moves", rf"each: {_N} KiB", MOST, 30, "KiB"),
    Goal(_DEMO, "server of the demo", rf"^highest {_N} MB", MOST, 120, "MB"),
    Goal(_DEMO, "its growth", r"second half \+?(-?[\d,.]+) MB an hour", MOST, 1, "MB an hour"),
)  # fmt: skip


def found(goal: Goal, said: str) -> float | None:
    """Find the figure of a goal in what its part printed: of several sizes the last, or None.

    Two numbers in one place are a ratio. Of the worst random events the worst of all is meant.
    """
    numbers = [_number(each.groups()) for each in re.finditer(goal.found_by, said, re.M)]
    if not numbers:
        return None
    return max(numbers) if goal.part.startswith("Dutch") else numbers[-1]


def _number(told: tuple[str, ...]) -> float:
    first, *second = (float(each.replace(",", "")) for each in told)
    return round(first / second[0], 2) if second else first


def table(said: dict[str, str]) -> str:
    """Write the goals whose parts were measured, met or missed."""
    lines = ["| figure | before | now | goal | |\n", "|---|---|---|---|---|\n"]
    for goal in GOALS:
        if goal.part not in said:
            continue
        now = found(goal, said[goal.part])
        if now is None:
            shown, verdict = "not found", "**not measured**"
        else:
            met = now <= goal.bound if goal.side == MOST else now >= goal.bound
            shown, verdict = f"{now:,g} {goal.unit}", "met" if met else "**missed**"
        wanted = f"{goal.side} {goal.bound:,g}"
        lines.append(f"| {goal.what} | {goal.before or '–'} | {shown} | {wanted} | {verdict} |\n")
    return "".join(lines)
