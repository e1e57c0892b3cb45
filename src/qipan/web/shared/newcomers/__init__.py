"""For newcomers: whether this is a demo, and the next step of a first competition."""
