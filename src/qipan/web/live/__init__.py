"""Pages of live play: tables, lobbies, contests, boards in a hall, and the socket."""
