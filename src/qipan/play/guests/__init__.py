"""Strong programs of others as guests: opponents that the administrator names.

- ``engines``: what the administrator says of each.
- ``program``: one running program: lines, time limit, bounded output, restarts.
- ``house_of_guests``: asks them for moves; what fails is played by the house.

Nothing is bundled, nothing can be named from the web, and no shell is ever involved.
"""
