"""Finds anything in a folder of notes, docs and code: by word, by meaning, by link."""

__version__ = "0.1.0"
