"""Components that other installed packages add, in entry-point groups."""

from __future__ import annotations

from typing import Literal

ComponentKind = Literal["retriever", "fusion", "stage", "rewrite", "chunker"]


def installed_class(kind: ComponentKind, name: str) -> type | None:
    """The class that an installed package adds under that name; None if none does.

    Raises ValueError when the module of an entry point cannot be imported.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415  # here, since it costs 30 ms and is rarely needed

    for entry in entry_points(group=f"dowse.{kind}s", name=name):
        try:
            loaded = entry.load()
        except (ImportError, AttributeError, SyntaxError) as error:
            raise ValueError(f"entry point {entry.value} cannot be imported: {error}") from error
        if isinstance(loaded, type):
            return loaded
        raise ValueError(f"entry point {entry.value} is not a class")
    return None
