"""The demo: live games of computers, and a bar with which anybody is everybody.

Nothing here answers outside ``qipan serve --demo``.
"""
