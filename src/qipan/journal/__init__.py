"""What happened, and in which order: events, how they are chained, and how they add up.

- ``envelope``: an event as it is stored, with its place in the hash chain
- ``events``: the events of a competition
- ``competition``: the state they add up to
- ``log``: the port that every store implements
- ``people``: the port for personal data and secrets, kept beside the journal
"""
