"""The best passages of an answer within a budget of tokens, as input for a language model."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from ..analysis.term_matching import TermMatcher
from ..chunking.spans import paragraphs, sentences, trimmed, words
from ..formats.outline import Outline
from ..formats.registry import outline_of
from ..model.chunk import CountTokens
from ..model.document import Document, Span
from ..model.hit import Hit, Hits
from ..model.line_numbers import line_of
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..query.extract import embedding_text
from ..retrieval.keyword import scoring_words

_PIECE = 800  # bytes that are chosen together, some 200 tokens in any script
_LONGEST_PIECE = 1_200  # bytes; a paragraph above that is cut at sentences, those at words, and those anywhere
_MOST_PIECES = 60  # of one document that are scored
_SCORE_EXPONENT = 3  # the exponent of the score of a piece, relative to the best piece of its document
_LEAST_SHARE = 0.1  # of the score of the best piece; pieces below are left out
_RERANKER_WEIGHT = 0.9  # value of a piece that only the reranker supports, relative to the piece of the snippet
_OVERHEAD = 8  # tokens around a passage: its lines and punctuation


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a document, whole pieces of it."""

    hit: Hit
    headings: tuple[str, ...]  # from the outside in; empty before the first
    section: str  # slug
    line: int  # 1-based, in the file
    end_line: int
    text: str
    tokens: int  # with its headings
    score: float  # that of its best piece


@dataclass(frozen=True, slots=True)
class PackedPassages:
    """The passages within the budget, by document in the order of the hits, then by line; and the size of the rest."""

    excerpts: tuple[Excerpt, ...]
    tokens: int
    left_out: int  # pieces
    left_out_tokens: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """A candidate of the selection."""

    rank: int  # of its hit
    span: Span
    value: float


def pack(hits: Hits, run: Run, budget: int, count_tokens: CountTokens) -> PackedPassages:
    """The most valuable pieces within `budget` tokens; adjacent pieces are one passage.

    A piece is one or more paragraphs of a section.  Its value is the score of its document, times its score by the
    reranker relative to the best piece of the document; the piece of the snippet always has the full value.  Pieces are
    taken by value as long as they fit; a piece that does not fit is skipped, and smaller ones are tried.
    """
    documents = run.reader.documents({hit.ref.doc for hit in hits})
    pieces = sorted(_scored_pieces(hits, documents, run), key=lambda piece: (-piece.value, piece.rank, piece.span))
    min_value = 0.0  # until one fits
    selected: list[_Piece] = []
    used = left_out = left_out_tokens = 0
    for piece in pieces:
        document = documents[hits[piece.rank].ref.doc]
        cost = count_tokens(document.text[slice(*piece.span)])
        if (
            piece.value >= min_value and used + cost + _OVERHEAD <= budget
        ):  # most do not fit: their headings are not read
            overhead = count_tokens(_title(document, piece.span[0])) + _OVERHEAD
            if used + cost + overhead <= budget:
                min_value = min_value or _LEAST_SHARE * piece.value
                selected.append(piece)
                used += cost + overhead
                continue
        left_out, left_out_tokens = left_out + 1, left_out_tokens + cost
    excerpts = tuple(_excerpts(selected, hits, documents, count_tokens))
    return PackedPassages(excerpts, sum(each.tokens for each in excerpts), left_out, left_out_tokens)


def pieces_of(document: Document) -> list[Span]:
    """The body in pieces: paragraphs of one section together, in order; the frontmatter if there is no body."""
    start, end = trimmed(document.text, 0 if not document.body.strip() else document.body_start, len(document.text))
    return list(_pieces(document)) or ([(start, end)] if start < end else [])


def _pieces(document: Document) -> Iterator[Span]:
    outline = outline_of(document.head.path)
    for section in document.units:
        if section.title and _is_heading(document.text[section.start : section.end], outline):
            continue  # a heading alone says nothing that those below it do not
        first = section.start
        for start, end in _segments(document.text, section.start, section.end):
            if _size(document.text, first, end) > _PIECE and not _is_heading(document.text[first:start], outline):
                yield from _trimmed_span(document.text, first, start)
                first = start
        yield from _trimmed_span(document.text, first, section.end)


def headings_at(document: Document, offset: int) -> tuple[str, ...]:
    """The headings above the offset, from the outside in."""
    by_slug = {section.name: section for section in document.units}
    section = next((each for each in reversed(document.units) if each.start <= offset), None)
    titles: list[str] = []
    while section is not None and len(titles) < 7:
        titles.append(section.title)
        section = by_slug.get(section.parent) if section.parent else None
    return tuple(heading for heading in reversed(titles) if heading)


def _segments(text: str, start: int, end: int) -> Iterator[Span]:
    """Paragraphs; sentences of a paragraph too long for a piece; words, or parts of words, of such a sentence."""
    for paragraph in paragraphs(text, start, end):
        if _size(text, *paragraph) <= _LONGEST_PIECE:
            yield paragraph
            continue
        for sentence in sentences(text, *paragraph):
            if _size(text, *sentence) <= _LONGEST_PIECE:
                yield sentence
                continue
            for first, last in words(text, *sentence):
                yield from ((at, min(last, at + _PIECE // 3)) for at in range(first, last, _PIECE // 3))


def _size(text: str, start: int, end: int) -> int:
    """Bytes: a token has about as many in every script, and not as many characters."""
    return len(text[start:end].encode("utf-8", "replace"))


def _is_heading(text: str, outline: Outline) -> bool:
    """Whether the span has only a heading, or nothing."""
    line = text.strip()
    return "\n" not in line and (not line or outline.is_heading(line))


def _trimmed_span(text: str, start: int, end: int) -> Iterator[Span]:
    start, end = trimmed(text, start, end)
    if start < end:
        yield start, end


def _scored_pieces(hits: Hits, documents: Mapping[str, Document], run: Run) -> Iterator[_Piece]:
    """The pieces of all documents with their values."""
    query = embedding_text(run.query.where)
    candidates: dict[int, tuple[Span | None, list[Span]]] = {}
    texts: list[str] = []
    for rank, hit in enumerate(hits):
        if hit.ref.doc in documents:
            document = documents[hit.ref.doc]
            spans = pieces_of(document)
            snippet_span = _snippet_span(hit, document, spans)
            candidates[rank] = snippet_span, _candidate_spans(spans, document, run, keep=snippet_span)
            if len(candidates[rank][1]) > 1:  # one piece needs no comparison
                texts += (document.text[slice(*span)] for span in candidates[rank][1])
    scores = iter(run.scorer.score(query, texts) if run.scorer and query and texts else [0.0] * len(texts))
    for rank, (snippet_span, spans) in candidates.items():
        piece_scores = [max(0.0, float(next(scores))) if len(spans) > 1 else 0.0 for _ in spans]
        best = max(piece_scores, default=0.0)
        for span, score in zip(spans, piece_scores, strict=True):
            share = _RERANKER_WEIGHT * (score / best) ** _SCORE_EXPONENT if best else 0.0
            yield _Piece(rank, span, hits[rank].score * (1.0 if span == snippet_span else share))


def _snippet_span(hit: Hit, document: Document, spans: Sequence[Span]) -> Span | None:
    """The piece of the snippet; the first one without a snippet."""
    if not hit.snippet:
        return spans[0] if spans else None
    following = bisect_right(spans, hit.snippet.line, key=lambda span: line_of(document.text, span[0]))
    return spans[max(0, following - 1)] if spans else None


def _candidate_spans(spans: list[Span], document: Document, run: Run, *, keep: Span | None) -> list[Span]:
    """The pieces in which most different words of the query begin, when there are too many to judge.

    Scans the text once, not once per piece, which took seconds for a long note.
    """
    if len(spans) <= _MOST_PIECES:
        return spans
    matcher = TermMatcher(scoring_words(run.query.where))
    stems: list[set[str]] = [set() for _ in spans]
    for at, _, stem in matcher.marks(document.text, spans[0][0], spans[-1][1]):
        n = bisect_right(spans, at, key=itemgetter(0)) - 1
        if at < spans[n][1]:  # headings without text are between pieces
            stems[n].add(stem)
    best = sorted(range(len(spans)), key=lambda n: (spans[n] != keep, -len(stems[n]), n))[:_MOST_PIECES]
    return [spans[n] for n in sorted(best)]


def _excerpts(
    selected: Iterable[_Piece], hits: Hits, documents: Mapping[str, Document], count_tokens: CountTokens
) -> Iterator[Excerpt]:
    by_rank: defaultdict[int, list[_Piece]] = defaultdict(list)
    for piece in selected:
        by_rank[piece.rank].append(piece)
    for rank, pieces in sorted(by_rank.items()):
        hit = hits[rank]
        document = documents[hit.ref.doc]
        for (start, end), value in _merge_adjacent(pieces, document):
            headings = headings_at(document, start)
            text = document.text[start:end]
            section = next((each.name for each in reversed(document.units) if each.start <= start), "")
            first, last = line_of(document.text, start), line_of(document.text, end - 1)
            tokens = count_tokens(text) + count_tokens(_title(document, start)) + _OVERHEAD
            yield Excerpt(hit, headings, section, first, last, text, tokens, value)


def _title(document: Document, offset: int) -> str:
    """The heading of a passage."""
    return " › ".join((document.head.path, *headings_at(document, offset)))


def _merge_adjacent(pieces: Sequence[_Piece], document: Document) -> Iterator[tuple[Span, float]]:
    """Pieces with nothing but blanks and headings between them as one, with the worth of the best."""
    text, outline = document.text, outline_of(document.head.path)
    ordered = sorted(pieces, key=lambda piece: piece.span)
    start, end, value = *ordered[0].span, ordered[0].value
    for piece in ordered[1:]:
        if all(outline.is_heading(line) for line in text[end : piece.span[0]].split("\n") if line.strip()):
            end, value = piece.span[1], max(value, piece.value)
            continue
        yield (start, end), value
        start, end, value = *piece.span, piece.value
    yield (start, end), value
