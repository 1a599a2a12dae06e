"""What the snippets of a search show of its query, in notes and in source code."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ...analysis.code.stack_frames import StackFrame
from ...analysis.folding import UNSPACED
from ...analysis.named_paths import file_names_in, files_named
from ...analysis.term_matching import TermMatcher
from ...analysis.tokens import word_tokens, words
from ...model.document import Document, Span
from ...model.hit import Hits
from ...model.ref import Ref
from ...model.value_class import dataclass
from ...ports.pipeline import Run
from ...query.ast import Expr
from ...query.extract import Condition, natural_text, phrases, referred_names, text_conditions
from ...retrieval.keyword import spot_matcher
from ..extent import HitExtent
from ..frame_hits import frames_of, span_of
from .reference_lines import resolved_lines
from .setting_lines import setting_of_default


@dataclass(frozen=True, slots=True)
class SnippetWords:
    """The words, names and lines of a query that its snippets show."""

    spotter: TermMatcher
    quoted: tuple[str, ...]  # the quotations in the query
    name: tuple[str, ...]  # the name with several parts that the query is, if it is one
    conditions: tuple[Condition, ...]  # on the text, besides words and quotations
    default: str  # the setting whose default the query asks for
    frames: Mapping[str, StackFrame]  # by document the line that the query names
    referred: tuple[str, ...]  # the names in scopes of references
    lines: Mapping[Ref, Sequence[int]]  # with the resolved references in places that these select
    in_file: Mapping[str, TermMatcher]  # by document that the query names by its file name: of the other words

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What a snippet depends on, besides its place."""
        return self.spotter.key, self.quoted, self.name, self.conditions

    def spotter_in(self, document: Document) -> TermMatcher:
        """Finds the words that a snippet of the document shows: those beside its file name, if the query has that."""
        return self.in_file.get(document.head.path, self.spotter)

    def named_line(self, document: Document, place: HitExtent) -> tuple[Span, ...]:
        """The line that the query names, if the hit has it."""
        frame = self.frames.get(document.head.path)
        return inside(place, span_of(frame, document) if frame else None)


def snippet_words(run: Run, hits: Hits) -> SnippetWords:
    """What the snippets of these hits show of the query."""
    where = run.query.where
    # Where calls: or explains: selected a place, its name is there: it counts for the snippet alone.
    referred = referred_names(where)
    spotter = spot_matcher(run, *referred)
    return SnippetWords(
        spotter=spotter,
        quoted=phrases(where, in_passages=False),
        name=_compound_name(where),
        conditions=text_conditions(where),
        default=setting_of_default(natural_text(where)),
        frames=frames_of(run, hits),
        referred=referred,
        lines=resolved_lines(run.where),
        in_file=_without_file_names(spotter, hits, run),
    )


def _without_file_names(spotter: TermMatcher, hits: Hits, run: Run) -> Mapping[str, TermMatcher]:
    """By document of which the query writes the file name, what finds the other words of the query."""
    names = file_names_in(natural_text(run.query.where))
    if not names:
        return {}
    found = files_named(names, (hit.head.path for hit in hits), run.vaults)
    others = {name: spotter.stems.difference(*map(spotter.stems_of, words(name))) for name in found}
    return {path: spotter.of(others[name]) for name, paths in found.items() if others[name] for path in paths}


def inside(place: HitExtent, span: Span | None) -> tuple[Span, ...]:
    """The span, if there is one that begins in what the hit stands for."""
    return (span,) if span and place.ranked[0] <= span[0] < place.ranked[1] else ()


def _compound_name(where: Expr) -> tuple[str, ...]:
    """The query if it is one name with several parts: it counts more as a whole than its parts beside each other."""
    text = natural_text(where)
    if len(text.split()) != 1 or UNSPACED.search(text):
        return ()
    return (text,) if sum(len(word_tokens(word)) for word in words(text)) > 1 else ()
