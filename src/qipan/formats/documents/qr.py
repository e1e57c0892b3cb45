"""QR codes as drawings."""

import io


def qr_svg(address: str) -> str:
    """Draw a QR code; no address, no code."""
    if not address:
        return ""
    out = io.BytesIO()
    import segno

    segno.make(address, error="m", micro=False).save(out, kind="svg", border=0, xmldecl=False)
    return out.getvalue().decode()
