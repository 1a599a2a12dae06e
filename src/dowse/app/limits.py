"""Limits of what another program may request at once; the same for HTTP and MCP."""

from __future__ import annotations

MOST_OVER_WIRE = 100  # hits, related documents, communities
MOST_FILES = 1_000
MOST_QUERY = 4_000  # characters
