"""Reading reports: columns, records, extensions, and mistakes named by line and column."""

from fractions import Fraction

import pytest

from qipan.formats.trf import decode, read_trf
from qipan.formats.trf.table import crosstable_of
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import FIRST, SECOND
from qipan.kernel.results import Bye, How


def player(number, *cells, points="0.0", rating=2000, federation="MAS"):
    head = f"001 {number:4}      {f'Player {number}':33} {rating:4} {federation:3}"
    return f"{head:79} {points:>4} {number:4}  " + "  ".join(cells)


FILE = "\r".join(
    [
        "012 A cup",
        "142 5",
        "152 B",
        "162  W  3.0   D  1.0   A  0.0   P  2.0",
        "260   1   3    1    2",
        "777 kept as it is",
        player(1, "   2 w 1", "0000 - U", "   2 b +", points="8.0"),
        player(2, "   1 b 0", "0000 - H", "   1 w -", points="1.0"),
    ]
)


def test_a_file_becomes_players_setup_and_records():
    file = read_trf(FILE, "cup.trf")
    assert [each.number for each in file.players] == [1, 2]
    assert file.players[0].rating == 2000
    assert file.players[0].points == Fraction(8)
    assert file.setup.planned == 5
    assert file.setup.top_seat == SECOND
    assert file.setup.points.worth("PAB") == 2
    assert file.setup.forbidden[0].numbers == (1, 2)
    assert ("777", "kept as it is") in [(each.code, each.text) for each in file.records]
    assert file.head("012") == "A cup"
    assert file.played == 3


def test_a_cross_table_keeps_what_happened():
    table = crosstable_of(read_trf(FILE))
    first, second = table.entries
    assert (first.unit, first.number, table.planned) == ("MAS", 1, 5)
    assert table.scoring.show(table.score(first.id)) == "8"
    assert table.scoring.show(table.score(second.id)) == "1"
    won, bye, walkover = table.row(first.id)
    assert (won.how, won.opponent, won.seat) == (How.PLAYED, second.id, FIRST)
    assert (bye.how, bye.bye, bye.points) == (How.BYE, Bye.ALLOCATED, 4)
    assert (walkover.how, walkover.opponent, walkover.seat) == (How.FORFEIT, second.id, SECOND)
    assert not walkover.played
    assert table.row(second.id)[1].bye == Bye.REQUESTED


def test_extensions_say_the_same():
    file = read_trf(
        "\n".join(
            [
                "XXR 9",
                "XXC black1 rank",
                "XXS W=3 D=1 PAB=2",
                "XXP 1 2",
                "XXZ 2",
                "XXA    1  1.0  0.5",
                player(1),
                player(2),
            ]
        )
    )
    assert (file.setup.planned, file.setup.top_seat, file.setup.by_rank) == (9, SECOND, True)
    assert file.setup.points.worth("HPB") == 1
    assert file.setup.absent == (2,)
    assert [(each.points, each.first) for each in file.setup.boosts] == [
        (Fraction(1), 1),
        (Fraction(1, 2), 2),
    ]


def test_byes_announced_for_a_round_are_not_yet_played():
    file = read_trf("\n".join([player(1, "   2 w 1", "0000 - H"), player(2, "   1 b 0")]))
    assert file.played == 1
    assert file.players[0].cell(2).result == "H"
    announced = read_trf("\n".join(["240 H   1    2", player(1, "0000 - U"), player(2)]))
    assert crosstable_of(announced).row(crosstable_of(announced).entries[1].id)[0].points == 1


BAD = [
    # text, line, column, words
    ("012 nothing", None, None, "no player"),
    ("001    x", 1, 4, "pairing number"),
    ("001    0", 1, 5, "must not be 0"),
    (player(1) + "\n" + player(1), 2, 5, "twice"),
    (player(1, "   1 w 1"), 1, 92, "himself"),
    (player(1, "   2 x 1"), 1, 97, "colour"),
    (player(1, "   2 w ?"), 1, 99, "result"),
    (player(1, "   2 w H"), 1, 99, "against"),
    (player(1, "0000 - 1"), 1, 99, "without"),
    (player(1, "   2 - 1"), 1, 97, "needs a colour"),
    (player(1, "  2 w 1 "), 1, 92, "columns"),
    (player(1, points="x.5"), 1, 80, "points"),
    ("XXR zero\n" + player(1), 1, 4, "rounds"),
    ("142 0\n" + player(1), 1, 5, "rounds"),
    ("XXC green1\n" + player(1), 1, 5, "green1"),
    ("XXS W=a\n" + player(1), 1, 7, "points"),
    ("XXS QQ=1\n" + player(1), 1, 5, "code"),
    ("162  Q  3.0\n" + player(1), 1, 6, "sign"),
    ("260   1   x    1    2\n" + player(1), 1, 9, "last round"),
    ("XXP 1 two\n" + player(1), 1, 7, "two"),
    ("250       1.0   3   1    1    2\n" + player(1), 1, 15, "range"),
    ("240 Q   1    2\n" + player(1), 1, 5, "bye"),
]


@pytest.mark.parametrize(("text", "line", "column", "words"), BAD)
def test_mistakes_are_named_by_line_and_column(text, line, column, words):
    with pytest.raises(BadInput, match=words) as caught:
        read_trf(text, "bad.trf")
    assert (caught.value.line, caught.value.column) == (line, column)


def test_bytes_are_decoded():
    assert decode("\ufeffMüller".encode()) == "Müller"
    assert decode("Müller".encode("cp1252")) == "Müller"
