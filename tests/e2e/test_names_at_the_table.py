"""Beside a board on a phone, the name that the reader reads is whole; what is less, gives way."""

from pathlib import Path

import pytest

import qipan.web
from e2e.chromium import PHONE, new_page

STYLE = Path(qipan.web.__file__).parent / "live" / "static" / "table.css"
STRIP = """<style>{style}</style><div class="player" style="width: 280px"><div class="who">
<div class="name"><b id="name">{name}</b><span class="own">{other}</span>
<span class="unit">{unit}</span></div></div><div class="clock">14:57</div></div>"""

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("name", "other", "unit"),
    [
        ("李大明", "Lee Tai Ming", "砂拉越 Sarawak"),
        ("Lee Tai Ming", "李大明", "砂拉越 Sarawak"),
    ],
)
def test_the_name_is_whole_and_nothing_leaves_the_strip(started, name, other, unit):
    page = new_page(started, PHONE, "zh-CN")
    style = STYLE.read_text("utf-8")
    page.set_content(STRIP.format(style=style, name=name, other=other, unit=unit))
    cut = page.evaluate("() => { const it = document.querySelector('#name');"
                        " return it.scrollWidth - it.clientWidth; }")  # fmt: skip
    assert cut <= 0
    right = "() => document.querySelector('.name').getBoundingClientRect().right"
    clock = "() => document.querySelector('.clock').getBoundingClientRect().left"
    assert page.evaluate(right) <= page.evaluate(clock) + 1
    page.context.close()
