"""Points as SGF writes them: two letters, column then row from the top."""

from qipan.kernel.errors import BadInput

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def read_point(value: str, size: int) -> tuple[int, int]:
    """Read ``pd`` into column and row, the row from the bottom. Raises BadInput."""
    word = value.strip()
    if len(word) == 2:
        column, down = LETTERS.find(word[0]), LETTERS.find(word[1])
        if 0 <= column < size and 0 <= down < size:
            return column, size - 1 - down
    raise BadInput(f"{value[:20]!r} is no point of a {size} x {size} board")


def read_points(values: tuple[str, ...], size: int) -> list[tuple[int, int]]:
    """Read points and rectangles of points (``aa:cc``). Raises BadInput."""
    found = []
    for value in values:
        first, colon, last = value.partition(":")
        one = read_point(first, size)
        if not colon:
            found.append(one)
            continue
        other = read_point(last, size)
        for column in range(min(one[0], other[0]), max(one[0], other[0]) + 1):
            for row in range(min(one[1], other[1]), max(one[1], other[1]) + 1):
                found.append((column, row))
    return found


def write_point(column: int, row: int, size: int) -> str:
    """Write column and row, the row from the bottom, as two letters."""
    return LETTERS[column] + LETTERS[size - 1 - row]


def read_size(text: str | None, default: int) -> int:
    """Read SZ. Raises BadInput for boards that are not square or no number."""
    if text is None or not text.strip():
        return default
    width, _, height = text.strip().partition(":")
    if not (width.isascii() and width.isdigit() and len(width) < 3) or height not in ("", width):
        raise BadInput(f"not a square board: SZ[{text[:20]}]")
    return int(width)
