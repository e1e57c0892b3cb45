"""Pictures as SVG text: pure functions from values to markup.

No styles inside: pages are served with a strict content policy, so shapes carry classes that
``public/static/public.css`` colours for light, dark and print. No sentences: labels are handed in.
"""
