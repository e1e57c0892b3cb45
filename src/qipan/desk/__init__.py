"""What an organiser or arbiter may do: pure decisions, command in, events or a refusal out.

- ``commands``: what can be asked for
- ``decide``: command → decision, by type
- ``entries``, ``numbers``, ``rounds``, ``results``, ``closing``: the decisions
- ``standings``: cross table and places of a section, with reasons
- ``access``, ``accounts``: who may do what
- ``office``: carries a command out: reads the stream, decides, appends
- ``simulation``: plays a whole event with random results
"""
