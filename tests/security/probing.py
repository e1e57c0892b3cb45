"""A program for tests: every parser meets input made to be slow or deep. Prints what it is at.

The parent limits the processor time of this program: a parser that is more than about linear in
what it is given does not get to its end.
"""

import sys
from pathlib import Path
from tempfile import mkdtemp

from qipan.desk.results.recording import read_score
from qipan.formats import record_format, record_formats
from qipan.formats.entry_list import read_entry_list
from qipan.formats.trf import decode, read_trf
from qipan.games.shengji.moves import read_move as read_shengji
from qipan.games.xiangqi import read_fen
from qipan.games.xiangqi.notation.reading import read_notation
from qipan.i18n import pick_language
from qipan.kernel.errors import QipanError
from qipan.play.commands import read_command
from qipan.ranking.notation import parse as parse_tiebreak
from qipan.rulebooks import book_named
from qipan.rulebooks.loader import load_book
from qipan.settings import read_settings

SIZE = 100_000
UNITS = [
    *["(", ")", "[", "]", "((;", "(;B[aa]", ";", "{", "}", "\\", '"', "'", "/", "9/", "1", "-"],
    *[" ", "\n", "\r\n", "\t", "a", "aa ", "1. ", "1.a ", "$", "$1 ", "+", "+-", "=", "a="],
    *["%", "&", ",", "|", "<", "[a]", '[a "', '[a "b"]\n', "{a}", "001 ", "0", "½", "é", "a.b."],
    *["\u0000", "\ufeff", "a:b:", "BH-C1/", "en,", "q=0.1;", "[[a]]\n", "a.a.a=1\n", "#"],
    *["馬二進三 ", "[\n", "{a=\n", "炮二平五\n"],
]
HEADS = [
    "",
    "a=",
    '[FEN "',
    "(;GM[1]SZ[19]",
    "012 x\n001    1",
    "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
]


def inputs(everything):
    """Give every unit alone; after each head every unit, or some that differ by the head."""
    for number, head in enumerate(HEADS):
        some = UNITS if everything or not head else UNITS[number :: len(HEADS)]
        for unit in some:
            yield head + unit * (SIZE // len(unit))


def book(text):
    folder = Path(mkdtemp()) / "b"
    folder.mkdir()
    (folder / "book.toml").write_text(text, "utf-8")
    load_book(folder)


def parsers():
    scoring = next(iter(book_named("wx-14").event.values())).scoring.scoring()
    start = read_fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")
    yield "fen", read_fen
    yield "result", lambda text: read_score(text, scoring)
    yield "trf", lambda text: read_trf(decode(text.encode()))
    yield "toml settings", lambda text: read_settings(text, {}, {})
    yield "toml book", book
    yield "tie-break", parse_tiebreak
    yield "shengji move", read_shengji
    yield "xiangqi notation", lambda text: read_notation(start, text)
    yield "language", lambda text: pick_language(text, text)
    yield "entries csv", lambda text: read_entry_list(text.encode(), "x.csv")
    yield "entries xlsx", lambda text: read_entry_list(text.encode(), "x.xlsx")
    yield "message of a socket", read_command
    for ending in sorted(record_formats()):
        read = record_format(f"x{ending}").read
        yield ending, lambda text, read=read, ending=ending: read(text.encode(), f"x{ending}")


def main(only, *, everything=False):
    count = 0
    for name, parse in parsers():
        if only and name != only:
            continue
        for text in inputs(everything):
            sys.stdout.write(f"{name}: {text[:24]!r}\n")
            sys.stdout.flush()
            try:
                parse(text)
            except QipanError:
                count += 1
            except Exception as error:
                raise SystemExit(f"{name}: {text[:24]!r} raised {error!r}"[:300]) from error
    sys.stdout.write(f"done {count}\n")


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--all"]
    main(words[0] if words else "", everything="--all" in sys.argv)
