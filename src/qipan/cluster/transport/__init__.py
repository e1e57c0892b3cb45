"""How edges and workers reach each other: the broker, frames, and links over it."""
