"""Telling people where they play: web push, letters, robots of chats. Only who asked is told."""
