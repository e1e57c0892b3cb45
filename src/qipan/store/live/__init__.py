"""What is kept of live tables beside the journal."""
