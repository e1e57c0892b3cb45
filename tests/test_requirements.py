"""What installing the program brings is what it uses: no more, no less, none older than it says."""

import ast
import subprocess
import sys
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

import bare
from lower_bounds import lower_bound, oldest, requirements
from qipan.formats.documents import DOCUMENTS
from server import SOURCE

TESTS = Path(__file__).parent
BY_NAME = {
    "httptools": "from uvicorn.protocols.http.httptools_impl import",
    "tzdata": "from zoneinfo import",  # where the system has no time zones
    "uvloop": '_found("uvloop")',
    "websockets": "from uvicorn.protocols.websockets.websockets_sansio_impl import",
}
"""Used, but imported by others: the words in which we ask for it."""


@cache
def sources():
    """Give every file of the program with its text."""
    return {path: path.read_text("utf-8") for path in sorted(SOURCE.rglob("*.py"))}


@cache
def imported():
    """Name the packages that the program imports, each with one of the files that do."""
    owners = packages_distributions()
    found = {}
    for path, text in sources().items():
        for name in _names(ast.parse(text)):
            top = name.partition(".")[0]
            if top != "qipan" and top not in sys.stdlib_module_names:
                owner = owners.get(top, [top])[0]
                found[canonicalize_name(owner)] = path.relative_to(SOURCE)
    return found


def _names(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def declared():
    return {canonicalize_name(each.name) for each in requirements()}


def test_every_package_that_is_imported_is_required():
    used = imported()
    assert used.keys() - declared() == set(), used


def test_every_package_that_is_required_is_used():
    assert declared() - imported().keys() == BY_NAME.keys()
    for name, words in BY_NAME.items():
        assert any(words in text for text in sources().values()), name


@pytest.mark.parametrize("wanted", requirements(), ids=lambda each: each.name)
def test_every_requirement_says_from_which_version_on(wanted):
    assert wanted.specifier.contains(lower_bound(wanted), prereleases=True)
    assert oldest(wanted).endswith(f"=={lower_bound(wanted)}")


def test_packages_of_the_tests_alone_are_hidden():
    done = _run("import playwright")
    assert "not a run-time requirement" in done.stderr


def test_the_program_does_all_without_the_packages_of_the_tests():
    """The same walk that ``make bounds`` takes with the oldest packages there may be."""
    program = f"import smoke; smoke.PROGRAM = {bare.BEFORE!r} + smoke.PROGRAM; smoke.main()"
    done = _run(program)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines() if ":" in line] == [
        *("import", "file", "books", "demo")
    ]


def _run(code):
    return subprocess.run(
        [sys.executable, "-c", bare.BEFORE + code],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": f"{SOURCE}:{TESTS}", "PATH": "/usr/bin:/bin"},
        check=False,
        timeout=300,
    )


PAPERS = [name for name, each in DOCUMENTS.items() if "html" in each.endings and not each.of_teams]


def test_a_plain_install_runs_an_event_and_names_what_other_parts_are_for(tmp_path):
    """``pip install qipan`` brings neither PostgreSQL nor NATS nor a typesetter."""
    papers = [name for name in PAPERS if name not in ("scoresheets", "prize-receipts", "ledger")]
    lines = [
        ["new", "wx-14", "men", "--id", "cup"],
        ["enter", "cup", *"abcd"],
        ["pair", "cup"],
        *(["document", "cup", name, "--language", "zh"] for name in papers),
        ["report", "cup", "--out", "report.html"],
        ["document", "cup", "pairings", "--out", "pairings.pdf"],
        ["verify", "postgresql://somebody@127.0.0.1:1/none"],
    ]
    code = (
        "import sys\nfor name in ('psycopg', 'nats', 'typst'): sys.modules[name] = None\n"
        "from qipan.cli import main\nimport qipan.web.serving\n"
        f"for words in {lines!r}:\n    sys.argv = ['qipan', *words]\n"
        "    try: main()\n    except SystemExit as left: print('code', left.code or 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin"},
        check=False,
        timeout=120,
    )
    assert done.stdout.count("code 0") == len(lines) - 2, done.stdout + done.stderr
    assert done.stdout.count("code 7") == 2
    assert "pip install 'qipan[cluster]'" in done.stderr
    assert "pip install 'qipan[pdf]'" in done.stderr
    for name in papers:
        assert (tmp_path / f"cup-{name}.html").read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("part", ["psycopg-binary", "uvicorn", "litestar"])
def test_what_serving_leans_on_indirectly_is_required(part):
    assert part in bare.needed()
