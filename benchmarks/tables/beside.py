"""An earlier version beside this one, in turns and in one run: machines change, ratios less."""

import os
import re
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).parents[1]
FIGURES = {
    "cpu": re.compile(r"server CPU ([\d.]+) ms a move"),
    "p50": re.compile(r"latency ms: p50 ([\d.]+)"),
    "bytes": re.compile(r"(\d+) bytes to tell"),
}


def run(program, words):
    """Run a program of measurement; gives the figures it printed."""
    done = subprocess.run(
        [sys.executable, str(program), *words],
        capture_output=True,
        text=True,
        check=True,
        cwd=program.parents[1],
    )
    found = {name: figure.search(done.stdout) for name, figure in FIGURES.items()}
    return {name: float(each[1]) for name, each in found.items() if each}


def beside(earlier, rounds, words):
    """Measure an earlier checkout and this one in turns; print medians and ratios."""
    kinds = {
        "earlier version": (earlier / "benchmarks" / "live.py", []),
        "this, whole positions": (HERE / "live.py", ["--whole"]),
        "this, what changed": (HERE / "live.py", []),
    }
    found = {name: [] for name in kinds}
    for _ in range(rounds):
        for name, (program, more) in kinds.items():
            found[name].append(run(program, [*words, *more]))
    shown = {}
    for name, figures in found.items():
        shown[name] = {key: median(each[key] for each in figures) for key in figures[0]}
        told = shown[name].get("bytes")
        tail = f", {told:.0f} bytes to tell one player of one move" if told else ""
        cpu, p50 = shown[name]["cpu"], shown[name]["p50"]
        print(f"{name}: server CPU {cpu:.3f} ms a move, p50 {p50:.1f} ms{tail}")
    first, last = shown["earlier version"], shown["this, what changed"]
    ratios = sorted(
        now["cpu"] / then["cpu"]
        for then, now in zip(found["earlier version"], found["this, what changed"], strict=True)
    )
    spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
    print(
        f"this / earlier, medians of {rounds} runs in turns: CPU"
        f" {last['cpu'] / first['cpu']:.2f} ({spread}), p50 {last['p50'] / first['p50']:.2f}"
    )
    print(f"machine load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return False
