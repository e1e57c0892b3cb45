"""One competition as one file."""
