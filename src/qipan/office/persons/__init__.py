"""People beyond one competition: who is the same, what their ratings are, who works where."""
