"""Whatever the file says, reading and checking end with an answer or with BadInput."""

from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.formats.trf import decode, read_trf
from qipan.formats.trf.check import check
from qipan.formats.trf.generate import Recipe, generate
from qipan.formats.trf.walk import field_before
from qipan.formats.trf.write import write_trf
from qipan.kernel.errors import BadInput, Impossible
from qipan.pairing.swiss.dutch import pair

TEXT = write_trf(generate(Recipe(players=9, rounds=4, seed=2, groups=1, byes=0.1, forfeits=0.1)))
LINES = [
    "XXR 9",
    "XXC white1 rank",
    "XXS W=3 D=1 PAB=-1",
    "XXA    1  1.0  0.5",
    "XXP 1 2 3",
    "XXZ 4 99",
    "240 H   5    1    2",
    "250       1.0   1   3    1    4",
    "260   1   9    1    5",
    "162  W  3.0   D  1.0   A  0.5   P  0.0",
    "BBW  2.0",
    "192 FIDE_DUTCH_2017_BAKU",
]


def survive(text):
    try:
        file = read_trf(text, "fuzz")
        check(file)
        pair(field_before(file, file.played + 1))
    except (BadInput, Impossible):
        return


@settings(max_examples=120)
@given(
    st.lists(
        st.tuples(st.integers(0, len(TEXT) - 1), st.sampled_from(" 0123456789wb-=+UHFZX.\n")),
        max_size=4,
    ),
    st.lists(st.sampled_from(LINES), max_size=3),
)
def test_changed_reports(changes, extra):
    letters = list(TEXT)
    for at, letter in changes:
        letters[at] = letter
    survive("\n".join([*extra, "".join(letters)]))


@settings(max_examples=60)
@given(st.binary(max_size=400))
def test_noise(raw):
    survive(decode(raw))


@settings(max_examples=60)
@given(st.lists(st.text(alphabet="0123456789 wb-=+UHFZXRCSAP.\r\n\t½一", max_size=60), max_size=6))
def test_noise_that_looks_like_records(parts):
    survive("\n".join(f"001{part}" for part in parts))
    survive("\n".join([*(f"XX{part}" for part in parts), "001    1"]))
