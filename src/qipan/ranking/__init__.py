"""Who stands where, with reasons."""
