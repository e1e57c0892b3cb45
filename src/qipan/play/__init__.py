"""Live tables: seats, clocks, offers, claims."""
