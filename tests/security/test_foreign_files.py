"""Files made to kill: each is refused with a sentence, by a child that is bounded."""

import io
import resource
import zipfile
from contextlib import suppress

import pytest

from formats.lists_of_others import LISTS
from qipan.formats.entry_list import AskedColumns, read_entry_list
from qipan.formats.lists import apart
from qipan.kernel.errors import BadInput

TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships'
    '+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>'
)
BOOK = (
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://'
    'schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>'
    '<sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'
)
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def xlsx(sheet, path="worksheets/sheet1.xml", strings=""):
    """Pack a workbook with one sheet."""
    packed = io.BytesIO()
    shared = (
        f'<Relationship Id="rId2" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
        if strings
        else ""
    )
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        folder.writestr("[Content_Types].xml", TYPES)
        folder.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{relations}"><Relationship Id="rId1" '
            f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        folder.writestr("xl/workbook.xml", BOOK)
        folder.writestr(
            "xl/_rels/workbook.xml.rels",
            f'<Relationships xmlns="{relations}"><Relationship Id="rId1" '
            f'Type="{OFFICE}/worksheet" Target="{path}"/>{shared}</Relationships>',
        )
        folder.writestr(
            f"xl/{path}", f'<worksheet xmlns="{MAIN}"><sheetData>{sheet}</sheetData></worksheet>'
        )
        if strings:
            folder.writestr("xl/sharedStrings.xml", strings)
    return packed.getvalue()


def cell(reference):
    return f'<row r="1"><c {reference} t="inlineStr"><is><t>Name</t></is></c></row>'


def far(reference):
    return '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>' + cell(reference)


def strings(count):
    return f'<sst xmlns="{MAIN}" uniqueCount="{count}"><si><t>Name</t></si></sst>'


def ods(repeated):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        folder.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        folder.writestr(
            "content.xml",
            "<office:document-content "
            'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
            'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
            'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>'
            '<office:spreadsheet><table:table table:name="S">'
            f'<table:table-row table:number-rows-repeated="{repeated}">'
            f'<table:table-cell table:number-columns-repeated="{repeated}"><text:p>x</text:p>'
            "</table:table-cell></table:table-row></table:table></office:spreadsheet>"
            "</office:body></office:document-content>",
        )
    return packed.getvalue()


MANY = "".join(f"<row><c><v>{number}</v></c></row>" for number in range(400_000))
KILLERS = {
    "a far cell in single quotes": xlsx(far("r='XFD1000000'")),
    "a far cell with spaces": xlsx(far('r = "XFD1000000"')),
    "a far cell behind a sign": xlsx(far('x=">" r="XFD1000000"')),
    "a sheet elsewhere": xlsx(far('r="XFD1000000"'), "sheets/sheet1.xml"),
    "a folder in capitals": xlsx(far('r="XFD1000000"'), "WorkSheets/sheet1.xml"),
    "four thousand million strings": xlsx(cell('r="A1"'), strings=strings(4294967295)),
    "more strings than there are numbers": xlsx(cell('r="A1"'), strings=strings(2**64 - 1)),
    "cells without a place": xlsx(MANY),
    "an open document that repeats": ods(1_000_000),
    "tags that never end": xlsx("<c " * 300_000),
}


@pytest.mark.parametrize("kind", KILLERS)
def test_a_file_made_to_kill_is_refused(kind):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with pytest.raises(BadInput) as refused:
        read_entry_list(KILLERS[kind], "list.csv")  # its content says what it is
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert refused.value.code.startswith("list.")
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert spent < 2 * (apart.MOST_CPU_SECONDS + 1)  # a bound of the child, not a speed


def test_a_damaged_spreadsheet_is_refused_wherever_it_is_damaged():
    content = LISTS["entry form"][1]()
    for place in range(0, len(content), len(content) // 12):
        damaged = bytearray(content)
        damaged[place : place + 8] = b"\xff" * 8
        with suppress(BadInput):  # nothing else comes out of it
            read_entry_list(bytes(damaged), "list.xlsx", asked=AskedColumns(parts={}))


def test_a_child_that_never_comes_back_is_let_go(monkeypatch):
    run = apart.subprocess.run
    at_once = {"timeout": 0.001}
    monkeypatch.setattr(apart.subprocess, "run", lambda *a, **more: run(*a, **(more | at_once)))
    with pytest.raises(BadInput, match="takes too long"):
        read_entry_list(LISTS["entry form"][1](), "list.xlsx")
