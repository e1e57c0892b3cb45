"""Photographs: by content, bounded, without what a camera adds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.formats.photos import MOST_BYTES, read_photo
from qipan.kernel.errors import BadInput
from web.phones import exif, jpeg, png


def test_pictures_are_known_by_their_content():
    assert read_photo(png(3, 2)).media == "image/png"
    found = read_photo(jpeg(width=640, height=480))
    assert (found.media, found.width, found.height) == ("image/jpeg", 640, 480)


def test_what_a_camera_adds_is_left_out_but_not_which_way_is_up():
    taken = jpeg(exif(6), (0xE2, b"ICC"), (0xED, b"Photoshop"), (0xFE, b"a remark"))
    found = read_photo(taken).content
    assert b"GPS" in taken
    for private in (b"GPS", b"ICC", b"Photoshop", b"remark"):
        assert private not in found
    assert read_photo(found).content == found
    assert b"\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06" in found
    assert b"Exif" not in read_photo(jpeg(exif(1))).content
    chunks = ((b"tEXt", b"Author\0Somebody"), (b"eXIf", b"GPS"), (b"tIME", b"1234567"))
    assert read_photo(png(3, 2, *chunks)).content == png(3, 2)


BAD = [
    ("nothing", b"", "photo.type"),
    ("a page", b"<html><script>alert(1)</script>", "photo.type"),
    ("svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "photo.type"),
    ("gif", b"GIF89a" + b"\0" * 50, "photo.type"),
    ("half a png", png()[:-8], "photo.type"),
    ("half a jpeg", jpeg()[:-4], "photo.type"),
    ("a png without a head", png()[:8] + png()[33:], "photo.type"),
    ("a jpeg without a frame", b"\xff\xd8\xff\xda\0\2\xff\xd9", "photo.type"),
    ("too wide", png(20_000, 1), "photo.size"),
    ("a bomb", png(15_000, 15_000), "photo.size"),
    ("no pixels", png(0, 0), "photo.size"),
    ("too heavy", png() + b"x" * MOST_BYTES, "photo.size"),
]


@pytest.mark.parametrize(("content", "code"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_what_is_no_picture_is_refused(content, code):
    with pytest.raises(BadInput) as caught:
        read_photo(content)
    assert caught.value.code == code


def test_what_hangs_on_behind_a_picture_is_cut_off():
    assert read_photo(png() + b"<script>").content == png()
    assert read_photo(jpeg() + b"<script>").content == jpeg()


@given(st.binary(max_size=200), st.sampled_from([png(), jpeg(exif(3))]), st.integers(0, 80))
def test_a_damaged_picture_is_read_or_refused(noise, whole, at):
    damaged = whole[:at] + noise + whole[at + len(noise) :]
    try:
        found = read_photo(damaged)
    except BadInput:
        return
    assert found.content[:2] in (b"\x89P", b"\xff\xd8")
