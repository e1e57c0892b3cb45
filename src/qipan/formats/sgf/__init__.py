"""SGF FF[4]: records of Go (GM[1]) and gomoku (GM[4]), read and written.

``read`` and ``write`` deal in ``Record``; ``tree`` keeps everything else a file may hold.
"""

from qipan.formats.record import Record
from qipan.formats.record_titles import sgf_result
from qipan.formats.sgf import go_game, gomoku_game
from qipan.formats.sgf.lines import Dialect, MoveLine, branches, read_lines, write_tree
from qipan.formats.sgf.points import write_point
from qipan.formats.sgf.tree import Property, Tree, escape, parse, serialise
from qipan.games.go.grid import grid, handicap_points
from qipan.games.gomoku import board
from qipan.kernel.errors import BadInput, Unknown

ENDINGS = (".sgf",)
_NOT_TAGS = {
    *("B", "W", "AB", "AW", "AE", "PL", "C", "GM", "FF", "CA", "AP", "SZ", "KM", "HA", "RE"),
    *("BL", "WL", "OB", "OW", "KO", "MN", "VW", "DD", "CR", "MA", "SL", "SQ", "TR", "LB", "AR"),
    *("LN", "TB", "TW"),
}
_RULE_NAMES = {"territory": "Japanese", "area": "Chinese"}


def read(data: bytes, name: str) -> list[Record]:
    """Read every game of a file. Raises BadInput."""
    return [read_tree(tree, name) for tree in parse(data, name)]


def read_tree(tree: Tree, where: str = "") -> Record:
    """Read one game tree. Raises BadInput if it is no Go or gomoku, or a node makes no sense."""
    try:
        kind = (tree.node(0).first("GM") or "1").strip()
        if kind == "1":
            return _read_go(tree)
        if kind == "4":
            return _read_gomoku(tree)
    except BadInput as error:
        raise BadInput(error.what, where=where, line=error.line, column=error.column) from error
    raise BadInput(f"GM[{kind[:20]}] is neither Go (1) nor gomoku (4)", where=where)


def write(record: Record) -> bytes:
    """Write one game as SGF FF[4] in UTF-8. Raises Unknown for other games."""
    if record.game == "go":
        return serialise([_write_go(record)])
    if record.game == "gomoku":
        return serialise([_write_gomoku(record)])
    raise Unknown("SGF for the game", record.game, ("go", "gomoku"))


def _read_go(tree: Tree) -> Record:
    options, rules = go_game.read_rules(tree.node(0))
    setup, told = go_game.read_setup(tree, rules.size)
    turn = setup.get("turn", 1 if setup.get("handicap", 0) > 1 else 0)
    return _record("go", tree, go_game.GoDialect(rules.size, turn, told), options, setup)


def _read_gomoku(tree: Tree) -> Record:
    options = gomoku_game.read_rules(tree.node(0))
    first = next(
        (key for node in tree.main_line() for key, _ in node.properties if key in ("B", "W")), None
    )
    setup = gomoku_game.read_setup(tree.node(0), first, options["size"])
    told = gomoku_game.GomokuDialect(options["size"], setup.get("turn", 0))
    return _record("gomoku", tree, told, options, setup)


def _record(
    game: str, tree: Tree, told: Dialect, options: dict[str, object], setup: dict[str, object]
) -> Record:
    lines = read_lines(tree, told)
    main: MoveLine = lines[0]
    root = tree.node(0)
    tags = {name: root.first(name) or "" for name, _ in root.properties if name not in _NOT_TAGS}
    return Record(
        game=game,
        moves=tuple(main.moves),
        rules=options,
        setup=setup,
        tags=tags,
        result=root.first("RE") or None,
        comments=main.comments,
        by=main.by,
        clocks=main.clocks,
        branches=branches(lines),
    )


def _root(record: Record, kind: str, size: int) -> list[Property]:
    root: list[Property] = [("FF", ("4",)), ("GM", (kind,)), ("CA", ("UTF-8",))]
    root.append(("SZ", (str(size),)))
    if record.result:
        root.append(("RE", (escape(sgf_result(record.result)),)))
    return root + [
        (name, (escape(value),))
        for name, value in record.tags.items()
        if name.isascii() and name.isalpha() and name.isupper() and name not in _NOT_TAGS
    ]


def _write_go(record: Record) -> Tree:
    size = int(record.rules.get("size", 19))
    on = grid(size)
    root = _root(record, "1", size)
    root.append(("KM", (str(record.rules.get("komi", "6.5")),)))
    if "RU" not in record.tags and "counting" in record.rules:
        root.append(("RU", (_RULE_NAMES[str(record.rules["counting"])],)))
    handicap = int(record.setup.get("handicap", 0))
    setup = dict(record.setup)
    if handicap > 1:
        root.append(("HA", (str(handicap),)))
        if "black" not in setup:
            points = handicap_points(size, handicap)
            setup["black"] = [on.write(point) for point in points]
    for name, seat in (("AB", "black"), ("AW", "white")):
        stones = [on.place(on.read(text)) for text in setup.get(seat, ())]
        if stones:
            root.append((name, tuple(write_point(*place, size) for place in stones)))
    turn = int(setup.get("turn", 1 if handicap > 1 else 0))
    if "turn" in setup:
        root.append(("PL", ("BW"[turn],)))
    return write_tree(record, root, go_game.GoDialect(size, turn))


def _write_gomoku(record: Record) -> Tree:
    size = int(record.rules.get("size", 15))
    root = _root(record, "4", size)
    win = record.rules.get("win")
    if win and "RU" not in record.tags:
        root.append(("RU", ("standard" if win == "exactly-five" else str(win),)))
    for name, seat in (("AB", "black"), ("AW", "white")):
        places = [
            board.place_of(size, board.read_point(size, text))
            for text in record.setup.get(seat, ())
        ]
        if places:
            root.append((name, tuple(write_point(*place, size) for place in places)))
    turn = int(record.setup.get("turn", 0))
    if turn:
        root.append(("PL", ("W",)))
    return write_tree(record, root, gomoku_game.GomokuDialect(size, turn))
