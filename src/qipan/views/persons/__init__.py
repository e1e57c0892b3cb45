"""People beyond one competition: who they are, their ratings, seasons and offices."""
