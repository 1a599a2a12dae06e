"""How much another program may ask for, and gets, at once; the same at every door."""

from __future__ import annotations

MOST_OVER_WIRE = 100  # hits, related documents, communities
MOST_FILES = 1_000
MOST_QUERY = 4_000  # characters
