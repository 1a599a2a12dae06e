"""What is called as sentence-transformers is, without torch."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_NAME = "sentence_transformers"


@contextmanager
def standing_in(folder: Path, source: str) -> Iterator[None]:
    """The module is what `source` says, whether the real one is installed or not; afterwards it is as it was."""
    folder.mkdir()
    (folder / f"{_NAME}.py").write_text(source)
    before = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == _NAME}
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop(_NAME, None)
        sys.modules.update(before)
