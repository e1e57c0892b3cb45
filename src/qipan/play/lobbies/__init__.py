"""Open matching: a lobby, its terms, and its tables wherever they are."""
