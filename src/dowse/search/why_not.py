"""Why a document is not among the hits: the step that dropped it, with numbers, and the smallest effective change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from ..analysis.folding import unspaced
from ..analysis.tokens import stem, tokens
from ..model.document import Document
from ..model.errors import RefError
from ..model.hit import Hits
from ..model.search_mode import MODES
from ..ports.pipeline import Retriever
from ..ports.storage import Reader
from ..query.ast import And, Expr, OneOf, Query, Should, Word
from ..query.extract import conjunction
from ..query.parse import parse
from ..retrieval.expansion import telling_words
from ..retrieval.keyword import Keyword, scoring_words
from ..retrieval.semantic import Semantic
from ..stages.limit import Limit
from ..stages.min_score import MinScore
from .exclusion_reasons import freed, obstacles
from .execute import Answer, Execution
from .plan import Request
from .profile_docs import name_of
from .reference import found, nothing
from .trace import TraceStep

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


def why_not(ref: str, request: Request, reader: Reader, ask: SearchFunction) -> WhyNot:
    """The outcome of the search for the document `ref`. `ask` runs a search.  Raises RefError for an unknown `ref`."""
    document = _document(ref, reader)
    query = parse(request.text)
    case = _Case(document, request, query, ask(request), ask)
    rank = case.rank(case.answer)
    if rank is not None:
        return WhyNot(case.path, rank, reasons=(f"hit {rank} of {len(case.answer.hits)}",))
    if not reader.select(conjunction(case.answer.where, OneOf(frozenset({case.path}))), 1):
        return case.not_selected()
    lost = next((step for step in case.answer.steps if case.went_in(step) and not case.is_in(step.hits)), None)
    return case.lost_at(lost) if lost else case.in_no_list()


def _document(ref: str, reader: Reader) -> Document:
    named = found(ref, reader)
    if named is None or named.ref is None:
        raise RefError(named.hint if named else nothing(ref, reader))
    return reader.documents((named.ref.doc,))[named.ref.doc]


@dataclass(frozen=True, slots=True)
class _Case:
    """One document and a search."""

    document: Document
    request: Request
    query: Query
    execution: Execution
    ask: SearchFunction

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

    def went_in(self, step: TraceStep) -> bool:
        return any(self.is_in(hits) for hits in step.given)

    def not_selected(self) -> WhyNot:
        """A filter excludes the document: the filters, and the rank without them."""
        found_ = obstacles(self.path, self.request, self.query, self.execution)
        request, query = freed(found_, self.request, self.query)
        changes = ", ".join(each.change for each in found_)
        remedies = self._tried([(changes, request, query)]) or self._tried(self._more(changes, request, query))
        return WhyNot(self.path, None, "filter", tuple(each.reason for each in found_), tuple(remedies))

    def lost_at(self, step: TraceStep) -> WhyNot:
        """A stage dropped the document."""
        place, score = next(
            (rank, hit.score) for hits in step.given for rank, hit in enumerate(hits, 1) if hit.ref.doc == self.path
        )
        about = f" ({step.about})" if step.about else ""
        reason = f"dropped by {step.name}{about}: it ranked {place} of {step.before} (score {score:.3f})"
        changes: list[tuple[str, Request, Query]] = []
        if step.name == name_of(Limit()):
            changes += self._longer(place)
        if step.name == name_of(MinScore()) and self.request.min_score is not None:
            least = int(score * 100) / 100
            changes.append((f"--min-score {least:.2f}", replace(self.request, min_score=least), self.query))
        remedies = (*self._tried(changes), *self._tried(self._words(), most=1))
        return WhyNot(self.path, None, step.name, (reason, *self._held()), remedies)

    def in_no_list(self) -> WhyNot:
        """No candidate list contains the document."""
        reasons = (reason for each in self.answer.planned.retrievers for reason in self._below(each))
        remedies = self._tried(self._words(), most=1) or self._tried([*self._modes(), self._title()], most=1)
        return WhyNot(self.path, None, "lists", (*self._held(), *reasons), tuple(remedies))

    def _below(self, retriever: Retriever) -> Iterator[str]:
        """The rank of the document in a longer list of the retriever."""
        if not isinstance(retriever, Keyword | Semantic):
            return
        longer = replace(retriever, limit=_DEEPEST)(self.execution.run)
        what = "cosine" if isinstance(retriever, Semantic) else "BM25"
        place = next((n for n, hit in enumerate(longer) if hit.ref.doc == self.path), None)
        if place is None:
            if isinstance(retriever, Semantic):
                far = (
                    f"not among the first {_DEEPEST:,} candidates"
                    if len(longer) >= _DEEPEST
                    else "the similarity is too low"
                )
                yield f"{retriever.name}: {far}"
        elif place >= retriever.limit:
            last = longer[retriever.limit - 1].score
            yield (
                f"{retriever.name}: {what} {longer[place].score:.3f} at rank {place + 1}; "
                f"the list ends at rank {retriever.limit} with {last:.3f}"
            )

    def _held(self) -> tuple[str, ...]:
        """The words of the query that the document contains, and those that it lacks."""
        asked = {stem(word): word for word in scoring_words(self.query.where)}
        if not asked:
            return ()
        head = self.document.head
        text = " ".join((head.path, head.title, *head.tags, *head.aliases, self.document.text))
        stems = {each for token in tokens(text) for each in token}
        held = [word for key, word in asked.items() if key in stems]
        lacking = [word for key, word in asked.items() if key not in stems]
        if not held:
            return (f"the document contains none of the words {_rejoined(lacking)}",)
        return (f"the document contains {_rejoined(held)}" + (f", but not {_rejoined(lacking)}" if lacking else ""),)

    def _longer(self, place: int) -> Iterator[tuple[str, Request, Query]]:
        if place > MOST_ASKED:
            return
        if self.query.limit:
            yield f"limit:{place}", self.request, replace(self.query, limit=place)
        else:
            yield f"--limit {place}", replace(self.request, limit=place), self.query

    def _words(self) -> Iterator[tuple[str, Request, Query]]:
        """The query with one more word of the document, words of the title first."""
        known = {stem(word) for word in scoring_words(self.query.where)}
        reader = self.execution.run.reader
        told = [
            *telling_words([self.document.head.title], known, reader),
            *telling_words([self.document.text], known, reader),
        ]
        for word in list(dict.fromkeys(told))[:_MOST_TRIED]:
            yield f"add “{word}”", self.request, replace(self.query, where=_with(self.query.where, word))

    def _modes(self) -> Iterator[tuple[str, Request, Query]]:
        for mode in MODES:
            if mode != self.request.mode:
                yield f"--mode {mode}", replace(self.request, mode=mode), self.query

    def _title(self) -> tuple[str, Request, Query]:
        title = self.document.head.title
        return f"search for its title: {title}", replace(self.request, text=title), parse(title)

    def _more(self, changes: str, request: Request, query: Query) -> Iterator[tuple[str, Request, Query]]:
        limit = min(MOST_ASKED, 10 * self.answer.limit)
        yield f"{changes}, --limit {limit}", replace(request, limit=limit), replace(query, limit=None)

    def _tried(self, changes: Iterable[tuple[str, Request, Query]], *, most: int = 3) -> list[SuggestedChange]:
        """The changes that make the document a hit, up to `most`."""
        helped: list[SuggestedChange] = []
        for change, request, query in changes:
            rank = self.rank(self.ask(replace(request, read=query)).answer) if len(helped) < most else None
            if rank is not None:
                helped.append(SuggestedChange(change, rank))
        return helped


def _rejoined(words: Iterable[str]) -> str:
    """The words between commas; overlapping pairs of characters as the run that they come from."""
    runs: list[str] = []
    for word in words:
        if runs and len(word) == 2 and unspaced(word[0]) and runs[-1].endswith(word[0]):
            runs[-1] += word[1]
        else:
            runs.append(word)
    return ", ".join(runs)


def _with(where: Expr, word: str) -> Expr:
    return conjunction(where, Should(Word(word))) if isinstance(where, And) else And((where, Should(Word(word))))
