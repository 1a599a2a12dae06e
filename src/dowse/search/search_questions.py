"""What a search asks the index, collected so that each wave of questions is one round trip.

The first wave needs the query alone, and opens the snapshot; the second what scopes and `like:` name (`binding`); the
third the filters, and brings the candidates; the fourth the candidates in one list, and brings what the stages read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..analysis.name_spans import name_spans
from ..analysis.versioned_paths import may_be_versioned
from ..graph.addresses import label_key, stated_label
from ..model.errors import ModelError
from ..model.hit import Hits
from ..ports.pipeline import Run, Stage, has_role
from ..ports.question_recorder import QuestionRecorder
from ..ports.questions import CalledQuestion, InflectedTermsQuestion, LengthsQuestion, NamedQuestion, SelectQuestion
from ..ports.storage import Question
from ..query.ast import Expr, Query
from ..query.extract import conjunction, is_by_similarity, names, natural_text, selecting, similarity_targets
from ..query.parse import parse
from ..retrieval.keyword import inflected_words_of
from ..stages.translations import has_translations
from .answer_notes.notes import excluded_questions
from .answer_notes.property_notes import property_questions
from .answer_notes.unknown_values import optional_filters, unknown_questions
from .binding import BoundQuery, paths_of
from .bracketed_text import bracket_questions
from .corrections.unknown_words import unknown_word_questions
from .hit_count import count_questions
from .plan import Request
from .profile import Profile
from .scopes.query_scopes import scopes_of
from .visibility import possible_exclusions


def opening_questions(request: Request) -> list[Question]:
    """The first wave: what is asked before anything is looked up."""
    query = request.read or parse(request.text)
    selection = conjunction(selecting(query.where), request.where)
    includes_archived = request.archived if query.archived is None else query.archived
    recorder = QuestionRecorder()
    if named := (*(scope.value for scope in scopes_of(selection)), *similarity_targets(query.where)):
        from .names.reference import find_reference  # noqa: PLC0415  # here, since few queries name documents

        for name in named:
            find_reference(name, recorder)
    return [
        LengthsQuestion(),
        *(SelectQuestion(reason.where, 1) for reason in possible_exclusions(selection, archived=includes_archived)),
        *(SelectQuestion(leaf, 1) for leaf in (*paths_of(selection), *optional_filters(selection))),
        *bracket_questions(query),
        *_name_questions(names(query.where)),
        *_called_questions(request, query),
        *_expansion_questions(request, query),
        *recorder.questions,
    ]


def _name_questions(named: Sequence[str]) -> Iterable[Question]:
    """The questions of the stage `pin`."""
    if named:
        yield from map(NamedQuestion, named)
        yield CalledQuestion(tuple(label_key(stated_label(name)) for name in named))


def _called_questions(request: Request, query: Query) -> Iterable[Question]:
    """The question of the stage `name_match`, which a search by meaning alone does without."""
    if request.mode != "vector" and not is_by_similarity(query.where):
        yield CalledQuestion(tuple(name_spans(natural_text(query.where))))


def _expansion_questions(request: Request, query: Query) -> Iterable[Question]:
    """The question of the rewrite `expansion`, before which there is no other wave."""
    inflected = inflected_words_of(query)
    if request.expand and inflected.words:
        yield InflectedTermsQuestion(inflected)


def candidate_questions(
    profile: Profile, run: Run, selection: Expr, scope: BoundQuery, *, selected: int = 0
) -> list[Question]:
    """The third wave: the lists, the best of what is left out, and so many selected documents."""
    questions = [question for each in profile.retrievers for question in _component_questions(each, (), run)]
    if selected:
        questions.append(SelectQuestion(run.where, selected))
    return [*questions, *unknown_word_questions(profile, run), *excluded_questions(selection, scope, run, profile)]


def stage_questions(profile: Profile, run: Run, selection: Expr, hits: Hits) -> list[Question]:
    """The fourth wave: what the stages read of these hits, and whether a filter has a value that no document has."""
    questions: list[Question] = [*unknown_questions(selection, hits, run.reader), *count_questions(profile, run)]
    questions += property_questions(profile, run)
    for each in profile.stages:
        questions += _component_questions(each, hits, run)
        if has_role(each, "duplicates"):
            recorder = QuestionRecorder()
            hits = _without_duplicates(each, hits, replace(run, reader=recorder))
            questions += recorder.questions  # and the stages after it read the hits that move up
    return questions


def _without_duplicates(stage: Stage, hits: Hits, run: Run) -> Hits:
    """The best hits that the stage keeps: those that are shown, or more."""
    first = hits[: 2 * run.limit]
    if has_translations(first, run.vaults) or may_be_versioned(hit.head.path for hit in hits):
        return stage(hits, run)  # one from below may stand for those above
    best = stage(first, run)  # what it keeps of the first hits does not depend on the others
    return best if len(best) >= run.limit else stage(hits, run)


def _component_questions(step: object, hits: Hits, run: Run) -> Iterable[Question]:
    questions = getattr(step, "questions", None)  # isinstance of a protocol takes 50 times as long
    if questions is None:
        return ()
    try:
        return list(questions(hits, run))
    except ModelError:  # the step itself fails with the same error, and the answer says so
        return ()
