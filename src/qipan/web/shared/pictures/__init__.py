"""Positions and cards drawn on the server: SVG from a view, PNG of it, frames of a passage.

A drawing shows what the view holds and nothing else: whoever may not see a hand passes a view
without it. Colours are those of the light boards in the browser; nothing here needs a script.
"""
