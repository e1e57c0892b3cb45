"""What a table's pages are fed between moves: what changed instead of all, and heartbeats."""
