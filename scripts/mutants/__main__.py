"""Would the tests notice? Changes named modules in small ways and counts how often a test fails.

usage: python scripts/mutants [MODULE …] [--per-module N] [--seed N] [--jobs N] [--goal SHARE]

Modules and the tests that are to notice are in ``targets.toml``; changes that alter nothing that
anybody could see are in ``equivalents.toml``, each with the reason. Same seed, same changes.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from changes import Change, changes_of

HERE = Path(__file__).parent
GOAL = 90


@dataclass(frozen=True)
class Target:
    """A module and the tests that are to notice."""

    module: str
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """What became of the changes of a module."""

    module: str
    tried: int
    survivors: tuple[Change, ...]
    equivalent: tuple[tuple[Change, str], ...]

    @property
    def noticed(self) -> int:
        """Count the changes that a test noticed."""
        return self.tried - len(self.survivors) - len(self.equivalent)

    @property
    def counted(self) -> int:
        """Count the changes that a test could notice."""
        return self.tried - len(self.equivalent)


def main() -> int:
    """Try the changes and print what came of them; 1 if fewer were noticed than is the goal."""
    asked = _arguments()
    root = asked.root.resolve()
    targets = _targets(asked.targets, asked.modules)
    equivalents = _equivalents(asked.equivalents)
    outcomes = []
    for target in targets:
        outcome = try_out(target, root, asked, equivalents)
        outcomes.append(outcome)
        print(_line(outcome.module, outcome), flush=True)
    everything = Outcome(
        "all",
        sum(each.tried for each in outcomes),
        tuple(change for each in outcomes for change in each.survivors),
        tuple(change for each in outcomes for change in each.equivalent),
    )
    print(_line("all", everything))
    _print_survivors(outcomes)
    enough = 100 * everything.noticed >= asked.goal * everything.counted
    return 0 if enough else 1


def try_out(
    target: Target,
    root: Path,
    asked: argparse.Namespace,
    equivalents: list[dict[str, str]],
) -> Outcome:
    """Try changes of one module. Raises SystemExit if its tests fail without any."""
    path = root / asked.source / target.module
    found = changes_of(path.read_text("utf-8"))
    dice = Random(f"{asked.seed}/{target.module}")
    chosen = sorted(dice.sample(found, min(asked.per_module, len(found))), key=lambda c: c.number)
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        surroundings = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(HERE), str(root / asked.source.parts[0])]),
            "PYTEST_DEBUG_TEMPROOT": folder,
        }
        unnoticed = _tried(target, path, chosen, asked, Path(folder), surroundings)
    left = [change for change in chosen if change.number in unnoticed]
    reasons = {change: _reason(target.module, change, equivalents) for change in left}
    return Outcome(
        target.module,
        len(chosen),
        tuple(change for change in left if not reasons[change]),
        tuple((change, reason) for change, reason in reasons.items() if reason),
    )


def _reason(module: str, change: Change, equivalents: list[dict[str, str]]) -> str:
    """Give why a change alters nothing, if that is known."""
    for each in equivalents:
        same = (each["module"], each["where"], each["change"])
        if same == (module, change.where, change.text) and each.get("line", "") in change.source:
            return each["because"]
    return ""


def _tried(
    target: Target,
    path: Path,
    left: list[Change],
    asked: argparse.Namespace,
    folder: Path,
    surroundings: dict[str, str],
) -> set[int]:
    """Give the numbers of the changes that no test noticed, in forks and then from the start."""
    plan, answer = folder / "plan.json", folder / "answer.json"
    numbers = [change.number for change in left]
    terms = {"jobs": asked.jobs, "patience": asked.patience, "answer": str(answer)}
    plan.write_text(json.dumps({"path": str(path), "numbers": numbers, **terms}))
    pytest = [sys.executable, "-m", "pytest", "-q", "-x"]
    run = subprocess.run(
        [*pytest, "-p", "trials", *target.tests],
        cwd=asked.root,
        env={**surroundings, "MUTANTS_PLAN": str(plan)},
        capture_output=True,
        text=True,
        check=False,
    )
    told: dict[str, Any] = json.loads(answer.read_text()) if answer.exists() else {"broken": True}
    if told["broken"]:
        raise SystemExit(f"{target.module}: its tests fail unchanged\n{run.stdout}{run.stderr}")

    def survives(number: int) -> bool:
        try:
            done = subprocess.run(
                [*pytest, "-p", "whole_runs", *target.tests],
                cwd=asked.root,
                env={**surroundings, "MUTANT": f"{path}:{number}"},
                capture_output=True,
                timeout=4 * asked.patience + told["limit"],
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    outcome = {int(number): how for number, how in told["outcome"].items()}
    unnoticed = {number for number, how in outcome.items() if how == "unnoticed"}
    doubtful = [number for number, how in outcome.items() if how == "again"]
    with ThreadPoolExecutor(asked.jobs) as pool:
        for number, stays in zip(doubtful, pool.map(survives, doubtful), strict=True):
            if stays:
                unnoticed.add(number)
    return unnoticed


def _targets(path: Path, wanted: list[str]) -> list[Target]:
    known = [
        Target(each["module"], tuple(each["tests"]))
        for each in tomllib.loads(path.read_text("utf-8"))["target"]
    ]
    if not wanted:
        return known
    found = [each for each in known if any(word in each.module for word in wanted)]
    if not found:
        raise SystemExit(f"no module like {', '.join(wanted)}; {path.name} has the list")
    return found


def _equivalents(path: Path) -> list[dict[str, str]]:
    listed: list[dict[str, str]] = tomllib.loads(path.read_text("utf-8")).get("equivalent", [])
    return listed


def _line(name: str, outcome: Outcome) -> str:
    share = 100 * outcome.noticed / outcome.counted if outcome.counted else 100
    same = f"  ({len(outcome.equivalent)} alter nothing)" if outcome.equivalent else ""
    return f"{name:<36} {outcome.noticed:>4}/{outcome.counted:<4} {share:5.1f} %{same}"


def _print_survivors(outcomes: list[Outcome]) -> None:
    for title, rows in (
        (
            "Nobody noticed:",
            [(each.module, change, "") for each in outcomes for change in each.survivors],
        ),
        (
            "Alters nothing:",
            [(each.module, change, why) for each in outcomes for change, why in each.equivalent],
        ),
    ):
        if rows:
            print(f"\n{title}")
        for module, change, why in rows:
            print(f"  {module}:{change.line} in {change.where}: {change.text}")
            if why:
                print(f"      {why}")


def _arguments() -> argparse.Namespace:
    first, _, rest = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser("mutants", description=first, epilog=rest)
    parser.add_argument("modules", nargs="*", help="parts of names; without any: every target")
    parser.add_argument("--per-module", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--patience", type=float, default=15, help="seconds for a loop to end")
    parser.add_argument("--goal", type=float, default=GOAL, help="least share noticed, in percent")
    parser.add_argument("--targets", type=Path, default=HERE / "targets.toml")
    parser.add_argument("--equivalents", type=Path, default=HERE / "equivalents.toml")
    parser.add_argument("--root", type=Path, default=HERE.parents[1], help="where pytest runs")
    parser.add_argument("--source", type=Path, default=Path("src/qipan"))
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
