"""Fair play: figures that an arbiter examines; never a verdict.

- ``move_facts``: what a judge says of every move of a game, and which moves count.
- ``agreement``: agreement with the computer beyond what the level of play explains.
- ``move_times``, ``hidden_pages``, ``shared_lines``, ``odd_losses``: the other figures.
- ``measured``: thresholds and false-alarm rates, from games of our own making.
- ``contest_figures``: all of it for a contest, with the order in which an arbiter looks.

Everything here is computed from what is stored; nothing is read from a clock or drawn.
"""
