"""The report as JSON: sorted, so that equal reports are equal bytes."""

import msgspec

from qipan.views.report import Report


def write_json(report: Report) -> bytes:
    """Write the whole report, but for births and ids, which only tournament report files carry."""
    public = msgspec.structs.replace(report, sheet=None)
    return msgspec.json.format(msgspec.json.encode(public, order="sorted"), indent=2) + b"\n"
