"""The best passages of an answer within a budget of tokens, as input for a language model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Literal

from ...analysis.term_matching import matcher_of
from ...formats.registry import outline_of
from ...model.chunk import CountTokens
from ...model.document import Document, Span
from ...model.hit import Hit, Hits
from ...model.line_numbers import line_of
from ...model.value_class import dataclass
from ...ports.pipeline import Run
from ...query.extract import embedding_text
from ...retrieval.keyword import inflected_terms_of, scoring_words
from .passage_budget import OVERHEAD, UNLIMITED, AnswerLimit, TokenBudget
from .passage_candidates import passage_candidates, scored_numbers
from .passage_headings import headings_at, title_at

_SCORE_EXPONENT = 3  # the exponent of the score of a piece, relative to the best piece of its document
_LEAST_SHARE = 0.1  # of the score of the best piece; pieces below are left out
_RERANKER_WEIGHT = 0.9  # value of a piece that only the reranker supports, relative to the piece of the snippet
_MOST_MISSES = 4  # pieces in a row that do not fit; then no smaller one of less value is sought


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
class OmittedPassage:
    """A piece that is too large for the budget or the answer."""

    path: str
    line: int
    end_line: int
    tokens: int  # with its headings
    written_tokens: int  # as the answer contains it


@dataclass(frozen=True, slots=True)
class PackedPassages:
    """The passages within the budget, by document in the order of the hits, then by line; and the size of the rest."""

    excerpts: tuple[Excerpt, ...]
    tokens: int
    left_out: int  # pieces
    left_out_tokens: int  # of those that were not counted an estimate, by their length
    omitted_best: OmittedPassage | None = None  # the best piece of the best hit, if it is left out


@dataclass(frozen=True, slots=True)
class _Piece:
    """A selected piece."""

    rank: int  # of its hit
    span: Span
    value: float
    place: int  # the offset whose headings it has


_PieceKind = Literal[0, 1]  # all pieces of a document besides that of the snippet, before they are scored; one piece
_Entry = tuple[float, _PieceKind, int, int]  # the negative value or its lower bound, the kind, the rank, the number


def pack(
    hits: Hits, run: Run, budget: int, count_tokens: CountTokens, *, written: AnswerLimit = UNLIMITED
) -> PackedPassages:
    """The most valuable pieces within `budget` tokens; adjacent pieces are one passage.

    A piece is one or more paragraphs of a section.  Its value is the score of its document, times its score by the
    reranker relative to the best piece of the document; the piece of the snippet always has the full value.  Pieces are
    taken by value as long as they fit; of those that do not fit a few are skipped, and smaller ones are tried.
    A hit that a filter such as `calls:` selects has only the pieces of its symbol, the one with the call first.
    Without words, as in `tag:finance`, the pieces of each document are taken in their order, of all documents in turn.
    """
    documents = run.reader.documents({hit.ref.doc for hit in hits})
    selection = _Selection(hits, documents, run, TokenBudget(budget, count_tokens, written))
    selection.fill()
    excerpts = tuple(_excerpts(selection.selected, hits, documents, count_tokens))
    used = sum(each.tokens for each in excerpts)
    return PackedPassages(excerpts, used, *selection.left_out(), selection.omitted_best())


class _Selection:
    """The pieces by value. Those of a document are scored once one of them may be the next."""

    def __init__(self, hits: Hits, documents: Mapping[str, Document], run: Run, budget: TokenBudget) -> None:
        self.selected: list[_Piece] = []
        self._hits, self._run, self._budget = hits, run, budget
        self._query = embedding_text(run.query.where)
        self._matcher = matcher_of(tuple(scoring_words(run.query.where)), inflected_terms_of(run))
        self._candidates = dict(passage_candidates(hits, documents, run, self._matcher))
        scored = [rank for rank, each in self._candidates.items() if len(each.spans) > 1 and not each.values]
        self._unscored = sorted(scored, key=lambda rank: -hits[rank].score)
        self._taken: defaultdict[int, set[int]] = defaultdict(set)
        self._entries: list[_Entry] = [
            (-hits[rank].score, 1, rank, each.snippet) for rank, each in self._candidates.items()
        ]
        self._entries += [(-self._bound(rank), 0, rank, 0) for rank in self._unscored]
        self._entries += [
            (-hits[rank].score * value, 1, rank, number)
            for rank, each in self._candidates.items()
            for number, value in enumerate(each.values)
            if number != each.snippet
        ]
        heapify(self._entries)

    def fill(self) -> None:
        """Selects pieces until the budget is used."""
        min_value = 0.0  # until one fits
        misses = 0
        while self._entries and (misses < _MOST_MISSES or not self.selected):
            value, kind, rank, number = heappop(self._entries)
            if -value < min_value:
                return
            if kind == 0:
                self._score_from(rank)
            elif self._take(rank, number, -value):
                min_value, misses = min_value or _LEAST_SHARE * -value, 0
            else:
                misses += 1

    def left_out(self) -> tuple[int, int]:
        """The number of pieces that are not selected, and about the number of their tokens."""
        spans = [span for each in self._candidates.values() for span in each.spans]
        rest = _length(spans) - _length(piece.span for piece in self.selected)
        return len(spans) - len(self.selected), self._budget.estimated_tokens(rest)

    def omitted_best(self) -> OmittedPassage | None:
        """The piece of the snippet of the best hit, if it is not selected."""
        rank, candidate = next(iter(self._candidates.items()), (0, None))
        if candidate is None or candidate.snippet in self._taken[rank]:
            return None
        start, end = candidate.spans[candidate.snippet]
        text = candidate.document.text
        lines = line_of(text, start), line_of(text, end - 1)
        sizes = self._budget.sizes(candidate.document, (start, end), candidate.place(candidate.snippet))
        return OmittedPassage(candidate.document.head.path, *lines, *sizes)

    def _bound(self, rank: int) -> float:
        """The greatest possible value of a piece that is not that of the snippet."""
        return _RERANKER_WEIGHT * self._hits[rank].score if self._run.scorer and self._query else 0.0

    def _last_value(self) -> float:
        """The value of the last piece that would fit if only those of the snippets were taken."""
        left = self._budget.left
        values = [0.0]
        for value, kind, rank, number in sorted(self._entries):
            if kind == 1 and left > 0:
                left -= self._budget.estimated_size(_length([self._candidates[rank].spans[number]]))
                values.append(-value)
        return values[-1] if left <= 0 else 0.0

    def _take(self, rank: int, number: int, value: float) -> bool:
        candidate, taken = self._candidates[rank], self._taken[rank]
        span = candidate.spans[number]
        is_adjacent = number - 1 in taken or number + 1 in taken
        if not self._budget.may_fit(span[1] - span[0]):
            return False
        place = candidate.place(number)
        if not self._budget.take(candidate.document, span, place, is_adjacent=is_adjacent):
            return False
        taken.add(number)
        self.selected.append(_Piece(rank, span, value, place))
        return True

    def _score_from(self, rank: int) -> None:
        """Scores the pieces of the document, unless none can fit, and those of the next documents with it."""
        if rank not in self._unscored:
            return
        last = min(self._bound(rank), self._last_value())
        wave: dict[int, list[int]] = {}
        while self._unscored and self._bound(self._unscored[0]) >= last:
            each = self._unscored.pop(0)
            candidate = self._candidates[each]
            if self._budget.may_fit(min(end - start for start, end in candidate.spans)):
                wave[each] = scored_numbers(candidate, self._matcher)
        texts = [self._candidates[each].text(number) for each, numbers in wave.items() for number in numbers]
        scorer = self._run.scorer
        scores = iter(scorer.score(self._query, texts) if scorer and self._query and texts else [0.0] * len(texts))
        for each, numbers in wave.items():
            of_pieces = [max(0.0, float(next(scores))) for _ in numbers]
            best = max(of_pieces)
            for number, score in zip(numbers, of_pieces, strict=True):
                if number != self._candidates[each].snippet:
                    share = _RERANKER_WEIGHT * (score / best) ** _SCORE_EXPONENT if best else 0.0
                    heappush(self._entries, (-self._hits[each].score * share, 1, each, number))


def _length(spans: Iterable[Span]) -> int:
    """The characters of all."""
    return sum(end - start for start, end in spans)


def _excerpts(
    selected: Iterable[_Piece], hits: Hits, documents: Mapping[str, Document], count_tokens: CountTokens
) -> Iterator[Excerpt]:
    by_rank: defaultdict[int, list[_Piece]] = defaultdict(list)
    for piece in selected:
        by_rank[piece.rank].append(piece)
    for rank, pieces in sorted(by_rank.items()):
        hit = hits[rank]
        document = documents[hit.ref.doc]
        for (start, end), value, place in _merge_adjacent(pieces, document):
            headings = headings_at(document, place)
            text = document.text[start:end]
            section = next((each.name for each in reversed(document.units) if each.start <= place), "")
            first, last = line_of(document.text, start), line_of(document.text, end - 1)
            tokens = count_tokens(text) + count_tokens(title_at(document, place)) + OVERHEAD
            yield Excerpt(hit, headings, section, first, last, text, tokens, value)


def _merge_adjacent(pieces: Sequence[_Piece], document: Document) -> Iterator[tuple[Span, float, int]]:
    """Pieces with nothing but blanks and headings between them as one, with the worth of the best."""
    text, outline = document.text, outline_of(document.head.path)
    ordered = sorted(pieces, key=lambda piece: piece.span)
    start, end, value, place = *ordered[0].span, ordered[0].value, ordered[0].place
    for piece in ordered[1:]:
        if all(outline.is_heading(line) for line in text[end : piece.span[0]].split("\n") if line.strip()):
            end, value = piece.span[1], max(value, piece.value)
            continue
        yield (start, end), value, place
        start, end, value, place = *piece.span, piece.value, piece.place
    yield (start, end), value, place
