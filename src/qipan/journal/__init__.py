"""What happened, and in which order: events, how they are chained, and how they add up.

- ``envelope``: an event as it is stored, with its place in the hash chain
- ``events``: the events of a competition, a module for each subject
- ``competition``: the state they add up to; ``folding`` and ``reducers``: how
- ``lifting``: reading old versions
- ``log``: the port that every store implements
- ``people``: the port for personal data and secrets, kept beside the journal
"""
