"""Why a document is not among the hits: the step that dropped it, with numbers, and the smallest effective change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import floor

from ...analysis.distinctive_words import whole_word
from ...analysis.folding import fold, unspaced
from ...analysis.spelling.inflection import word_of
from ...analysis.tokens import stem
from ...model.document import Document
from ...model.errors import RefError
from ...model.hit import Hits, cosine_of
from ...model.search_mode import MODES
from ...model.value_class import dataclass
from ...ports.pipeline import Retriever, has_role
from ...ports.storage import Reader
from ...query.ast import EMPTY_QUERY, And, Expr, OneOf, Or, Query, Should, Word
from ...query.extract import conjunction
from ...query.parse import parse
from ...retrieval.expansion import telling_words
from ...retrieval.keyword import Keyword, closed_compounds, inflected_terms_of, scoring_words
from ...retrieval.semantic import Semantic
from ..answer_notes.word_notes import as_written
from ..execute import Answer, Execution
from ..names.reference import find_reference, unknown_name_message
from ..plan import Request
from ..trace import TraceStep
from .exclusion_reasons import find_exclusion_reasons, remove_conditions
from .removal_reasons import removal_reason

MOST_ASKED = 1000  # the maximum of `--limit`
_DEEPEST = 10_000  # candidates of a list
_MOST_TRIED = 6  # words

SearchFunction = Callable[[Request], Execution]


@dataclass(frozen=True, slots=True)
class SuggestedChange:
    """A tested change of the query or of an option, with the resulting rank of the document."""

    change: str
    rank: int  # from 1


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The outcome of a search for one document."""

    path: str
    rank: int | None  # among the hits, from 1; None if it is not a hit
    step: str = ""  # that dropped the document: `filter`, `lists` or the name of a stage
    reasons: tuple[str, ...] = ()
    remedies: tuple[SuggestedChange, ...] = ()  # the smallest change first


def why_not(ref: str, request: Request, reader: Reader, run_search: SearchFunction) -> WhyNot:
    """The outcome of the search for the document `ref`. Raises RefError for an unknown `ref`."""
    document = _document(ref, reader)
    execution = run_search(replace(request, explain=True))
    query = replace(parse(request.text), where=execution.answer.query.where)
    case = _Case(document, request, query, execution, run_search)
    rank = case.rank(case.answer)
    if rank is not None:
        return WhyNot(case.path, rank, reasons=(f"hit {rank} of {len(case.answer.hits)}",))
    if not reader.select(conjunction(case.answer.where, OneOf(frozenset({case.path}))), 1):
        return case.explain_exclusion()
    dropping_step = next(
        (step for step in case.answer.steps if case.was_in_input(step) and not case.is_in(step.hits)), None
    )
    return case.explain_drop(dropping_step) if dropping_step else case.explain_missing()


def _document(ref: str, reader: Reader) -> Document:
    target = find_reference(ref, reader)
    if target is None or target.ref is None:
        raise RefError(target.hint if target else unknown_name_message(ref, reader))
    return reader.documents((target.ref.doc,))[target.ref.doc]


@dataclass(frozen=True, slots=True)
class _Case:
    """One document and a search."""

    document: Document
    request: Request
    query: Query
    execution: Execution
    run_search: SearchFunction

    @property
    def answer(self) -> Answer:
        return self.execution.answer

    @property
    def path(self) -> str:
        return self.document.head.id

    def rank(self, answer: Answer) -> int | None:
        return next((rank for rank, hit in enumerate(answer.hits, start=1) if hit.ref.doc == self.path), None)

    def is_in(self, hits: Hits) -> bool:
        return any(hit.ref.doc == self.path for hit in hits)

    def was_in_input(self, step: TraceStep) -> bool:
        return any(self.is_in(hits) for hits in step.given)

    def explain_exclusion(self) -> WhyNot:
        """A filter excludes the document: the filters, and the rank without them."""
        reasons = find_exclusion_reasons(self.path, self.request, self.query, self.execution)
        request, query = remove_conditions(reasons, self.request, self.query)
        changes = ", ".join(dict.fromkeys(reason.change for reason in reasons))
        remedies = self._effective_changes([(changes, request, query)]) or self._effective_changes(
            self._limit_change(changes, request, query)
        )
        return WhyNot(self.path, None, "filter", tuple(reason.reason for reason in reasons), tuple(remedies))

    def explain_drop(self, step: TraceStep) -> WhyNot:
        """A stage dropped the document."""
        rank, score = next(
            (rank, hit.score) for hits in step.given for rank, hit in enumerate(hits, 1) if hit.ref.doc == self.path
        )
        hit = next(hit for hits in step.given for hit in hits if hit.ref.doc == self.path)
        why = removal_reason(hit, step)
        shown_score = "" if why.startswith("its score") else f" (score {score:.3f})"
        reason = f"it ranked {rank:,} of {step.before:,} before the step {step.name}{shown_score}; {why}"
        changes: list[tuple[str, Request, Query]] = []
        if has_role(step.part, "duplicates"):
            changes.append(("--all", replace(self.request, all=True), self.query))
        if has_role(step.part, "limit"):
            changes += self._limit_changes(rank)
        if has_role(step.part, "threshold"):
            min_score = int(score * 100) / 100
            changes.append((f"--min-score {min_score:.2f}", replace(self.request, min_score=min_score), self.query))
        remedies = (*self._effective_changes(changes), *self._effective_changes(self._word_changes(), max_changes=1))
        return WhyNot(self.path, None, step.name, (reason, *self._word_reasons()), remedies)

    def explain_missing(self) -> WhyNot:
        """No candidate list contains the document."""
        reasons = (reason for each in self.answer.planned.retrievers for reason in self._rank_reasons(each))
        remedies = self._effective_changes(self._word_changes(), max_changes=1) or self._effective_changes(
            [*self._similarity_changes(), *self._mode_changes(), self._title_change()], max_changes=1
        )
        empty = () if self.request.text.strip() else (EMPTY_QUERY,)
        return WhyNot(self.path, None, "lists", (*empty, *self._word_reasons(), *reasons), tuple(remedies))

    def _rank_reasons(self, retriever: Retriever) -> Iterator[str]:
        """The rank of the document in a longer list of the retriever."""
        if not isinstance(retriever, Keyword | Semantic):
            return
        candidates = replace(retriever, limit=_DEEPEST)(self.execution.run)
        what = "dot product" if isinstance(retriever, Semantic) else "BM25"
        position = next((n for n, hit in enumerate(candidates) if hit.ref.doc == self.path), None)
        if position is None:
            if isinstance(retriever, Semantic):
                yield f"{retriever.name}: {self._distance_reason(retriever, len(candidates))}"
        elif position >= retriever.limit:
            last = candidates[retriever.limit - 1].score
            yield (
                f"{retriever.name}: its {what} {candidates[position].score:.3f} has rank {position + 1:,}; "
                f"the list has the first {retriever.limit:,}, down to {last:.3f}"
            )

    def _distance_reason(self, retriever: Semantic, candidates: int) -> str:
        """Why the document is not among the candidates of the retriever, of which there are so many."""
        cosine = self._cosine(retriever)
        if cosine is not None and cosine < retriever.least:
            return f"its cosine {cosine:.3f} is below the minimum {retriever.least:g}"
        if candidates >= _DEEPEST:
            return f"not among the first {_DEEPEST:,} candidates"
        return "the query or the document has no vector"

    def _cosine(self, retriever: Semantic) -> float | None:
        """The best cosine of the document, if it is among the first candidates."""
        candidates = replace(retriever, limit=_DEEPEST, least=-1.0)(self.execution.run)
        return max((cosine_of(hit) for hit in candidates if hit.ref.doc == self.path), default=None)

    def _similarity_changes(self) -> Iterator[tuple[str, Request, Query]]:
        """A minimum cosine that the document reaches."""
        for each in self.answer.planned.retrievers:
            cosine = self._cosine(each) if isinstance(each, Semantic) and each.minimum else None
            if cosine is not None and cosine > 0:
                least = floor(cosine * 100) / 100
                min_score = None if self.request.mode == "vector" else self.request.min_score
                change = replace(self.request, min_similarity=least, min_score=min_score)
                yield f"--min-similarity {least:.2f}", change, self.query

    def _words(self) -> tuple[Sequence[str], Sequence[str]]:
        """The words of the query that the document contains, two of them as one word in notes, and those it lacks."""
        words_by_stem = {stem(fold(word)): word for word in scoring_words(self.query.where)}
        reader, itself = self.execution.run.reader, OneOf(frozenset({self.path}))
        others = dict(inflected_terms_of(self.execution.run))

        def is_contained(own: str, word: str) -> bool:
            in_any_form = Or((Word(word), *(Word(word_of(term)) for term in others.get(own, ()))))
            return reader.count(conjunction(in_any_form, itself)) > 0

        compounds = {
            written: both
            for written, both in closed_compounds(self.query.where).items()
            if self.document.head.kind != "code" and is_contained("", written)
        }
        held = {stem(fold(word)) for both in compounds.values() for word in both}
        contained = [word for own, word in words_by_stem.items() if is_contained(own, word)]
        lacking = [word for own, word in words_by_stem.items() if word not in contained and own not in held]
        contained += compounds
        return as_written(contained, self.query.text), as_written(lacking, self.query.text)

    def _word_reasons(self) -> tuple[str, ...]:
        contained, lacking = self._words()
        if not contained and not lacking:
            return ()
        if not contained:
            lacks = f"none of the words {_join_words(lacking)}" if len(lacking) > 1 else f"no {lacking[0]!r}"
            return (f"the document contains {lacks}",)
        return (
            f"the document contains {_join_words(contained)}"
            + (f", but not {_join_words(lacking)}" if lacking else ""),
        )

    def _limit_changes(self, rank: int) -> Iterator[tuple[str, Request, Query]]:
        if rank > MOST_ASKED:
            return
        if self.query.limit:
            yield f"limit:{rank}", self.request, replace(self.query, limit=rank)
        else:
            yield f"--limit {rank}", replace(self.request, limit=rank), self.query

    def _word_changes(self) -> Iterator[tuple[str, Request, Query]]:
        """The query with one more word of the document: of its title, or of a text that has a word of the query.

        Some rare word of any other text makes the document a hit too, but tells nothing about the query.
        """
        known = {stem(word) for word in scoring_words(self.query.where)}
        reader = self.execution.run.reader
        texts = [self.document.head.title, *([self.document.text] if self._words()[0] else [])]
        folded = fold("\n".join(texts))
        words = (whole_word(word, folded) for text in texts for word in telling_words([text], known, reader))
        for word in list(dict.fromkeys(filter(None, words)))[:_MOST_TRIED]:
            (written,) = as_written([word], "\n".join(texts).lower())
            yield f"add “{written}”", self.request, replace(self.query, where=_add_word(self.query.where, word))

    def _mode_changes(self) -> Iterator[tuple[str, Request, Query]]:
        for mode in MODES:
            if mode != self.request.mode:
                yield f"--mode {mode}", replace(self.request, mode=mode), self.query

    def _title_change(self) -> tuple[str, Request, Query]:
        title = self.document.head.title
        return f"search for its title: {title}", replace(self.request, text=title), parse(title)

    def _limit_change(self, changes: str, request: Request, query: Query) -> Iterator[tuple[str, Request, Query]]:
        limit = min(MOST_ASKED, 10 * self.answer.limit)
        yield f"{changes}, --limit {limit}", replace(request, limit=limit), replace(query, limit=None)

    def _effective_changes(
        self, changes: Iterable[tuple[str, Request, Query]], *, max_changes: int = 3
    ) -> list[SuggestedChange]:
        """The changes that make the document a hit, up to `max_changes`."""
        effective: list[SuggestedChange] = []
        for change, request, query in changes:
            rank = (
                self.rank(self.run_search(replace(request, read=query)).answer)
                if len(effective) < max_changes
                else None
            )
            if rank is not None:
                effective.append(SuggestedChange(change, rank))
        return effective


def _join_words(words: Iterable[str]) -> str:
    """The words between commas; overlapping pairs and threes of characters as the run that they come from."""
    runs: list[str] = []
    for word in words:
        if runs and 2 <= len(word) <= 3 and unspaced(word[0]) and runs[-1].endswith(word[0]):
            runs[-1] += word[1:]
        else:
            runs.append(word)
    return ", ".join(runs)


def _add_word(where: Expr, word: str) -> Expr:
    return conjunction(where, Should(Word(word))) if isinstance(where, And) else And((where, Should(Word(word))))
