"""Records the end of a game of xiangqi on the live screen as an animated PNG, for the README.

usage: python scripts/animation.py [docs/xiangqi.png]
(from the project's root, with the test environment: it starts a server and a browser of its own)

Two computer players play a game to mate; its last moves are played again at a live table, and every
moment is a frame. A frame holds only what changed, so the file stays small.
"""

import struct
import sys
import tempfile
import zlib
from pathlib import Path
from random import Random
from typing import Any

import httpx

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from e2e.chromium import browser  # noqa: E402
from qipan.games import game_named  # noqa: E402
from qipan.games.computer_players import computer_of  # noqa: E402
from server import Server, use_link  # noqa: E402

SIZE = {"width": 1280, "height": 720}
SCALE = 0.55
PLIES = 12
NAMES = ["Lim Siew Hwa", "Trần Minh Quân"]
CLOCK = {"kind": "increment", "main": 3_600_000, "bonus": 30_000}
SEND = """(text) => document.querySelector("#table").dispatchEvent(
  new CustomEvent("qipan:send", { detail: { type: "move", text } }))"""
MOVED = "(seq) => document.querySelector('#table').dataset.seq !== seq"
SIGNATURE = b"\x89PNG\r\n\x1a\n"
COARSE = 0xF8  # shades that nobody sees are left out: the file is a third as large
Pixels = list[bytes]


def mate() -> tuple[str, list[str]]:
    """Let computers play until somebody is mated; give a position near the end, and the rest."""
    game = game_named("xiangqi")
    choose = computer_of(game)
    for seed in range(40):
        dice = Random(seed)
        state = game.start(game.rules_type(), 2, {})
        line = [state]
        while game.outcome(state) is None and len(line) < 160:
            seat = game.acting(state)[0]
            state = game.play(state, seat, choose(state, seat, dice))
            line.append(state)
        ended = game.outcome(state)
        if ended is not None and ended.rule == "xiangqi.mate" and len(line) > PLIES + 2:
            before = line[-PLIES - 1]
            return str(game.view(before, None).fen), list(game.view(state, None).moves[-PLIES:])
    raise SystemExit("no game ended by mate")


def filmed(fen: str, moves: list[str]) -> list[bytes]:
    """Play the moves at a live table and photograph the screen of whoever wins."""
    first = 0 if fen.split()[1] == "w" else 1
    winner = (first + len(moves) - 1) % 2
    with tempfile.TemporaryDirectory() as folder, browser() as started:
        server = Server(Path(folder) / "film.sqlite")
        try:
            return _frames(server, started, fen, moves, (first, winner))
        finally:
            server.stop()


def _frames(
    server: Server, started: Any, fen: str, moves: list[str], seats: tuple[int, int]
) -> list[bytes]:
    first, winner = seats
    with httpx.Client(base_url=server.base, timeout=30) as chief:
        use_link(chief, server.link)
        body = {"game": "xiangqi", "controls": [CLOCK], "occupants": NAMES, "begin": True}
        headers = {"x-csrftoken": chief.cookies.get("csrftoken", "")}
        answer = chief.post("/api/tables", json=body | {"setup": {"fen": fen}}, headers=headers)
    pages = []
    for link in answer.json()["links"]:
        context = started.new_context(
            viewport=SIZE, device_scale_factor=SCALE, locale="en-US", reduced_motion="reduce"
        )
        page = context.new_page()
        page.goto(server.base + link)
        page.wait_for_selector("#table[data-line=up] .board")
        pages.append(page)
    screen = pages[winner]
    screen.evaluate("document.querySelector('#line').style.visibility = 'hidden'")  # it ticks
    frames = [screen.screenshot()]
    for number, text in enumerate(moves):
        seq = screen.get_attribute("#table", "data-seq")
        pages[(first + number) % 2].evaluate(SEND, text)
        screen.wait_for_function(MOVED, arg=seq)
        screen.wait_for_timeout(350)
        frames.append(screen.screenshot())
    return frames


def read_png(photo: bytes) -> tuple[int, int, Pixels]:
    """Give width, height and the rows of a picture, three bytes a pixel."""
    width, height, _, kind = struct.unpack(">IIBB", photo[16:26])
    step = {2: 3, 6: 4}[kind]
    packed, at = b"", 8
    while at < len(photo):
        length = struct.unpack(">I", photo[at : at + 4])[0]
        if photo[at + 4 : at + 8] == b"IDAT":
            packed += photo[at + 8 : at + 8 + length]
        at += 12 + length
    raw, rows = zlib.decompress(packed), []
    above = bytearray(width * step)
    for row in range(height):
        begin = row * (width * step + 1)
        above = _unfiltered(
            raw[begin], bytearray(raw[begin + 1 : begin + 1 + width * step]), above, step
        )
        plain = bytes(above) if step == 3 else bytes(_without_alpha(above))
        rows.append(bytes(value & COARSE for value in plain))
    return width, height, rows


def _without_alpha(row: bytearray) -> bytearray:
    out = bytearray(len(row) // 4 * 3)
    for colour in range(3):
        out[colour::3] = row[colour::4]
    return out


def _unfiltered(way: int, row: bytearray, above: bytearray, step: int) -> bytearray:
    for at in range(len(row)):
        left = row[at - step] if at >= step else 0
        up = above[at]
        corner = above[at - step] if at >= step else 0
        if way == 1:
            row[at] = (row[at] + left) & 255
        elif way == 2:
            row[at] = (row[at] + up) & 255
        elif way == 3:
            row[at] = (row[at] + (left + up) // 2) & 255
        elif way == 4:
            near = left + up - corner
            gaps = (abs(near - left), abs(near - up), abs(near - corner))
            guess = left if gaps[0] <= min(gaps[1:]) else up if gaps[1] <= gaps[2] else corner
            row[at] = (row[at] + guess) & 255
    return row


def changed(before: Pixels, now: Pixels, width: int) -> tuple[int, int, int, int]:
    """Give the smallest box that holds every change: left, top, width, height."""
    rows = [row for row, (old, new) in enumerate(zip(before, now, strict=True)) if old != new]
    if not rows:
        return 0, 0, 1, 1
    columns = [
        at // 3 for row in rows for at in range(width * 3) if before[row][at] != now[row][at]
    ]
    left, right = min(columns), max(columns)
    return left, rows[0], right - left + 1, rows[-1] - rows[0] + 1


def packed(rows: Pixels, before: Pixels | None, box: tuple[int, int, int, int]) -> bytes:
    """Pack a box of a picture, in whichever of three ways is the smallest.

    Where nothing changed it is transparent, and what was there before shines through.
    """
    left, top, width, height = box
    parts = [
        _with_alpha(
            row[left * 3 : (left + width) * 3],
            before[top + at][left * 3 : (left + width) * 3] if before else None,
        )
        for at, row in enumerate(rows[top : top + height])
    ]
    plain = b"".join(b"\0" + part for part in parts)
    blank = bytes(width * 4)
    above = [blank, *parts[:-1]]
    up = b"".join(
        b"\2" + bytes((a - b) & 255 for a, b in zip(part, over, strict=True))
        for part, over in zip(parts, above, strict=True)
    )
    side = b"".join(
        b"\1" + bytes((a - b) & 255 for a, b in zip(part, b"\0\0\0\0" + part, strict=False))
        for part in parts
    )
    return min((zlib.compress(each, 9) for each in (plain, up, side)), key=len)


def _with_alpha(row: bytes, before: bytes | None) -> bytes:
    out = bytearray()
    for at in range(0, len(row), 3):
        pixel = row[at : at + 3]
        same = before is not None and before[at : at + 3] == pixel
        out += b"\0\0\0\0" if same else pixel + b"\xff"
    return bytes(out)


def chunk(name: bytes, content: bytes) -> bytes:
    """Write a part of a PNG."""
    return (
        struct.pack(">I", len(content))
        + name
        + content
        + struct.pack(">I", zlib.crc32(name + content))
    )


def animated(photos: list[bytes]) -> bytes:
    """Write an animated PNG that runs for ever; the last frame stays for a while."""
    pictures = [read_png(photo) for photo in photos]
    width, height, _ = pictures[0]
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    out = [SIGNATURE, chunk(b"IHDR", head), chunk(b"acTL", struct.pack(">II", len(photos), 0))]
    number, before = 0, None
    for place, (_, _, rows) in enumerate(pictures):
        box = (0, 0, width, height) if before is None else changed(before, rows, width)
        left, top, wide, high = box
        seconds = 4 if place == len(pictures) - 1 else 1
        control = struct.pack(
            ">IIIIIHHBB", number, wide, high, left, top, seconds, 1, 0, int(place > 0)
        )
        out.append(chunk(b"fcTL", control))
        number += 1
        content = packed(rows, before, box)
        if before is None:
            out.append(chunk(b"IDAT", content))
        else:
            out.append(chunk(b"fdAT", struct.pack(">I", number) + content))
            number += 1
        before = rows
    return b"".join([*out, chunk(b"IEND", b"")])


def main() -> None:
    """Play, film, write."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "docs" / "xiangqi.png")
    film = animated(filmed(*mate()))
    target.write_bytes(film)
    print(f"{target}: {len(film) // 1000} kB")


if __name__ == "__main__":
    main()
