"""What scripts/screenshots.py takes pictures of, and how they are kept small."""
