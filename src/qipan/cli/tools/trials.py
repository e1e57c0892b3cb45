"""``qipan book test`` and ``qipan game test``: the tests of the house, offered to everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from qipan.cli.house import DEFAULT, Data
from qipan.cli.output import WRONG, AsJson, console, print_json
from qipan.cli.progress import progress
from qipan.cli.tools.own_books import actions, content_named, told
from qipan.kernel.errors import QipanError

if TYPE_CHECKING:
    from qipan.games import AnyGame
    from qipan.simulation.book_trial import TrialResult
    from qipan.simulation.game_contract import Promise


def register(app: typer.Typer) -> None:
    """Add ``qipan book test`` and ``qipan game test``."""
    for name, test in (("book", book_test), ("game", game_test)):
        group = typer.Typer()
        group.command("test")(test)
        app.add_typer(group, name=name)


def book_test(
    book: Annotated[str, typer.Argument(help="A book, a draft of one's own or a TOML file.")],
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Test a book: no faults, its cases right, every event played to the end."""
    from qipan.desk.own_books.checking import check
    from qipan.desk.own_books.draft import content_text
    from qipan.rulebooks import all_books
    from qipan.rulebooks.cases import cases_of
    from qipan.simulation.book_trial import TrialResult, trial
    from qipan.wiring import simulated_office

    content = content_named(book, data)
    found = check(content, actions())
    results = [TrialResult("no faults", tuple(map(told, found.problems)))]
    if found.book is not None and not found.problems:
        cases = cases_of(book) if book in all_books() else ()
        keys = {key for rules in found.book.event.values() for key in rules.ranking.order}
        results += [_key_whole(key) for key in sorted(keys)]
        results += trial(found.book, content_text(content), simulated_office, cases)
    _tell(results, as_json=as_json)


def _key_whole(text: str) -> TrialResult:
    """Hold a tie-break to what every tie-break promises: names, a clause, cases that it decides."""
    from qipan.i18n import LANGUAGES
    from qipan.ranking.deciding_cases import differences, omissions
    from qipan.ranking.keys import find
    from qipan.ranking.notation import parse
    from qipan.simulation.book_trial import TrialResult

    key = find(parse(text))
    wrong = [*omissions(key, LANGUAGES)]
    wrong += [each for case in key.cases for each in differences(key, case)]
    return TrialResult(f"tie-break {text}", tuple(wrong))


def game_test(
    name: Annotated[str, typer.Argument(metavar="GAME", help="Name, e.g. gomoku.")],
    as_json: AsJson = False,
) -> None:
    """Test a game, also one added by another package, against the contract of games."""
    from qipan.games import game_named
    from qipan.simulation.game_contract import every_promise

    game = game_named(name)
    with progress("trying every promise"):
        kept = [_kept(game, *each) for each in every_promise()]
    _tell(kept, as_json=as_json)


def _kept(game: AnyGame, promise: Promise, seed: int) -> TrialResult:
    from qipan.simulation.book_trial import TrialResult

    what = f"{promise.__name__.replace('_', ' ')}, seed {seed}"
    try:
        return TrialResult(what, tuple(dict.fromkeys(promise(game, seed))))
    except (QipanError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        return TrialResult(what, (f"{type(error).__name__}: {error}",))


def _tell(results: list[TrialResult], *, as_json: bool) -> None:
    wrong = sum(bool(each.wrong) for each in results)
    if as_json:
        print_json({"tried": results, "wrong": wrong})
    else:
        for each in results:
            console.print(f"{'WRONG' if each.wrong else 'right':<6} {each.what}", markup=False)
            for line in each.wrong[:10]:
                console.print(f"       {line}", markup=False)
        console.print(f"{len(results) - wrong} right, {wrong} wrong", markup=False)
    if wrong:
        raise typer.Exit(WRONG)
