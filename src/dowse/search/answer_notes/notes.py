"""Notes on an answer, other than those on syntax errors in the query."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from ...analysis.tokens import alternatives, words
from ...model.hit import Hit, Hits
from ...model.kinds import KINDS
from ...ports.pipeline import Run
from ...ports.questions import MatchQuestion, SelectQuestion, VocabularyQuestion
from ...ports.storage import FieldWeights, Question, Reader
from ...query.ast import (
    EMPTY_QUERY,
    And,
    Compare,
    ExactPhrase,
    Expr,
    FieldEquals,
    MatchAll,
    Not,
    Note,
    OneOf,
    Or,
    Property,
    Query,
    SamePassage,
    SymbolCondition,
    Word,
    walk,
)
from ...query.extract import scoring_leaves, scoring_texts, selecting, similarity_targets, text_of
from ...query.fields import LANGUAGES
from ...query.lex import lex
from ...query.select import fact_key, has, holds, path_key, property_key, written_values
from ...query.symbol_match import SYMBOL_KINDS, with_symbols
from ...retrieval.keyword import MOST_WORDS, Keyword, all_words, inflected_words_of, scoring_words
from ..binding import BoundQuery, offset_of_field
from ..names.suggest import SUGGESTED, paths_below, unknown_property_value_message, unknown_value_message
from ..profile import Profile
from ..visibility import VisibilityRule
from .option_exclusions import option_exclusion_notes
from .outcome_notes import is_pinned

SuggestedFilter = FieldEquals | Property | Compare

_CLUSTERS = "communities"  # the directive for clusters, which takes no value
# Values that no index is asked for.
_FIXED: Mapping[str, tuple[str, ...]] = {"kind": (*KINDS, *SYMBOL_KINDS), "lang": tuple(LANGUAGES)}
_OPERATORS = frozenset({"and", "or", "not"})  # shapes
_OPERATOR = re.compile(r"(?<!\S)(?:AND|OR|NOT)(?!\S)")
_MOST_TEXTS = 1_000  # with the name of a property that are compared with an inline field
_MOST_NESTED = 20  # properties inside of another one that are asked for a value
_PUNCTUATION = ".,:;!?"
# Of programming languages, as a word of its own; dashes, dots and most arrows are punctuation, too.
_SIGN = re.compile(r"(?<!\S)(?!(?:[-.]+|[?!]+)(?![^\s,;])|<?-+>|<-)[!$%&*+./:<=>?@\\^|~#-]{2,}(?![^\s?,;])")
_PLAIN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_MOST_OF_QUESTION, _MOST_SIGNS = 12, 3  # words, and signs among them
_SIMILAR_FIELDS = {"kind": "type", "type": "kind"}  # whose values are mistaken for each other
_SCOPES = {
    "under": "{} has no descendants",
    "children": "{} has no children",
    "links": "no document links to {}",
    "linked": "{} links to no document",
    "related": "no document is linked with {}",
}
_COUNTED_SCOPES = {
    "under": ("{} has 1 descendant", "{} has {:,} descendants"),
    "children": ("{} has 1 child", "{} has {:,} children"),
    "links": ("1 document links to {}", "{1:,} documents link to {0}"),
    "linked": ("{} links to 1 document", "{} links to {:,} documents"),
}


def answer_notes(
    selection: Expr,
    bound: BoundQuery,
    hits: Hits,
    run: Run,
    profile: Profile,
    *,
    candidates: Hits,
    lacks_word_match: bool,
) -> Iterator[Note]:
    """Notes by importance; `selection` is that of the query and the options before binding.

    `candidates`: the hits before the stages. `lacks_word_match`: no hit contains a word of the query.
    """
    query = run.query
    count = len(all_words(query.where))
    yield from _query_notes(query, selection, count)
    # A year is also a number: the two conditions have one note on their property.
    yield from dict.fromkeys(_unknown_value_notes(query, selection, (*hits, *candidates), run.reader, bound.folders))
    if not hits:
        yield from _empty_scope_notes(query, selection, bound.original_leaves)
    for reason in _relevant_exclusions(selection, bound, query):
        best = _best_excluded(query, reason.where, run, profile)
        if best is None:
            continue
        if lacks_word_match:
            subject, verb = ("documents with these words", "find") if count else ("the selected documents", "list")
            yield Note(0, f"{subject} are {reason.what}; add {reason.remedy} to {verb} them")
        elif count and reason.is_offered and _is_better(best, hits):
            yield Note(0, f"a better match is {reason.what}; add {reason.remedy} to find it")


def _query_notes(query: Query, selection: Expr, count: int) -> Iterator[Note]:
    """Notes on a query with `count` words, whatever its hits."""
    leaves = scoring_leaves(query.where)
    texts = [text_of(leaf) for leaf in leaves]
    if not texts and not similarity_targets(query.where) and selection == MatchAll() and not query.notes:
        has_settings = query != Query(query.text, query.where)
        lacks = "has only settings; add" if has_settings else "has no words; write"
        archived = "; [archived:true] lists the archived documents" if query.archived is not None else ""
        remedy = f"the query {lacks} a word, a question or a filter such as tag:x{archived}"
        yield Note(0, remedy if query.text.strip() else EMPTY_QUERY)
    if query.text.strip().casefold() == _CLUSTERS:
        yield Note(0, f"for clusters of related documents write {_CLUSTERS}:")
    signs = next(_signs_in_passages(selection), "")
    if texts and not count and not signs and not all(isinstance(leaf, ExactPhrase) for leaf in leaves):
        quoted = f'"{query.text.strip()}" to find it as written, ' if '"' not in query.text else ""
        remedy = f"write {quoted}a word or a filter such as tag:x"
        yield Note(0, f"the query has no letters and no digits to search for; {remedy}")
    if signs:
        yield Note(0, f'{signs} has no letters and no digits, so it excludes nothing; "{signs}" selects it as written')
    if count > MOST_WORDS:
        unit = "words" if count == sum(len(words(text)) for text in texts) else "words and groups of characters"
        yield Note(0, f"the query has {count} {unit}; keyword search uses the first {MOST_WORDS}")
    yield from option_exclusion_notes(query)
    yield from _capital_notes(query.text)
    yield from _sign_notes(query.text)
    if any(_selects_everything(node) for node in walk(query.where) if isinstance(node, Or)):
        yield Note(0, "similar: and like: only rank, so OR with one of them selects every document")


def _signs_in_passages(selection: Expr) -> Iterator[str]:
    """The words of fields such as `task:` that have no letters and no digits."""
    for field in (node for node in walk(selection) if isinstance(node, SamePassage)):
        inner = (node.text for node in walk(field.item) if isinstance(node, Word))
        yield from (word for word in inner if word and not alternatives(word))


def _sign_notes(text: str) -> Iterator[Note]:
    """The note on operators of a programming language between the words of a question: "what does ?. do"."""
    if not _SIGN.search(text):
        return
    tokens = [(shape, written.rstrip("?,;"), at) for shape, written, at, *_ in lex(text)]
    signs = [(written, at) for shape, written, at in tokens if shape == "word" and _SIGN.fullmatch(written)]
    others = [written.strip(_PUNCTUATION) for _, written, _ in tokens if not _SIGN.fullmatch(written)]
    is_prose = len(tokens) <= _MOST_OF_QUESTION and all(shape == "word" for shape, *_ in tokens)
    if signs and len(signs) <= _MOST_SIGNS and is_prose and others and all(map(_PLAIN.fullmatch, others)):
        sign, at = signs[0]
        listed = " and ".join(dict.fromkeys(repr(written) for written, _ in signs))
        yield Note(at, f'signs such as {listed} are not searched; "{sign}" selects the documents that contain it')


def _capital_notes(text: str) -> Iterator[Note]:
    """The note on operators between words that are all in capitals, as in a pasted title: DO NOT EDIT."""
    if not text.isupper() or not _OPERATOR.search(text):  # without reading the query twice
        return
    tokens = list(lex(text))
    written = [word.strip(_PUNCTUATION) for shape, word, *_ in tokens if shape == "word"]
    operators = [(word, at) for shape, word, at, _ in tokens if shape in _OPERATORS]
    has_words_alone = len(written) >= 2 and len(written) + len(operators) == len(tokens)
    if operators and has_words_alone and all(word.isalpha() and word.isupper() for word in written):
        title = _OPERATOR.sub(lambda operator: operator[0].lower(), text.strip())
        word, at = operators[0]
        yield Note(at, f"{word} in capitals is an operator; to search it as a word, write {title!r}")


def excluded_questions(selection: Expr, bound: BoundQuery, run: Run, profile: Profile) -> Iterator[Question]:
    """The questions of `answer_notes` about documents that are left out."""
    for reason in _relevant_exclusions(selection, bound, run.query):
        yield _best_question(run.query, reason.where, run, profile)


def unknown_questions(selection: Expr, hits: Hits, reader: Reader) -> Iterator[Question]:
    """The questions of `answer_notes` about filters that no hit proves to have a value that some document has."""
    optional_leaves = optional_filters(selection)
    for leaf in _suggestible_filters(selection):
        field, _ = _field_and_value(leaf)
        where = with_symbols(leaf)
        if _is_known(leaf, hits, optional_leaves) or (leaf in optional_leaves and reader.select(where, 1)):
            continue
        if not hits:
            yield SelectQuestion(where, 1)
        if field not in _FIXED and (not hits or leaf in optional_leaves):
            yield VocabularyQuestion(field)


def optional_filters(selection: Expr) -> list[SuggestedFilter]:
    """The filters that a document need not meet to be selected, whose values are checked all the same."""
    required = selection.items if isinstance(selection, And) else (selection,)
    return [leaf for leaf in _suggestible_filters(selection) if leaf not in required]


def _relevant_exclusions(selection: Expr, bound: BoundQuery, query: Query) -> tuple[VisibilityRule, ...]:
    has_filter = selection != MatchAll() and not similarity_targets(query.where)
    return bound.exclusions if all_words(query.where) or has_filter else ()


def _empty_scope_notes(query: Query, selection: Expr, original_leaves: Mapping[Expr, Expr]) -> Iterator[Note]:
    """Notes on the scopes of a query without hits, except for names that another note reports as unknown: that a scope
    is empty, or how many documents it has, of which the rest of the query or of the search selects none.
    """
    noted_offsets = {note.at for note in query.notes}
    negated = {leaf for node in walk(selection) if isinstance(node, Not) for leaf in walk(node)}
    is_alone = isinstance(selection, FieldEquals) and not scoring_texts(query.where)
    documents = {leaf: selected.docs for selected, leaf in original_leaves.items() if isinstance(selected, OneOf)}
    for leaf in walk(selection):
        if isinstance(leaf, FieldEquals) and leaf.field in _SCOPES and leaf not in negated:
            offset = offset_of_field(query.text, leaf.field, leaf.value)
            if offset not in noted_offsets:
                hint = _scope_hint(leaf, documents.get(leaf, () if is_alone else None), is_alone=is_alone)
                yield Note(offset, hint, is_about_index=True)


def _scope_hint(scope: FieldEquals, documents: Collection[str] | None, *, is_alone: bool) -> str:
    """That the scope has no documents, or how many, of which the rest of the query selects none; of a scope that is the
    query, none is left by the profile and the documents that are hidden by default.

    None: as another scope of the query.
    """
    none = _SCOPES[scope.field].format(scope.value)
    if documents is None or (documents and scope.field not in _COUNTED_SCOPES):
        return f"{none}, or none that {'this search includes' if is_alone else 'matches the rest of the query'}"
    if not documents:
        return none
    one, several = _COUNTED_SCOPES[scope.field]
    is_one = len(documents) == 1
    counted = (one if is_one else several).format(scope.value, len(documents))
    if is_alone:
        return f"{counted}, {'which' if is_one else 'all of which'} this search leaves out"
    return f"{counted}, {'which does not match' if is_one else 'none of which matches'} the rest of the query"


def _is_better(excluded: Hit, hits: Hits) -> bool:
    """Whether an excluded document matches the words better than all hits, none of which has the query as a name."""
    if hits and is_pinned(hits[0]):
        return False
    return excluded.score > max(map(_words_score, hits), default=0.0)


def _words_score(hit: Hit) -> float:
    return next((reason.value for reason in hit.why if reason.source == "keyword"), 0.0)


def _unknown_value_notes(
    query: Query, selection: Expr, hits: Hits, reader: Reader, folders: Mapping[str, str]
) -> Iterator[Note]:
    """Notes on values that no document has, with the most similar existing value."""
    optional_leaves = optional_filters(selection)
    for leaf in _suggestible_filters(selection):
        field, value = _field_and_value(leaf)
        if _is_known(leaf, hits, optional_leaves) or reader.select(with_symbols(leaf), 1):
            continue
        known = _vocabulary(field, reader)
        if field == "path" and len(paths_below(path_key(value), known)) == 1:
            continue  # the search took the only path that ends so
        if field == "symbol":
            from ..names.unknown_symbol import unknown_symbol_message  # noqa: PLC0415  # here, since few queries need it

            hint = unknown_symbol_message(value, known, reader)
        elif field == "path" and value in folders:
            why = f": {folders[value]}" if folders[value] else ""
            hint = f"no document is indexed in the folder {value.strip()!r}{why}"
        else:
            hint = _of_other_field(field, value, reader) or unknown_value_message(field, value, known)
            hint = f"{hint}{_inline_field(value, reader)}" if hint and field == "property" else hint
        if hint is None and (written := _written_value(leaf)) is not None:
            hint = _unknown_property_value(value, written, known, reader)
        if hint:
            yield Note(offset_of_field(query.text, field, value), hint, is_about_index=True)


def _inline_field(key: str, reader: Reader) -> str:
    """The rest of a message for a property that texts state as an inline field of Dataview; empty without one."""
    stated = ExactPhrase(f"{key.strip()}::")
    has_few = 0 < reader.count(Word(key.strip())) <= _MOST_TEXTS
    return (
        f'; {stated.text} in a text is no property, "{stated.text}" finds it'
        if has_few and reader.select(stated, 1)
        else ""
    )


def _unknown_property_value(key: str, value: str, properties: Sequence[str], reader: Reader) -> str:
    """The message for a value that no document has in the property; a property nested in it may have the value."""
    nested = [other for other in properties if other.startswith(f"{property_key(key)}.")]
    if meant := next((each for each in nested[:_MOST_NESTED] if reader.select(Property(each, value), 1)), ""):
        return f"no document has the value {value.strip()!r} in the property {key!r}; did you mean [{meant}:{value}]?"

    def as_written(known: str) -> str:
        holders = reader.select(Property(key, known), 1)
        written = (each for hit in holders for each in written_values(hit.head, key) if fact_key(each) == known)
        return next(written, known)

    known = reader.vocabulary(f"[{property_key(key)}]")
    return unknown_property_value_message(key, value, known, nested, as_written)


def _written_value(leaf: SuggestedFilter) -> str | None:
    """The value that the property must have; None for any other range and for a field."""
    if isinstance(leaf, Compare):
        return leaf.written or None
    return leaf.value if isinstance(leaf, Property) else None


def _of_other_field(field: str, value: str, reader: Reader) -> str | None:
    """The message for a kind that is a type of documents, or a type that is a kind; None for any other value."""
    other = _SIMILAR_FIELDS.get(field)
    if other is None or not reader.select(with_symbols(FieldEquals(other, value)), 1):
        return None
    name = value.strip()
    meant = f'{other}:"{name}"' if " " in name else f"{other}:{name}"
    return f"no document has the {field} {name!r}; did you mean {meant}?"


def _suggestible_filters(selection: Expr) -> list[SuggestedFilter]:
    """The filters of which another value may be suggested, each once."""
    leaves = dict.fromkeys(node for node in walk(selection) if isinstance(node, FieldEquals | Property | Compare))
    return [leaf for leaf in leaves if _field_and_value(leaf)[0] in SUGGESTED]


def _field_and_value(leaf: FieldEquals | Property | Compare) -> tuple[str, str]:
    """The field and the value to look up; for a property its name, since its values are free."""
    return (leaf.field, leaf.value) if isinstance(leaf, FieldEquals) else ("property", leaf.key)


def _is_known(leaf: SuggestedFilter, hits: Hits, optional_leaves: Sequence[SuggestedFilter]) -> bool:
    """Whether the hits show that some document has the value."""
    if isinstance(with_symbols(leaf), SymbolCondition):  # a head does not list symbols
        return bool(hits) and leaf not in optional_leaves
    return any(_has_value(hit, leaf) for hit in hits)


def _has_value(hit: Hit, leaf: FieldEquals | Property | Compare) -> bool:
    return holds(leaf.field, leaf.value, hit.head) if isinstance(leaf, FieldEquals) else has(leaf.key, None, hit.head)


def _selects_everything(alternatives: Or) -> bool:
    """Whether one side only ranks while another selects."""
    return selecting(alternatives) == MatchAll() and any(selecting(item) != MatchAll() for item in alternatives.items)


def _vocabulary(field: str, reader: Reader) -> tuple[str, ...]:
    return _FIXED[field] if field in _FIXED else tuple(reader.vocabulary(field))


def _best_excluded(query: Query, where: Expr, run: Run, profile: Profile) -> Hit | None:
    """The document within `where` with the best BM25 score; any for a query without words, None without documents."""
    return next(iter(_best_question(query, where, run, profile).of(run.reader)), None)


def _best_question(query: Query, where: Expr, run: Run, profile: Profile) -> MatchQuestion | SelectQuestion:
    terms = tuple(scoring_words(query.where)[:MOST_WORDS])
    if not terms:
        return SelectQuestion(where, 1)
    keyword = (each for each in profile.retrievers if isinstance(each, Keyword))
    weights = next((each.weights_in(run.reader) for each in keyword), FieldWeights())
    return MatchQuestion(terms, where, 1, weights, inflected_words_of(query))
