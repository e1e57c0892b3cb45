"""Hide every installed package that ``pip install qipan[cluster,go,pdf]`` would not bring.

A test environment has more than a user's: what only the tests installed must not be leaned on.
``BEFORE`` is run at the start of a process; from then on the packages outside the closure of the
project's run-time requirements cannot be imported.
"""

import sys
import tomllib
from importlib.abc import MetaPathFinder
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
BEFORE = (
    f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import bare; bare.hide();"
)


def needed():
    """Give the names of all packages that installing the project brings."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    parts = project["optional-dependencies"]
    words = [*project["dependencies"], *parts["cluster"], *parts["go"], *parts["pdf"]]
    waiting = [Requirement(each) for each in words]
    seen = set()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if wanted.marker is not None and not wanted.marker.evaluate():
            continue
        for extra in ["", *wanted.extras]:
            if (name, extra) in seen:
                continue
            seen.add((name, extra))
            waiting += _required(name, extra)
    return {name for name, _ in seen}


def _required(name, extra):
    try:
        lines = requires(name) or []
    except PackageNotFoundError:
        return []
    found = [Requirement(line) for line in lines]
    kept = [each for each in found if each.marker is None or each.marker.evaluate({"extra": extra})]
    for each in kept:
        each.marker = None
    return kept


class _Hidden(MetaPathFinder):
    def __init__(self, names):
        self._names = names

    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] in self._names:
            raise ModuleNotFoundError(f"{fullname} is not a run-time requirement", name=fullname)


def hide():
    """Refuse, in this process, every package outside the requirements."""
    allowed = needed() | {"qipan", "pip", "setuptools"}
    hidden = {
        top
        for top, owners in packages_distributions().items()
        if not any(canonicalize_name(owner) in allowed for owner in owners)
    }
    for name in list(sys.modules):
        if name.partition(".")[0] in hidden:
            del sys.modules[name]
    sys.meta_path.insert(0, _Hidden(hidden))
