"""The manual, served by the program itself: guides by reader, the reference, search.

Guides lie in ``guides/<language>/`` and travel with the package; the reference is the project's
``docs`` folder, installed beside it. Nothing here asks the network for anything.
"""
