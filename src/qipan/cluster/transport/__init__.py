"""How edges and workers reach each other: the broker, frames, and channels over it."""
