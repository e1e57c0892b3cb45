"""What every book promises, whoever wrote it: ``qipan book test``.

No faults, cases that come out as worked by hand, and every event played from the first entry to the
approved table, at several sizes; the journal of each verifies, and the same seed gives it again.
"""

from collections.abc import Callable, Iterator

import msgspec

from qipan.kernel.errors import QipanError
from qipan.office.office import Office
from qipan.office.verification import verify_log
from qipan.rulebooks import Book
from qipan.rulebooks.cases import Case
from qipan.simulation.book_cases import check_cases
from qipan.simulation.event import HOME, simulate
from qipan.simulation.field_size import fitting_field

SIZES = (7, 12, 21)
SEEDS = (1, 2)
MakeOffice = Callable[[int], Office]


class TrialResult(msgspec.Struct, frozen=True):
    """One thing that was tried."""

    what: str
    wrong: tuple[str, ...] = ()


def trial(
    book: Book, text: str, make: MakeOffice, cases: tuple[Case, ...] = ()
) -> Iterator[TrialResult]:
    """Try a book out. ``make`` gives an empty office for a seed."""
    for case in check_cases(book, cases):
        yield TrialResult(f"case {case.citation}: {case.case.name}", case.differs)
    for event in book.event:
        sizes = dict.fromkeys(fitting_field(book, event, size) for size in SIZES)
        for size in sizes:
            yield _played(book, text, event, size, make)


def _played(book: Book, text: str, event: str, size: int, make: MakeOffice) -> TrialResult:
    wrong, journals = list[str](), []
    for seed in (*SEEDS, SEEDS[0]):
        office = make(seed)
        try:
            final = simulate(office, book.id, event, entries=size, seed=seed, text=text)
            verify_log(office.around.log)
        except (QipanError, RuntimeError) as error:
            return TrialResult(f"{event} with {size}", (f"seed {seed}: {error}",))
        journals.append(final.journal)
        if not office.state(HOME).closed:
            wrong.append(f"seed {seed}: the competition is not closed at the end")
        if [line.place for line in final.lines] != sorted(line.place for line in final.lines):
            wrong.append(f"seed {seed}: the places are not in order")
    if journals[0] != journals[-1]:
        wrong.append("the same seed gives another journal")
    return TrialResult(f"{event} with {size}", tuple(wrong))
