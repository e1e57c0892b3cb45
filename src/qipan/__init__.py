"""Qipan runs mind-sport competitions from the regulation itself."""

__version__ = "0.1.0"
