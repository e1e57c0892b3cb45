"""Lists of people as other programs and people write them: sheets, headings, cells, rows.

``sheets`` is the only door by which foreign bytes come in. It gives plain text cells, and all that
is behind it reads text alone: ``mapping`` says which column is what, ``reading`` makes newcomers.
"""
