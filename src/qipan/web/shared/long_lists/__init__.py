"""Lists of thousands: shown by parts, and searched."""
