"""People beyond one competition, in streams of their own: opaque ids, no names."""
