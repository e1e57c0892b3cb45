"""An event that travels: collected, rehearsed before it is taken, taken whole, handed over.

- ``collection``: all that belongs to one competition, as a parcel
- ``proof``: the tree over the record it comes from, read again
- ``rehearsal``: a foreign parcel told again in memory, before anything is written
- ``arrival``: what taking it would do here, and doing it
- ``custody``: naming the holder, handing over, taking over, losing it
- ``mirroring``: what a copy elsewhere does not have yet, and taking what comes from a holder
"""
