"""A run says what it left out, and why."""

from types import SimpleNamespace

from skips import WHOLE_RUN, skip_lines


def report(reason, test="tests/a/test_b.py::test_c"):
    return SimpleNamespace(longrepr=("/x/tests/a/test_b.py", 7, f"Skipped: {reason}"), nodeid=test)


def test_skips_are_grouped_by_reason_the_most_frequent_first():
    found = [
        report("no nginx on this machine"),
        report("PostgreSQL cannot\n run here", "tests/d/test_e.py::test_f"),
        report("PostgreSQL cannot run here", "tests/d/test_e.py::test_g"),
        report("PostgreSQL cannot run here"),
    ]
    assert skip_lines(found, 10) == [
        "4 skipped:",
        "    3  PostgreSQL cannot run here  (tests/a/test_b.py, tests/d/test_e.py)",
        "    1  no nginx on this machine  (tests/a/test_b.py)",
    ]


def test_a_whole_run_says_too_that_nothing_was_left_out():
    assert skip_lines([], WHOLE_RUN) == ["No test was skipped."]
    assert skip_lines([], WHOLE_RUN - 1) == []
