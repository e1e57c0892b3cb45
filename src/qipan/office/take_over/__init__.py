"""Taking over what others began: an event from a file, or the people of an earlier competition.

- ``commands``: a file as the command of the desk, with its people
- ``file_book``: a regulation made from a file
- ``event``: what was asked for, carried out or only tried; the report of what was and was not taken
- ``entrants``: people of another competition, entered anew
"""
