"""What happened, and in which order: events, how they are chained, and how they add up.

- ``envelope``, ``log``: an event as it is stored, its place in the hash chain, the port of stores
- ``event``, ``events``: what every event shares; the list of all subjects, and reading old versions
- one module a subject (``entries``, ``results``, ``appeals`` …): its events and their reduction
- ``state``: what the events of a competition add up to; ``folding``: adding them up
- ``live``: streams of live tables and lobbies
- ``people``: ports for what lies beside the journal and can be erased
"""
