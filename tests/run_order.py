"""The order in which tests are dealt to workers: what takes long or waits comes first.

A run ends when its last worker ends. A browser, a cluster or a whole event that begins last leaves
the other cores idle for minutes; many short tests at the end come out even. Each worker is dealt as
many tests as another, one after the other, and who has none left takes from the end of somebody's
share (``--dist worksteal``): so every share begins with long ones and ends with short ones.

Browsers are for half of the workers, programs that kill and wait for each other for the other half:
each worker that needs a browser starts one, and tests that wait leave their core to others.
"""

from itertools import groupby

BROWSERS = ("e2e",)
PROGRAMS = ("faults", "cluster")
LONG = (
    *("web/test_words_of_pages", "contract/test_add_a_command", "contract/test_add_a_game"),
    *("security/test_schema", "office/test_review", "scripts/test_run_tests", "test_requirements"),
    *("test_every_system", "games/go/test_network", "games/go/test_search", "office/test_editions"),
    *("views/test_one_place", "views/test_no_codes", "security/test_roles", "web/test_wire"),
    *("oracles/test_gomoku_attacks", "contract/test_entry_points", "security/test_parsers"),
    *("web/test_entry_lists", "cli/test_every_verb_in_words", "journal/test_old_journals"),
    *("simulation/test_field_size", "contract/test_races", "web/test_act_and_undo"),
    *("fuzz/test_forms_short", "play/test_guests", "documented/test_documented"),
)
"""Of the other modules, those with a test or a fixture of many seconds, the longest first."""


def kind(module):
    """Say whether a module is of browsers, of programs, long, or none of these."""
    folder = module.partition("/")[0]
    if folder in BROWSERS:
        return "browsers"
    if folder in PROGRAMS:
        return "programs"
    return "long" if named(module) in LONG else "short"


def named(module):
    """Give a module's name as the list of the long ones has it."""
    return module.removesuffix(".py")


def dealt(tests, workers):
    """Order tests, pairs of a module (below ``tests``, with slashes) and anything, for workers."""
    modules = {"browsers": [], "programs": [], "long": [], "short": []}
    for module, each in groupby(tests, key=lambda test: test[0]):
        modules[kind(module)].append(list(each))
    half = max(1, workers // 2)
    with_browser, others = range(half), range(half, workers) or range(1)
    shares = [[] for _ in range(workers)]
    for found, to in ((modules["browsers"], with_browser), (modules["programs"], others)):
        for at, module in enumerate(found):
            shares[to[at % len(to)]] += module
    longest_first = sorted(modules["long"], key=lambda module: LONG.index(named(module[0][0])))
    for at, module in enumerate(longest_first):
        shares[-1 - at % workers] += module
    rest = [test for module in modules["short"] for test in module]
    for share, size in zip(shares, sizes(len(tests), workers), strict=True):
        more = max(0, size - len(share))
        share += rest[:more]
        del rest[:more]
    return [test for share in (*shares, rest) for test in share]


def sizes(tests, workers):
    """Give how many tests every worker is dealt at the start."""
    left, found = tests, []
    for at in range(workers):
        found.append(left // (workers - at))
        left -= found[-1]
    return found
