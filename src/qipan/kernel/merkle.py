"""A Merkle tree that grows: one root over all leaves so far, in memory of a few hashes.

The tree is that of certificate transparency (RFC 6962): leaves and nodes are hashed apart, and the
left half of a tree is the largest full one. So whoever holds the root over the first n leaves can
check that a longer list begins with the same n.
"""

import hashlib
from collections.abc import Sequence


class MerkleTree:
    """The tree over the leaves added so far."""

    def __init__(self, peaks: Sequence[str] = (), size: int = 0) -> None:
        """Start empty, or go on from the peaks of a tree of some size."""
        self.size = size
        sizes = [1 << place for place in reversed(range(size.bit_length())) if size >> place & 1]
        roots = [bytes.fromhex(peak) for peak in peaks]
        self._peaks: list[tuple[int, bytes]] = list(zip(sizes, roots, strict=True))
        """Full trees from left to right: leaves and root; each is smaller than the one before."""

    @property
    def peaks(self) -> tuple[str, ...]:
        """Give what is needed to go on: the roots of the full trees, in hexadecimal."""
        return tuple(root.hex() for _, root in self._peaks)

    def add(self, leaf: bytes) -> None:
        """Add a leaf at the right."""
        found = (1, hashlib.sha256(b"\x00" + leaf).digest())
        while self._peaks and self._peaks[-1][0] == found[0]:
            size, left = self._peaks.pop()
            found = (size * 2, node(left, found[1]))
        self._peaks.append(found)
        self.size += 1

    def root(self) -> str:
        """Give the root over everything so far, in hexadecimal."""
        if not self._peaks:
            return hashlib.sha256(b"").hexdigest()
        right = self._peaks[-1][1]
        for _, left in reversed(self._peaks[:-1]):
            right = node(left, right)
        return right.hex()


def node(left: bytes, right: bytes) -> bytes:
    """Hash two trees together."""
    return hashlib.sha256(b"\x01" + left + right).digest()
