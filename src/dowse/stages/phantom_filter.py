"""Drop phantom documents, which stand for something elsewhere; graph-memory calls them proxies."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from ..model.document import Document, Head
from ..model.hit import Hits
from ..model.value_class import dataclass
from ..ports.pipeline import Run

_MARK = "@"  # with which graph-memory begins the id of a proxy
_IDS = ("id", "short_code")


@dataclass(frozen=True, slots=True)
class PhantomFilter:
    """Hits without phantom documents: those whose `id` in the frontmatter begins with `@`, and those whose file name
    does and that have no text.  A note about a person, such as `@Ada.md`, has one.
    """

    position: ClassVar[int] = 31  # see ports.Stage

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The other hits."""
        named = {hit.ref.doc for hit in hits if hit.head.name.startswith(_MARK)}
        empty = _without_text(run.reader.documents(named).values()) if named else frozenset[str]()
        return tuple(hit for hit in hits if hit.ref.doc not in empty and not _is_phantom(hit.head))


def _is_phantom(head: Head) -> bool:
    return any(head.fact(key).startswith(_MARK) for key in _IDS)


def _without_text(documents: Collection[Document]) -> frozenset[str]:
    """Those of the documents that are empty below the heading with their title."""
    return frozenset(each.head.path for each in documents if each.body.lstrip("# \t").strip() in {"", each.head.title})
