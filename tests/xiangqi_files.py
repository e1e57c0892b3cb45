"""Files built byte by byte from their layout, to be read back."""

from qipan.games.xiangqi import read_fen, start_board

ORDER = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
KINDS = " RNBAKCP"
SEED = b"[(C) Copyright Mr. Dong Shiwei.]"


def squares_of(fen):
    """Give the squares of the 32 pieces in file order, None if captured."""
    board = read_fen(fen) if fen else start_board()
    left = [(square, board.letter(square)) for square, _, _ in board.pieces()]
    found = []
    for letter in ORDER:
        place = next((pair for pair in left if pair[1] == letter), None)
        if place:
            left.remove(place)
        found.append(place[0] if place else None)
    return found


def ten(square):
    return square % 9 * 10 + square // 9


def ucci(text):
    return ["abcdefghi".index(text[at]) + 9 * int(text[at + 1]) for at in (0, 2)]


def factor(key):
    return (((key * key * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8


def preorder(moves, comments, branches):
    """Give the nodes of a tree as files list them: move, comment, goes on, is varied."""
    lines = [(moves, comments), *((branch.moves, branch.comments) for branch in branches)]

    def others(line, index):
        found = enumerate(branches, 1)
        return [number for number, each in found if (each.of, each.after) == (line, index)]

    def walk(line, index, left):
        played, notes = lines[line]
        more = index + 1 < len(played)
        yield played[index], notes.get(index + 1, ""), more, bool(left)
        if more:
            yield from walk(line, index + 1, others(line, index + 1))
        if left:
            yield from walk(left[0], 0, left[1:])

    yield None, comments.get(0, ""), bool(moves), False
    if moves:
        yield from walk(0, 0, others(0, 0))


def xqf(moves, *, fen=None, version=10, keys=(0, 0, 0, 0), mask=0, either=(0, 0, 0, 0),
        comments=None, texts=None, result=0, black_first=False, branches=()):  # fmt: skip
    """Build an XQF file of a version, plain up to 10 and scrambled with keys from 11."""
    comments = comments or {}
    total, one, two, three = keys
    plain = version <= 10
    pieces = 0 if plain else factor(one) * one % 256
    origin = 0 if plain else factor(two) * pieces % 256
    target = 0 if plain else factor(three) * origin % 256
    head = bytearray(0x400)
    head[:4] = b"XQ" + bytes([version, mask])
    head[8:12], head[12:16] = bytes(either), bytes(keys)
    listed = [((0xFF if at is None else ten(at)) + pieces) % 256 for at in squares_of(fen)]
    if version >= 12:
        listed = [listed[(at + pieces + 1) % 32] for at in range(32)]
    head[0x10:0x30] = bytes(listed)
    head[0x32], head[0x33] = black_first, result
    for at, words in (texts or {}).items():
        raw = words.encode("gb18030")
        head[at : at + 1 + len(raw)] = bytes([len(raw)]) + raw
    tree = bytearray()
    for move, note, more, varied in preorder(moves, comments, branches):
        start, end = ucci(move) if move else (0, 0)
        note = note.encode("gb18030")
        if plain:
            flags = 0xF0 * more | 0x0F * varied
        else:
            flags = 0x80 * more | 0x40 * varied | 0x20 * bool(note)
        node = [(ten(start) + 24 + origin) % 256, (ten(end) + 32 + target) % 256, flags, 0]
        tree += bytes(node)
        if plain:
            tree += len(note).to_bytes(4, "little") + note
        elif note:
            tree += (len(note) + (total * 256 + one) % 32000 + 767).to_bytes(4, "little") + note
    if not plain:
        four = [key & mask | other for key, other in zip(keys, either, strict=True)]
        stream = [letter & four[at % 4] for at, letter in enumerate(SEED)]
        tree = bytearray((byte + stream[at % 32]) % 256 for at, byte in enumerate(tree))
    return bytes(head + tree)


def cbr(moves, *, fen=None, comments=None, texts=None, result=0, black_first=False, branches=()):
    """Build a CBR file padded with zeros to its slot of 4,096 bytes."""
    comments = comments or {}
    head = bytearray(2214)
    head[:16] = b"CCBridge Record\0"
    head[2076], head[2112] = result, 2 if black_first else 1
    for at, words in (texts or {}).items():
        raw = words.encode("utf-16-le")
        head[at : at + len(raw)] = raw
    for square, letter in zip(squares_of(fen), ORDER, strict=True):
        if square is not None:
            place = 2120 + top(square)
            head[place] = (16 if letter.isupper() else 32) + KINDS.index(letter.upper())
    tree = bytearray()
    for move, note, more, varied in preorder(moves, comments, branches):
        start, end = map(top, ucci(move)) if move else (0, 0)
        note = note.encode("utf-16-le")
        tree += bytes([(not more) | 2 * varied | 4 * bool(note), 0, start, end])
        if note:
            tree += len(note).to_bytes(4, "little") + note
    return bytes(head + tree).ljust(4096, b"\0")


def cbl(records):
    """Build a library of records behind a header and an index."""
    head = bytearray(66624 + 276 * len(records))
    head[:16] = b"CCBridgeLibrary\0"
    head[60:64] = len(records).to_bytes(4, "little")
    return bytes(head) + b"".join(records)


def top(square):
    return 9 * (9 - square // 9) + square % 9
