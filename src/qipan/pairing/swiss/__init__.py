"""Swiss systems: many entrants, few rounds, equal scores meet."""
