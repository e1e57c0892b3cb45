"""Is a journal whole? Every hash recomputed, every competition folded again."""

from collections.abc import Iterator
from itertools import groupby

import msgspec

from qipan.desk.office import PREFIX
from qipan.journal.competition import Competition
from qipan.journal.envelope import Envelope, verified
from qipan.journal.folding import Folding
from qipan.journal.lifting import opened
from qipan.journal.log import Log
from qipan.kernel.errors import Corrupt
from qipan.kernel.lots import faults


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
    folding = Folding(Competition())
    count = 0
    for envelope in verified(envelopes):
        count += 1
        if not envelope.stream.startswith(PREFIX):
            continue
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
