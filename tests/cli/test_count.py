"""A board counted in the hall: komi and fined points decide, after a photograph (TH 12.4, 13)."""

import json
import struct
import zlib

import pytest


def png():
    """Write the smallest picture there is."""

    def chunk(name, body):
        check = struct.pack(">I", zlib.crc32(name + body))
        return struct.pack(">I", len(body)) + name + body + check

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    body = zlib.compress(b"\x00\x00")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.fixture
def league(run, tmp_path):
    """Two teams, the round paired, and a photograph."""
    assert run("new", "th-maklom-2024", "league", "--id", "lg")[0] == 0
    assert run("enter", "lg", "Alpha", "Beta")[0] == 0
    run.sides = json.loads(run("pair", "lg", "--json")[1])["boards"][0]["names"]
    run.photo = tmp_path / "board.png"
    run.photo.write_bytes(png())
    return run


def test_th_12_4_two_points_for_the_other_hand_turn_a_close_game(league):
    one, two = league.sides
    count = ("count", "lg", 1, "--black", one, "--photo", league.photo, "--json")
    first = json.loads(league(*count, "--game", 1, "60", "53")[1])
    assert first["totals"] == ["53.5", "53"]  # Black by half a point
    give = ("foul", "give", "lg", one, "other-hand", "-r", 1, "-b", 1, "--game", 2)
    assert league(*give)[0] == 0
    second = json.loads(league(*count, "--game", 2, "60", "53")[1])
    assert second["totals"] == ["51.5", "53"]  # the same board, lost by the fine
    assert league("result", "lg", 1, "0.5-0.5", "--game", 3)[0] == 0
    rows = json.loads(league("standings", "lg", "--json")[1])["rows"]
    assert {row["name"]: row["keys"]["game-points"] for row in rows} == {one: "1.5", two: "1.5"}


def test_th_13_2_no_count_without_a_photograph(league, tmp_path):
    one, _ = league.sides
    code, _, error = league("count", "lg", 1, "60", "53", "--black", one)
    assert (code, "TH 13.2" in error) == (3, True)
    words = tmp_path / "words.txt"
    words.write_text("seen")
    assert league("count", "lg", 1, "60", "53", "--black", one, "--photo", words)[0] == 2
