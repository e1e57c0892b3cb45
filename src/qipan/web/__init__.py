"""Pages, JSON API and live refresh. Turns requests into commands and states into pages.

- ``app``: puts it together; ``serving`` runs it
- ``visitor``: who is asking, in which language, with which role
- ``actions``: forms of the desk; ``pages``: what people see; ``api``: the same as JSON
- ``live``: tells open pages that something changed
- ``views``: states as plain values for templates and API
"""
