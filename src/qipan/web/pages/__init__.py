"""What people see. A module here offers ``ROUTES``; nothing else needs to be told of it."""
