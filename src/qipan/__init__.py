"""Qipan runs mind-sport competitions from the regulation itself."""

__version__ = "0.2.0"
