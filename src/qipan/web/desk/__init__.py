"""Pages of the staff: a module and a template a subject; a module offers ``PAGE`` or ``ROUTES``."""
