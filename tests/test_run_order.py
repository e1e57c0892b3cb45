"""Tests are dealt to workers so that the long ones come first, and none is lost."""

from pathlib import Path

import pytest

from run_order import LONG, dealt, kind, sizes

TESTS = [
    (module, (module, number))
    for module, count in (
        *((f"desk/test_{n}.py", 40) for n in range(10)),
        *((f"e2e/test_{n}.py", 3) for n in range(9)),
        *((f"faults/test_{n}.py", 1) for n in range(5)),
        ("web/test_words_of_pages.py", 6),
        ("views/test_one_place.py", 22),
    )
    for number in range(count)
]


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 7])
def test_every_test_is_dealt_once_and_modules_keep_their_order(workers):
    found = dealt(TESTS, workers)
    assert sorted(found) == sorted(TESTS)
    assert len(set(found)) == len(TESTS)
    for module in {module for module, _ in TESTS}:
        mine = [number for name, (_, number) in found if name == module]
        assert mine == sorted(mine)


@pytest.mark.parametrize("workers", [2, 3, 4])
def test_every_share_begins_with_long_tests_and_ends_with_short_ones(workers):
    found = dealt(TESTS, workers)
    shares, at = [], 0
    for size in sizes(len(TESTS), workers):
        shares.append([kind(module) for module, _ in found[at : at + size]])
        at += size
    half = workers // 2
    for number, share in enumerate(shares):
        assert share[0] == ("browsers" if number < half else "programs")
        assert share[-1] == "short"
        assert share == sorted(share, key=["browsers", "programs", "long", "short"].index)
    assert sum(map(len, shares)) == len(TESTS)


def test_browsers_alone_are_dealt_to_everybody():
    only = [test for test in TESTS if kind(test[0]) == "browsers"]
    assert sorted(dealt(only, 4)) == sorted(only)


def test_every_long_module_is_there():
    here = Path(__file__).parent
    assert [name for name in LONG if not (here / f"{name}.py").exists()] == []
