"""The same use cases as JSON, for programs. A module offers ``ROUTER`` or ``ROUTES``."""
