"""An edge: connections of players and spectators, wherever the owner of their table is."""
