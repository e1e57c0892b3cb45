"""The tree over the record: the same as the definition, at every size."""

import hashlib

import pytest

from qipan.kernel.merkle import MerkleTree


def slow(leaves):
    """The root as RFC 6962 2.1 defines it."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return hashlib.sha256(b"\x01" + slow(leaves[:half]) + slow(leaves[half:])).digest()


@pytest.mark.parametrize("size", [*range(18), 31, 32, 33, 100])
def test_the_root_is_that_of_the_definition_at_every_size(size):
    leaves = [str(number).encode() for number in range(size)]
    tree = MerkleTree()
    for leaf in leaves:
        tree.add(leaf)
    assert (tree.size, tree.root()) == (size, slow(leaves).hex())


def test_another_leaf_or_order_gives_another_root():
    def root(*leaves):
        tree = MerkleTree()
        for leaf in leaves:
            tree.add(leaf)
        return tree.root()

    assert len({root(b"a", b"b"), root(b"b", b"a"), root(b"a"), root(b"a", b"b", b"b")}) == 4


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8, 21])
def test_a_tree_goes_on_from_its_peaks(size):
    whole = MerkleTree()
    for number in range(size):
        whole.add(str(number).encode())
    again = MerkleTree(whole.peaks, whole.size)
    for tree in (whole, again):
        for leaf in (b"a", b"b", b"c"):
            tree.add(leaf)
    assert (again.size, again.root(), again.peaks) == (whole.size, whole.root(), whole.peaks)
