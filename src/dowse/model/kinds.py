"""The kinds of document a vault holds."""

from __future__ import annotations

from typing import Literal, get_args

Kind = Literal["note", "doc", "task", "skill", "knowledge", "code", "file"]
KINDS: tuple[Kind, ...] = get_args(Kind)
