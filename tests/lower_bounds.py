"""Install every package as old as pyproject.toml allows, and walk through the program with it.

    python tests/lower_bounds.py [--keep FOLDER] [-- WORDS OF PYTEST]

Makes a fresh environment with ``package==lower bound`` for each requirement of the project, all
that these need chosen by pip, and runs ``tests/smoke.py`` there; on PostgreSQL too, if one can be
started. Words after ``--`` are tests to run there as well. Exit code 0: the bounds are true.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
TOOLS = ("pytest", "pytest-xdist", "hypothesis", "httpx", "packaging")
"""What the tests that may be asked for need; of whatever version."""


def requirements():
    """Give what the project requires when it runs, in a cluster, for Go and to print as PDF too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    parts = project["optional-dependencies"]
    words = [*project["dependencies"], *parts["cluster"], *parts["go"], *parts["pdf"]]
    return [Requirement(each) for each in words]


def lower_bound(wanted):
    """Give the oldest version that a requirement allows. Raises ValueError if it names none."""
    found = [each.version for each in wanted.specifier if each.operator == ">="]
    if len(found) != 1:
        raise ValueError(f"{wanted.name} has no lower bound, or several")
    return found[0]


def oldest(wanted):
    """Write a requirement for exactly its lower bound."""
    extras = f"[{','.join(sorted(wanted.extras))}]" if wanted.extras else ""
    return f"{wanted.name}{extras}=={lower_bound(wanted)}"


def install(folder, *more):
    """Make the environment; gives its Python."""
    print(f"environment: {folder}", flush=True)
    venv.create(folder, with_pip=True, clear=True)
    python = folder / "bin" / "python"
    words = [
        oldest(each) for each in requirements() if each.marker is None or each.marker.evaluate()
    ]
    pip = [python, "-m", "pip", "--disable-pip-version-check", "-q", "install"]
    subprocess.run([*pip, *words, *more], check=True)
    return python


def walk(python, words):
    """Run the walk there, and the tests that were asked for; gives the exit code."""
    from postgres import Postgres

    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "ignore"}
    environment.pop("VIRTUAL_ENV", None)
    server = Postgres()
    try:
        asked = ["--postgres", server.fresh()]
        done = subprocess.run([python, ROOT / "tests" / "smoke.py", *asked], env=environment)
        if not done.returncode and words:
            done = subprocess.run([python, "-m", "pytest", *words], env=environment, cwd=ROOT)
        return done.returncode
    finally:
        server.remove()


def main():
    """Install, walk, and say how it ended."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", type=Path, help="make the environment here, and leave it")
    parser.add_argument("words", nargs="*", help="tests to run as well")
    options = parser.parse_args()
    tools = TOOLS if options.words else ()
    with tempfile.TemporaryDirectory(prefix="qipan-bounds-") as name:
        python = install(options.keep or Path(name) / "venv", *tools)
        code = walk(python, options.words)
    print("the lower bounds are true" if not code else "the lower bounds are NOT true")
    sys.exit(code)


if __name__ == "__main__":
    main()
