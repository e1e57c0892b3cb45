"""Calls to others: webhooks, foreign addresses, calendars."""
