"""The report as JSON: sorted, so that equal reports are equal bytes."""

import msgspec

from qipan.views.report import Report


def write_json(report: Report) -> bytes:
    """Write the whole report."""
    return msgspec.json.format(msgspec.json.encode(report, order="sorted"), indent=2) + b"\n"
