"""Regulations of one's own: begun from a sheet or from another book, checked, then published.

- ``starting``: an empty sheet, or a copy of another book
- ``checking``: everything that is wrong with a book, each fault with the field it stands in
- ``draft``: who may change a draft, and what may be published
"""
