"""Makes Jupyter notebooks for tests."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

JsonCell = Mapping[str, object]


def markdown(source: str | Sequence[str]) -> JsonCell:
    """A cell of Markdown."""
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def code(source: str | Sequence[str], *outputs: object) -> JsonCell:
    """A cell of code."""
    return {"cell_type": "code", "metadata": {}, "execution_count": 1, "source": source, "outputs": outputs}


def notebook(*cells: object, **metadata: object) -> bytes:
    """The bytes of a notebook of format 4."""
    stated = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(stated, indent=1).encode()
