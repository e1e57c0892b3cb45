"""CBF: records of xiangqi as XML, the text form of CCBridge.

``Head`` holds what is told of the game, ``FEN`` among it; ``MoveList`` holds a ``Move`` for each
move, the first of them for the position before any. A value is ``77-47``: two points, each column
then row from the top left. The words inside a move are a comment after it. Variations are not read:
how they are written is described nowhere.
"""

import re
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from qipan.formats.record import Record
from qipan.formats.xiangqi import Lines, check_size, setup_of
from qipan.games.xiangqi.fen import parse_fen
from qipan.kernel.errors import BadInput

ENDINGS = (".cbf",)

_MOVE: Final = re.compile(r"([0-8])([0-9])-([0-8])([0-9])")
_NAMES: Final = {
    "Name": "Title",
    "Contest": "Event",
    "Table": "Board",
    "TimeRule": "TimeControl",
    "Commentator": "Annotator",
}
_RESULTS: Final = {"0": "*", "1": "1-0", "2": "0-1", "3": "1/2-1/2"}
_TOLD: Final = frozenset(("FEN", "RecordResult"))


def read(data: bytes, name: str) -> list[Record]:
    """Read the game of a file. Raises BadInput with the line where it is known."""
    check_size(data, name)
    root = _root(data, name)
    head = root.find("Head")
    told = {each.tag: (each.text or "").strip() for each in head} if head is not None else {}
    lines = Lines(_pieces(told["FEN"], name) if told.get("FEN") else None)
    for number, move in enumerate(root.findall("MoveList/Move")):
        if number:
            _play(lines, move, number, name)
        lines.comment((move.text or "").strip())
    setup = setup_of(told["FEN"]) if told.get("FEN") else lines.setup()
    tags = {_NAMES.get(tag, tag): text for tag, text in told.items() if text and tag not in _TOLD}
    return [lines.record(tags, _RESULTS.get(told.get("RecordResult", "")), setup)]


def _root(data: bytes, name: str) -> Element:
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise BadInput("a document type is not read", where=name)
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, LookupError, ValueError) as error:
        line = getattr(error, "position", (None,))[0]
        raise BadInput(f"not XML: {error}", where=name, line=line) from error
    if root.tag != "ChineseChessRecord":
        raise BadInput(f"the document is {root.tag[:40]}, not ChineseChessRecord", where=name)
    return root


def _pieces(fen: str, name: str) -> dict[int, str]:
    try:
        board = parse_fen(fen).board
    except BadInput as error:
        raise BadInput(f"FEN: {error.what}", where=name) from error
    return {square: board.letter(square) for square, _, _ in board.pieces()}


def _play(lines: Lines, move: Element, number: int, name: str) -> None:
    found = _MOVE.fullmatch(move.get("value", "").strip())
    if found is None:
        raise BadInput(f"move {number} is not of the form 77-47", where=name)
    column, row, to_column, to_row = (int(each) for each in found.groups())
    try:
        lines.play(9 * (9 - row) + column, 9 * (9 - to_row) + to_column)
    except BadInput as error:
        raise BadInput(error.what, where=name) from error
