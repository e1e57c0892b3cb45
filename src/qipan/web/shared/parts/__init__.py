"""Pages known again and taken apart: what changed since, and what is one reader's own."""
