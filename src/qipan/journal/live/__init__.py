"""Streams of live play: tables and lobbies, their events, and what these add up to."""
