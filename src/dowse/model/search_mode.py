"""The modes of a search: which of its retrievers run."""

from __future__ import annotations

from typing import Literal, get_args

Mode = Literal["hybrid", "vector", "fulltext"]
MODES: tuple[Mode, ...] = get_args(Mode)
