"""The part of the storage contract for links and references: as written, as resolved, and as a queue."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, Protocol

from ..model.document import Link
from ..model.edge import Edge, LinkTarget, ReferenceResolution, ResolvedLink, ResolvedReference, StatedCalls
from ..model.source_reference import CodeMention

ScopeName = Literal["under", "children", "links", "linked"]


class LinkStore(Protocol):
    """Links as written, links as resolved, and the edges that they make."""

    def pointers(self, docs: Iterable[str], kinds: Collection[str] = ()) -> Mapping[str, tuple[Link, ...]]:
        """The links of the documents as written, in order; of these kinds, unless none is given.

        Documents without such links are left out.
        """

    def pointing(self, keys: Iterable[str], kinds: Collection[str] = ()) -> Sequence[tuple[str, Link]]:
        """The links of any document whose target has one of the target_keys, by path and place; kinds as above."""

    def aimed(self, docs: Iterable[str] | None = None) -> Sequence[ResolvedLink]:
        """The resolved links of the documents, or of all, by path and place."""

    def edges(self, docs: Iterable[str] | None = None, relations: Collection[str] = ()) -> Sequence[Edge]:
        """The edges that touch any of the documents, at either end, or all; of these relations, unless none is given.

        None is from a document to itself.

        One for each link and each reference, and one SIMILAR_TO for two documents, between their most similar units.
        """

    def code_mentions(self, docs: Iterable[str]) -> Mapping[str, tuple[CodeMention, ...]]:
        """The names in the code spans of the documents, as written; documents without any are left out."""

    def references(self, docs: Iterable[str] | None = None) -> Sequence[ResolvedReference]:
        """The resolved references that touch any of the documents, at either end, or all; also those inside a document.

        By path of the source, then in the order in which they were stored, and calls behind the others: by line, by
        what they mean, and by the symbol around them.
        """

    def unresolved(self, docs: Iterable[str]) -> frozenset[str]:
        """Those of the documents whose links and references wait for resolution, so that edges may be missing."""

    def scope(self, name: ScopeName, of: str, *, is_missing: bool = False) -> frozenset[str]:
        """The documents that the scope of that name selects for the document `of`, as graph.hierarchy defines them.

        With `is_missing` no document is called `of`, and the scope is that of the target of broken links of this name.
        Nothing for an unknown document.
        """


class LinkQueue(Protocol):
    """Links that wait for resolution."""

    def unlinked(self, limit: int) -> Mapping[str, tuple[Link, ...]]:
        """Documents whose links are to be resolved, with all their links, perhaps without the sections of these: the
        queue is the state.
        """

    def link(
        self,
        found: Mapping[str, Sequence[LinkTarget]],
        references: Mapping[str, ReferenceResolution] = {},
    ) -> None:
        """Stores the targets of the links of these documents, in their order; removes the documents from the queue.

        Their references are those in `references`; documents that are not in there have none.  Of ReferenceUpdate
        each new reference takes the place of the stored one, and the others stay.  A document enters the queue again
        when a document changes that has one of the keys of its references, as graph.source_references.interface makes
        them.  References to documents that are not in the index are left out.
        """

    def stated_calls(self, docs: Iterable[str], names: Collection[str]) -> Mapping[str, StatedCalls]:
        """The calls of those of the source files that state the names in calls alone, by callee and line.

        Files are left out that import, extend or define one of the names, or that have a symbol_key of it.
        """

    def declaring_files(self, names: Collection[str]) -> Mapping[str, Sequence[str]]:
        """For each of the names the documents whose references have a declaration_key of it; none without one."""

    def imported_files(self, docs: Iterable[str]) -> Mapping[str, Sequence[str]]:
        """For each of the source files the source files that it imports, as stored; also for these, and so on.

        Files without imports are left out.
        """

    def root_relative_links(self) -> Sequence[tuple[str, str]]:
        """The documents and targets of Markdown links from the root (`/docs/x/`), each pair once, in order."""

    def unlink_root_relative(self) -> None:
        """Adds the documents with a target from the root to the queue: such targets depend on the roots of sites."""

    def unlink_depending(self, keys: Iterable[str] | None) -> None:
        """Adds the documents whose references have one of the keys to the queue; without keys, all with references."""
