"""Keys of teams that look at the boards: board count, top board, bottom boards left out.

Board points are added up over all matches; board 1 is the first of a cell's ``games``. A match
nobody played gives every board what the match gave.
"""

from collections.abc import Mapping, Sequence

from qipan.kernel.lots import Draw
from qipan.kernel.rules import rule
from qipan.ranking.field import OWN, Field
from qipan.ranking.keys import Column, Cut, DecidingCase, Group, Key, NeedsLot, Void
from qipan.ranking.modifiers import check
from qipan.ranking.notation import Spec
from qipan.ranking.scores import boards, game_scoring

COUNT = rule(
    "tiebreak.board-count",
    "A smaller sum of board numbers times points ranks higher.",
    zh="台次与得分乘积之和小者列前。",
    th="ผลรวมหมายเลขกระดานคูณคะแนนน้อยกว่าอยู่หน้า",
    ms="Jumlah nombor papan didarab mata, lebih kecil di hadapan.",
)
TOP = rule(
    "tiebreak.top-board",
    "More points on board 1 rank higher, then on board 2, and so on.",
    zh="首台得分高者列前，依次比较以下各台。",
    th="คะแนนกระดาน 1 มากกว่าอยู่หน้า แล้วกระดาน 2 ตามลำดับ",
    ms="Mata di papan 1 lebih banyak di hadapan, kemudian papan 2, dan seterusnya.",
)
BOTTOM = rule(
    "tiebreak.bottom-boards-out",
    "More points without the last board rank higher, then without the last two, and so on.",
    zh="依次去掉末台后局分高者列前。",
    th="คะแนนเมื่อตัดกระดานสุดท้าย แล้วสองกระดานสุดท้าย ตามลำดับ มากกว่าอยู่หน้า",
    ms="Mata tanpa papan terakhir, lalu tanpa dua terakhir, dst., lebih banyak di hadapan.",
)


def board_points(field: Field) -> list[list[int]]:
    """Give everybody's points of each board over all rounds."""
    return field.each("board-points", OWN, lambda i: _boards(field, i))


def _boards(field: Field, i: int) -> list[int]:
    count, worth, match = boards(field), game_scoring(field), field.scoring
    found = [0] * count
    row = field.table.row(field.ids[i])
    for n, points in enumerate(field.lines[i].points):
        games: Sequence[int] = row[n].games if n < len(row) else ()
        if not games:
            each = worth.loss
            if points > match.loss:
                each = worth.win if points >= match.win else worth.draw
            games = [each] * count
        for board, mine in enumerate(games[:count]):
            found[board] += mine
    return found


def board_count(field: Field, spec: Spec) -> Column:
    """Add up board numbers times points [tiebreak.board-count]."""
    check(spec, "R")
    mine = board_points(field)

    def of(i: int) -> int:
        return sum(number * points for number, points in enumerate(mine[i], 1))

    return Column(field.each(spec, OWN, of), field.scoring.unit, least=1)


def top_board(
    field: Field, spec: Spec, group: Group, lots: Mapping[str, Draw]
) -> Cut | Void | NeedsLot:
    """Compare board after board from the top [tiebreak.top-board]."""
    del lots
    check(spec, "R")
    found = board_points(field)
    return ranks([tuple(found[i]) for i in group])


def bottom_out(
    field: Field, spec: Spec, group: Group, lots: Mapping[str, Draw]
) -> Cut | Void | NeedsLot:
    """Compare without the last board, then without the last two [tiebreak.bottom-boards-out]."""
    del lots
    check(spec, "R")
    found = board_points(field)
    return ranks(
        [tuple(sum(found[i][:last]) for last in range(len(found[i]) - 1, 0, -1)) for i in group]
    )


def ranks(values: Sequence[tuple[int, ...]]) -> Cut | Void:
    """Turn lists that compare in order into ranks inside a group; equal lists share one."""
    if len(set(values)) == 1:
        return Void({"void": "level"})
    ordered = sorted(values, reverse=True)
    return Cut([ordered.index(value) + 1 for value in values], higher=False)


KEYS = (
    Key(
        ("BC", "board-count"),
        COUNT,
        board_count,
        higher=False,
        called={
            "zh": "台次分",
            "en": "Board count",
            "th": "คะแนนตามกระดาน",
            "ms": "Kiraan papan",
        },
        cases=(DecidingCase("BC", "A: =B1[-=+]\nB: =A2[+=-]", "A=4 B=2", "B A"),),
    ),
    Key(
        ("TBR", "top-board"),
        TOP,
        split=top_board,
        called={"zh": "首台得分", "en": "Top board", "th": "กระดานบน", "ms": "Papan teratas"},
        cases=(
            # Board 1 is level; B won board 2, A board 3.
            DecidingCase("TBR", "A: =B1[=-+=]\nB: =A2[=+-=]", "A=2 B=1", "B A"),
        ),
    ),
    Key(
        ("BBE", "bottom-boards-out"),
        BOTTOM,
        split=bottom_out,
        called={
            "zh": "去末台得分",
            "en": "Without the last boards",
            "th": "ตัดกระดานท้าย",
            "ms": "Tanpa papan akhir",
        },
        cases=(DecidingCase("BBE", "A: =B1[+--+]\nB: =A2[-++-]", "A=2 B=1", "B A"),),
    ),
)
