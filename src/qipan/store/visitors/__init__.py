"""What is kept for people who take part by themselves; all of it can be erased."""
