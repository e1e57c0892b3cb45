"""Which messages of a table were answered, and with what number: a repeated one is not done twice.

A server holds thousands of tables, and every move has a message. So of each message eight bytes of
a hash are kept instead of its words: that two of one table are taken for the same is less likely
than that the machine reads a word of its memory wrongly.
"""

from array import array
from collections.abc import Iterable
from hashlib import blake2b

_LETTERS = 8


class AnsweredMessages:
    """Messages of each seat and the sequence number each led to."""

    __slots__ = ("_digests", "_numbers")

    def __init__(self) -> None:
        """Begin with none."""
        self._digests = bytearray()
        self._numbers = array("I")

    @classmethod
    def read(cls, digests: bytes, numbers: Iterable[int]) -> "AnsweredMessages":
        """Read what ``written`` gave."""
        found = cls()
        found._digests += digests
        found._numbers.extend(numbers)
        return found

    def written(self) -> tuple[bytes, list[int]]:
        """Give all that is known, to be kept elsewhere."""
        return bytes(self._digests), self._numbers.tolist()

    def __len__(self) -> int:
        """Count them."""
        return len(self._numbers)

    def __eq__(self, other: object) -> bool:
        """Say whether the same messages led to the same numbers, in the same order."""
        if not isinstance(other, AnsweredMessages):
            return NotImplemented
        return self._digests == other._digests and self._numbers == other._numbers

    __hash__ = None  # type: ignore[assignment]  # it changes

    def note(self, seat: int, message: str, number: int) -> None:
        """Remember what a message of a seat led to; of a repeated one the last."""
        digest = _digest(seat, message)
        place = self._place(digest)
        if place is None:
            self._digests += digest
            self._numbers.append(number)
        else:
            self._numbers[place] = number

    def number_of(self, seat: int, message: str) -> int | None:
        """Give the number that a message of a seat led to; None if it was not answered."""
        place = self._place(_digest(seat, message))
        return None if place is None else self._numbers[place]

    def _place(self, digest: bytes) -> int | None:
        at = self._digests.find(digest)
        while at % _LETTERS and at >= 0:  # across two of them
            at = self._digests.find(digest, at + 1)
        return None if at < 0 else at // _LETTERS


def _digest(seat: int, message: str) -> bytes:
    words = f"{seat} {message}".encode(errors="surrogatepass")
    return blake2b(words, digest_size=_LETTERS).digest()
