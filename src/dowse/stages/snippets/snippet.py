"""Cut a snippet from the best passage of each hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ...model.hit import Hit, Hits
from ...model.parameter import check, parameter
from ...model.value_class import dataclass
from ...ports.pipeline import Run, StageRole
from ...ports.questions import ChunkSpansQuestion, DocumentsQuestion
from ...ports.storage import Question
from ...retrieval.keyword import inflected_terms_questions
from .link_lines import link_questions
from .note_passages import note_passages
from .snippet_cache import SnippetCache
from .snippet_text import snippet_of, with_snippet
from .snippet_words import snippet_words
from .source_passages import source_passages

_SHORTEST, _LONGEST = 20, 10_000  # characters of a snippet

_CACHE = SnippetCache()


@dataclass(frozen=True, slots=True)
class CutSnippet:
    """At most `size` characters around the passage with most words of the query, with its heading, lines and part.

    A quotation in the query is in the passage, and so is a query that is one name such as `oldNameMapper`, or else a
    place that meets its condition on the text, such as `task-todo:` and `match-case:`.  A passage is inside one
    section, and begins with its heading if the text below does not match.  For a section or a chunk as the ranked
    unit, the passage begins inside it.  Without a match, the snippet is the first sentence that begins in the most
    similar chunk, of a chunk over several sections in the one with most of its text, or the beginning of the text.  A
    document whose body has no match shows the properties that match, and a document without a body its first
    properties.  Source code is shown as lines, see code_snippet.  Runs last, on the few hits that are shown.
    """

    position: ClassVar[int] = 100  # see ports.Stage
    role: ClassVar[StageRole] = "snippet"

    size: int = parameter(240, "maximum length in characters", minimum=_SHORTEST, maximum=_LONGEST)

    def __post_init__(self) -> None:
        check(self)

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching. Of those hits that are shown if the stages before this one leave the order."""
        docs = tuple(dict.fromkeys(hit.ref.doc for hit in hits[: run.limit]))
        yield from inflected_terms_questions(run)
        yield DocumentsQuestion(docs)
        yield ChunkSpansQuestion(docs)
        yield from link_questions(docs, run)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the same order, each with a snippet; the spot moves to the section of the snippet.

        That of a part of a section stays.
        """
        docs = tuple(dict.fromkeys(hit.ref.doc for hit in hits))
        run.reader.prefetch((DocumentsQuestion(docs), ChunkSpansQuestion(docs), *link_questions(docs, run)))
        documents, chunks = run.reader.documents(docs), run.reader.chunk_spans(docs)
        words = snippet_words(run, hits)
        notes, sources = note_passages(words, run, docs), source_passages(words, run, docs)
        marker = words.spotter if run.marks else None
        key = self.size, run.marks, words.key  # of all hits

        def shown(hit: Hit) -> Hit:
            document, spans = documents.get(hit.ref.doc), chunks.get(hit.ref.doc, {})
            if document is None:
                return hit
            planned = (sources if document.is_source else notes).planned(hit, document, spans, self.size)
            found = _CACHE.of(document, (key, *planned.key), lambda: snippet_of(document, planned.cut(), marker))
            return with_snippet(hit, spans, found, is_chunk=planned.is_chunk)

        return tuple(map(shown, hits))
