"""Everything that reads what strangers send: good seeds, words of the format, and the reader.

A reader may raise QipanError (which people see as a sentence); anything else is a fault.
``alone``: it is read in a child with limits of its own, so a fault there is only counted.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

import msgspec

from formats.foreign import samples
from formats.lists_of_others import LISTS
from fuzz.damage import damaged, repacked
from play.table_room import Hall
from qipan.desk.results.recording import read_score
from qipan.formats import record_format
from qipan.formats.dhtmlxq import write as write_dhtmlxq
from qipan.formats.entry_list import read_entry_list
from qipan.formats.foreign.reading import read_here
from qipan.formats.json_record import write as write_json
from qipan.formats.lists.sheets import OLE, PACKED, read_workbook
from qipan.formats.pgn import write as write_pgn
from qipan.formats.photos import read_photo
from qipan.formats.record import Branch, Record
from qipan.formats.travel.event_file import read_event
from qipan.formats.trf import decode, read_trf
from qipan.formats.trf.faults import faults
from qipan.games.shengji.moves import read_move as read_shengji
from qipan.games.xiangqi import read_fen
from qipan.games.xiangqi.notation.reading import read_notation
from qipan.kernel.crosstable_text import read_crosstable
from qipan.kernel.ids import Seat
from qipan.office.record.fingerprint import read_fingerprint
from qipan.office.travel.rehearsal import rehearse
from qipan.play.commands import read_command
from qipan.ranking.notation import parse as parse_tiebreak
from qipan.rulebooks import book_named
from qipan.rulebooks.loader import content_from
from qipan.settings import read_settings
from security.test_foreign_files import cell, ods, xlsx
from travelling import event_file
from web.phones import exif, jpeg, png
from xiangqi_files import cbl, cbr, xqf

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
MOVES = ("h2e2", "h9g7", "h0g2", "i9h9")
BRANCHES = (Branch(0, 1, ("h7e7",), comments={1: "顺"}),)
GAME = Record("xiangqi", MOVES, tags={"Red": "甲"}, comments={0: "始"}, branches=BRANCHES)
OTHERS = tuple(
    text.encode()
    for text in (
        *(samples.TRF, samples.GOTHA, samples.PERFECT, samples.MANAGER, samples.VEGA, samples.VEG),
        samples.open_report(),
        samples.team_report(),
    )
)
FOREIGN_WORDS = (b"001 ", b" w  ", b"0000 - U", b"|", b";", b"12:W", b"RESULT_UNKNOWN", b"<Game ")
PLAYERS = (
    ("Ann", 2100, "2.0", "     2 w 1     3 b 1"),
    ("Bo", 2000, "1.0", "     1 b 0  0000 - U"),
    ("Cy", 1900, "0.0", "  0000 - Z     1 w 0"),
)
TRF = "012 Open\n062 3\n092 Individual: Swiss-System\nXXR 3\n" + "".join(
    f"001 {at:>4}      {name:<33} {rating:>4} MAS{'':>24}{points:>4} {at:>4}{cells}\n"
    for at, (name, rating, points, cells) in enumerate(PLAYERS, 1)
)
SGF = b"(;GM[1]FF[4]SZ[9]KM[6.5]RU[Chinese]AB[cc];B[ee]C[x];W[gc](;B[cg])(;B[dd];W[]))"
GOMOKU = b"(;GM[4]SZ[15]PB[a];B[hh];W[gg];B[ih])"
CSV = "姓名,单位,出生日期,段位\n陈志远,柔佛,1990年5月1日,三段\nLin,Perak,2001/3/9,\n".encode()
PSQ = b"Piskvorky 15x15, 11:11, 0\n8,8,1\n9,9,2\n7,7,3\n0\n"
BOOK = Path(__file__).parents[2] / "src/qipan/rulebooks/starter.toml"
CROSSTABLE = (
    "A: +B1 =C2 bye (conduct-foul=1)\nB: -A2 half -fC (rating=1800)\nC: zero =A1[+1-2]@420 +fB\n"
)


@dataclass(frozen=True)
class Target:
    """One reader."""

    name: str
    seeds: tuple[bytes, ...]
    read: Callable[[bytes], object]
    words: tuple[bytes, ...] = (b"x",)
    damage: Callable[[random.Random, bytes, tuple[bytes, ...]], bytes] = damaged
    alone: bool = False

    def inputs(self, seed: int):
        """Give damaged files without end; the same for the same seed."""
        dice = random.Random(f"{self.name}/{seed}")
        while True:
            yield self.damage(dice, dice.choice(self.seeds), self.words)


def _text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    return lambda content: read(content.decode("utf-8", "replace"))


def _records(ending: str) -> Callable[[bytes], object]:
    read = record_format(f"x{ending}").read
    return lambda content: read(content, f"x{ending}")


def _workbook(content: bytes) -> object:
    if not content.startswith((PACKED, OLE)):
        return None  # told by its content, it is read as text: another target
    return read_workbook(content, "x", "", 6)


def _list(content: bytes) -> object:
    if content.startswith((PACKED, OLE)):
        return None  # read in a child: another target
    return read_entry_list(content, "x.csv")


def _trf(content: bytes) -> object:
    file = read_trf(decode(content))
    return list(islice(faults(file), 20))


@cache
def _scoring():
    return next(iter(book_named("wx-14").event.values())).scoring.scoring()


@cache
def _start():
    return read_fen(START)


class LiveTable:
    """A table that takes whatever is said to it; a new one when the game is over."""

    def __init__(self, game: str) -> None:
        self.game, self.heard = game, 10_000

    def __call__(self, content: bytes) -> None:
        if self.heard > 400:
            hall, self.heard = Hall(), 0
            room = hall.open(game=self.game)
            seats = [Seat(seat) for seat in range(room.table.seats)]
            self.everybody = [hall.sit(room, seat) for seat in (*seats, None)]
            self.everybody.append(hall.sit(room, arbiter="ann"))
            self.hall = hall
        self.heard += 1
        who = self.everybody[self.heard % len(self.everybody)]
        who.guest.receive(content)
        self.hall.time.ms += 1500
        for each in self.everybody:
            each.outbox.unread.clear()


MESSAGES = (
    b'{"type":"move","text":"h8","id":"a"}',
    b'{"type":"offer","what":"draw"}',
    b'{"type":"answer","what":"draw","accept":true}',
    b'{"type":"claim","what":"time"}',
    b'{"type":"hello","beats":true,"changes":true}',
    b'{"type":"report","seat":1,"reason":"x"}',
    b'{"type":"ping","t":1}',
    b'{"type":"chat","text":"x"}',
    b'{"type":"resign"}',
)
JSON = (b"{", b"}", b"[", b"]", b":", b",", b"null", b"true", b'"type"', b"1e400", b'"\\ud800"')
XML = (b"<c ", b'r="XFD1048576"', b'number-rows-repeated="99999999"', b"<!ENTITY a 'a'>", b"&a;")
MOVE_WORDS = tuple(
    "炮二平五 马8进7 C2=5 h2-e2 h2e2 + - = 前 后 { } ( ) $1 1. 1-0 * ;".encode().split()
)


def _event(content: bytes) -> object:
    return rehearse(read_event(content, most=1_000_000).parcel)


def targets() -> dict[str, Target]:
    """List every reader by name."""
    books = (BOOK.read_bytes(),)
    old_list = (Path(__file__).parents[1] / "data/lists/names.xls").read_bytes()
    sheets = tuple(LISTS[name][1]() for name in LISTS if LISTS[name][1]().startswith(PACKED))
    sheets += (xlsx(cell('r="A1"')), xlsx(cell('r="B2"'), strings="<sst><si><t>x</t></si></sst>"))
    keyed = {"version": 18, "keys": (1, 2, 3, 4), "mask": 255, "either": (9, 8, 7, 6)}
    found = [
        Target("event", (event_file(),), _event, (*JSON, b"PK\x03\x04"), repacked),
        Target("xlsx", sheets, _workbook, XML, repacked, alone=True),
        Target("ods", (ods(2), ods(1)), _workbook, XML, repacked, alone=True),
        Target("xls", (old_list,), _workbook, (b"\x09\x08", b"\xff\xff"), alone=True),
        Target("csv", (CSV, CSV.replace(b",", b"\t"), CSV.decode().encode("gb18030")), _list),
        Target("trf", (TRF.encode(),), _trf, (b"001 ", b"013 ", b"XXR ", b"0000 - Z", b" ")),
        Target("foreign event", OTHERS, lambda raw: read_here(raw, "x", "", 0), FOREIGN_WORDS),
        Target("sgf", (SGF, GOMOKU), _records(".sgf"), (b"(;", b")", b"[", b"]", b"AB[aa:ss]")),
        Target("pgn", (write_pgn(GAME),), _records(".pgn"), MOVE_WORDS),
        Target("dhtmlxq", (write_dhtmlxq(GAME),), _records(".dhtmlxq"), (b"[DhtmlXQ_", b"7747")),
        Target("xqf", (xqf(MOVES), xqf(MOVES, branches=BRANCHES, **keyed)), _records(".xqf")),
        Target("cbr", (cbr(MOVES, branches=BRANCHES)[:2400],), _records(".cbr")),
        Target(
            "cbl",
            (b"CCBridgeLibrary\0" + cbl([cbr(MOVES)[:2400]])[60000:],),
            _records(".cbl"),
            (b"CCBridge Record\0",),
        ),
        Target("psq", (PSQ,), _records(".psq"), (b"1,1,1\n", b"20x20")),
        Target("json record", (write_json(GAME),), _records(".json"), JSON),
        Target("toml book", books, _text(lambda text: content_from(text, "x")), (b"[[", b"a.b=")),
        Target(
            "toml settings", (b'[web]\nport = 1\n[logs]\nlevel = "info"\n',), _settings, (b"[",)
        ),
        Target("photo", (png(), jpeg(exif(6)), jpeg()), read_photo, (b"\xff\xd8", b"IDAT")),
        Target("fen", (START.encode(),), _text(read_fen), (b"/", b"k", b"9", b" w")),
        Target("move", ("炮二平五".encode(), b"C2=5", b"h2e2", b"Bge3"), _notation, MOVE_WORDS),
        Target("shengji move", (b"play H5 H5", b"bury S2 S3"), _text(read_shengji), (b"SJ", b" ")),
        Target("score", (b"1-0", b"2:1", "½-½".encode()), _text(_score), (b"1", b"-", b"=")),
        Target("tie-break", (b"BH-C1/M1", b"PTS"), _text(parse_tiebreak), (b"/", b"-", b"{")),
        Target("fingerprint", (b"57-3f2a-3f2a-3f2a-3f2a",), _text(read_fingerprint), (b"-", b"0")),
        Target("crosstable", (CROSSTABLE.encode(),), _text(read_crosstable), (b"w", b"b", b"+")),
        Target("socket message", MESSAGES, _text(read_command), JSON),
        Target("socket at gomoku", MESSAGES, LiveTable("gomoku"), JSON),
        Target("socket at xiangqi", MESSAGES, LiveTable("xiangqi"), (*JSON, b"h2e2")),
    ]
    return {each.name: each for each in found}


def _settings(content: bytes) -> object:
    return read_settings(content.decode("utf-8", "replace"), {}, {})


def _notation(content: bytes) -> object:
    return read_notation(_start(), content.decode("utf-8", "replace"))


def _score(text: str) -> object:
    return read_score(text, _scoring())


def shown(content: bytes) -> str:
    """Write an input for people."""
    return msgspec.json.encode(content.decode("latin-1")[:200]).decode()
