"""Is a journal whole? Every hash recomputed, every competition and every table told again."""

from collections.abc import Iterable, Iterator
from itertools import chain, groupby

import msgspec

from qipan.journal.envelope import Envelope, verified
from qipan.journal.events import opened
from qipan.journal.folding import Folding
from qipan.journal.live.checks import check
from qipan.journal.live.table import PREFIX as TABLES
from qipan.journal.live.table import Table, first_of, follow, read_event
from qipan.journal.log import Log
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, Corrupt
from qipan.kernel.lots import faults
from qipan.office.office import PREFIX


class Verified(msgspec.Struct, frozen=True):
    """What was looked at."""

    streams: int
    events: int


def verify_log(log: Log) -> Verified:
    """Hash and fold everything again. Raises Corrupt at the first broken event."""
    streams = events = 0
    for _, envelopes in groupby(log.scan(), key=lambda each: each.stream):
        streams += 1
        events += _verify_stream(envelopes)
    return Verified(streams, events)


def _verify_stream(envelopes: Iterator[Envelope]) -> int:
    first = next(envelopes)
    whole = chain((first,), envelopes)
    if first.stream.startswith(PREFIX):
        return _verify_competition(whole)
    if first.stream.startswith(TABLES):
        return _verify_table(whole)
    return sum(1 for _ in verified(whole))


def _verify_table(envelopes: Iterable[Envelope]) -> int:
    """Play a game again, move by move."""
    table: Table | None = None
    count = 0
    for envelope in verified(envelopes):
        count += 1
        if table is None:
            table = first_of(envelope.stream.removeprefix(TABLES), envelope)
        else:
            try:
                check(table, read_event(envelope))
            except BadInput as error:
                raise Corrupt(envelope.stream, envelope.version, error.what) from error
            follow(table, envelope)
    return count


def _verify_competition(envelopes: Iterable[Envelope]) -> int:
    folding = Folding(Competition())
    count = 0
    for envelope in verified(envelopes):
        count += 1
        event = opened(envelope)
        try:
            folding.add(event)
        except (KeyError, IndexError) as error:
            why = f"does not follow from what came before: {error}"
            raise Corrupt(envelope.stream, envelope.version, why) from error
        wrong = faults(draw) if (draw := getattr(event, "draw", None)) is not None else ()
        if wrong:
            raise Corrupt(envelope.stream, envelope.version, f"lot: {'; '.join(wrong)}")
    return count
