"""Pages for everybody. A module offers ``ROUTES``; nothing else needs to be told of it."""
