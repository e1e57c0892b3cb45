"""Records of the demo's finished events: games that its own computers played, move by move."""

from collections.abc import Iterator

from qipan.desk.records.commands import AttachRecord
from qipan.journal.state import KeptRecord, Round, Section
from qipan.kernel.ids import BoardNo

_RED_WINS = """
b2e2 h7h0 i0h0 h9g7 h2g2 b7b3 h0h2 b3e3 f0e1 g7e8 i3i4 a9a8 b0c2 e3d3 g2g6 e6e5 h2h7 e5e4 h7f7 i6i5
a0b0 i5i4 b0b9 g9e7 f7f8 d3a3 c2a3 e4e3 e2f2 i9g9 g6h6 g9g3 h6h9 g3g9 f8f9
"""
_RED_WINS_LATE = """
h2h9 h7h6 b2b9 c6c5 b9d9 b7f7 d9a9 c9a7 a9f9 c5c4 c3c4 f7b7 c4c5 a7c5 b0c2 i9h9 f9h9 g9e7 c0a2 h6h7
a0a1 b7d7 d0e1 e7c9 h9c9 h7e7 c9c6 e7e3 c2e3 e9f9 c6g6 c5e7 g6a6 d7d2 e1d2 f9f8 a1f1 f8e8 f1f6 e8d8
f6e6 e7g5 a6i6 d8d7 e6e5 g5i7 e3g4 i7g9 h0g2 g9i7 g4f6 d7d8 e5d5
"""
_BLACK_WINS = """
h2h9 i9h9 i0i1 h7c7 h0g2 c7c3 i1d1 b7c7 d1d9 e9d9 g3g4 c3i3 g2i3 c7c0 e0e1 c0a0 b2c2 c9e7 b0d1 h9h0
e1f1 h0g0 f0e1 g0g1 f1f2 e6e5 d1c3 g1g3 i3h5 g3f3 f2e2 f3e3 e2f2 e3f3 f2e2 f3c3 c2d2 a0a2 d2d6 c3c2
e1d2 i6i5 d6d5 c2c5 d2e1 c5d5 e2f2 e5e4 h5f6 d5f5 f2e2 e4e3
"""
_BLACK_WINS_LATE = """
h2h9 i9h9 b2f2 h7g7 f2g2 b7b5 b0c2 b5e5 f0e1 g9i7 g2g6 h9h3 g6c6 g7g0 h0g2 g0g3 c6i6 g3c3 a0b0 b9c7
i0f0 e5c5 f0f9 e9f9 c2a1 a9a7 b0b6 h3h2 g2f4 h2h0 e1f0 c3i3 f4g2 h0h2 g2f4 c5e5 f4e2 i3i0 f0e1 h2h0
e1f0 h0f0 e0e1 f0f1 e1e0 f1a1 e3e4 e5h5 e2g1 a1g1 b6d6 h5h0
"""
_FIVE_OF_BLACK = """
h8 i9 i7 j8 g9 f10 h10 f8 h9 h7 f7 j6 g8 e6 g10 g7 i10 j11 j10 k10 h11 h12 g12 l9 g11
"""
_FIVE_OF_WHITE = "h8 g9 e7 f9 e8 e9 h9 f8 h10 h7 h12 h11 f7 g8 i6 g7 g6 h6 d10 i5"
KEPT = {
    # game, seat that wins: records
    ("xiangqi", 0): (_RED_WINS, _RED_WINS_LATE),
    ("xiangqi", 1): (_BLACK_WINS, _BLACK_WINS_LATE),
    ("gomoku", 0): (_FIVE_OF_BLACK,),
    ("gomoku", 1): (_FIVE_OF_WHITE,),
}


def attachments(section: Section, found: Round, game: str) -> Iterator[AttachRecord]:
    """Give records for the boards of a round that were won as a kept game was; each once."""
    left = {key: list(texts) for key, texts in KEPT.items()}
    for board, winner in _winners(found):
        texts = left.get((game, winner), [])
        if texts:
            yield AttachRecord(
                section=section.id,
                round=found.number,
                board=board,
                record=KeptRecord(game=game, moves=tuple(texts.pop(0).split())),
            )


def _winners(found: Round) -> Iterator[tuple[BoardNo, int]]:
    """Give the seat that won at each board; of a match, its first game."""
    for table in found.tables:
        games = [each for each in found.games.get(table.board, ()) if not each.playoff]
        result = games[0].result if games else found.results[table.board]
        points = result.score.seats
        if len(points) == 2 and points[0] != points[1]:
            yield table.board, 0 if points[0] > points[1] else 1
