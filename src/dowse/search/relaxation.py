"""Relaxation of a query: quotations, `-5` and `/users/` in a pasted message rank and do not select."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from ..analysis.code.source_paths import is_aside_path
from ..model.hit import Hit, Hits
from ..model.lazy_pattern import lazy_pattern
from ..ports.pipeline import Run
from ..query.ast import (
    IS_CODE,
    And,
    ExactPhrase,
    Expr,
    FieldEquals,
    Leaf,
    Not,
    Note,
    Query,
    RegularExpression,
    Should,
    Word,
    replaced,
)
from ..query.extract import phrases, scoring_leaves
from ..query.lex import lex
from ..query.parse import parse
from ..retrieval.messages import has_format_string, has_message
from ..stages.sentence_match import has_sentence, may_be_sentence
from .names.suggest import has_tag, similar_tag

_NOT_FOUND = 'nothing found with {}, whose words only rank; write +"…" to require the phrase'
_OF_MESSAGE = 'source code has the message around {}, whose words only rank; write +"…" to require the phrase'
_AS_TEXT = "source code has the message with {}, which is searched as text"
_IN_NOTE = "a note has the sentence with {}, which is searched as text"
_NO_TAG = "no document has a tag like {}, which is searched as text"
_QUOTATION = lazy_pattern(r'"[^"]*+"')
_OPERATOR = lazy_pattern(r"(?<!\S)(?:AND|OR|NOT)(?!\S)")
_LEAST_OF_SENTENCE = 6  # words of a message with such a word
_LEAST_AROUND = 2  # natural words beside quotations that may be a message
_MOST_NAMED = 2  # quotations in the note
_LONGEST_NAMED = 40  # characters of one


class Relaxation(NamedTuple):
    """A relaxed query, and whether its answer counts only if the first hit has the whole text."""

    query: Query
    needs_text: bool = True


def relaxed_query(query: Query, hits: Hits, run: Run) -> Relaxation | None:
    """The query with the words of its quotations in place of these, and a note, if it has no hit, or source code has
    the format string of the text around them and no hit has that; else None.

    With that format string numbers that the query excludes and regular expressions are words, too, and so are NOT, AND
    and OR in a sentence of a message, or in one that a note contains.  A quotation alone, one with a sign and one in a
    boolean query select otherwise.  Without a hit a tag beside words is a word, too, if no tag is like it: `#gets`.
    """
    if not hits and (of_words := _without_tags(query, run)):
        return Relaxation(of_words, needs_text=False)
    relaxed = _without_quotations(query, _OF_MESSAGE if hits else _NOT_FOUND)
    if relaxed and not hits:
        return Relaxation(relaxed, needs_text=False)
    sentence = _without_operators(query)
    relaxed = _without_conditions(relaxed or query) or relaxed or sentence
    if relaxed is None or any(has_message(hit) and not is_aside_path(hit.ref.doc) for hit in hits):
        return None
    if sentence:
        if has_format_string(query.text, IS_CODE, run.reader, with_values=False):
            return Relaxation(sentence)
        of_note = _without_operators(query, _IN_NOTE) if may_be_sentence(query.text, run.reader) else None
        return Relaxation(of_note) if of_note else None
    is_long = sum(map(_is_natural, scoring_leaves(query.where))) >= _LEAST_AROUND
    around = _QUOTATION.sub('"x"', query.text)  # any value
    return Relaxation(relaxed) if is_long and has_format_string(around, IS_CODE, run.reader) else None


def has_whole_text(hit: Hit) -> bool:
    """Whether the document has the message or the sentence that the query is."""
    return has_message(hit) or has_sentence(hit)


def _without_tags(query: Query, run: Run) -> Query | None:
    """The query with the tags, written with their sign, as words, and a note; None if it has none beside words, one
    that is like a tag of the vault, or one that is no word of a document.
    """
    items = query.where.items if isinstance(query.where, And) else ()
    if "#" not in query.text or sum(map(_is_natural, items)) < _LEAST_AROUND:
        return None
    tokens = pairwise((("end", "", 0, ""), *lex(query.text)))
    written: dict[str, int] = {}
    selecting = set[str]()  # with a sign before, or as `tag:x`
    for (before, *_), (shape, text, at, value) in tokens:
        if shape == "field" or (shape == "tag" and before == "sign"):
            selecting.add((value or "") if shape == "field" else text)
        elif shape == "tag":
            written[text] = at
    tags = {item.value for item in items if isinstance(item, FieldEquals) and item.field == "tag"}
    tags &= written.keys() - selecting
    listed = run.reader.vocabulary("tag") if tags else ()
    if not tags or any(has_tag(tag, listed) or similar_tag(tag, listed) for tag in tags):
        return None
    if not all(run.reader.count(Word(tag)) for tag in tags):
        return None
    texts: dict[Expr, Expr] = {FieldEquals("tag", tag): Should(Word(tag)) for tag in tags}
    named = sorted(tags, key=written.__getitem__)
    note = Note(written[named[0]], _NO_TAG.format(_listed(named, "#{}", " more")), is_about_index=True)
    relaxed = And(tuple(texts.get(item, item) for item in items))
    return replace(query, where=relaxed, notes=(*query.notes, note))


def _without_operators(query: Query, hint: str = _AS_TEXT) -> Query | None:
    """The query with AND, OR and NOT as words, with a note; None without one in a sentence."""
    operator = _OPERATOR.search(query.text)
    if operator is None or '"' in query.text or len(query.text.split()) < _LEAST_OF_SENTENCE:
        return None
    forms = (form.format(operator[0]) for form in (_AS_TEXT, _IN_NOTE))
    if not {note.hint for note in query.notes}.isdisjoint(forms):
        return None  # relaxed so: to read the text again would undo what has been relaxed since
    read = parse(_OPERATOR.sub(lambda found: found[0].lower(), query.text))
    if read.where == query.where:
        return None
    note = Note(operator.start(), hint.format(operator[0]), is_about_index=True)
    return replace(query, where=read.where, notes=(*read.notes, note))


def _without_conditions(query: Query) -> Query | None:
    """The query with the numbers that it excludes and its regular expressions as words, and a note; None if it has none
    of these beside others.
    """
    items = query.where.items if isinstance(query.where, And) else ()
    if not any(isinstance(item, Not | RegularExpression) for item in items):
        return None
    written: dict[str, int] = {}
    texts: dict[Expr, str] = {}
    for (shape, text, at, _), (behind, word, *_) in pairwise((*lex(query.text), ("end", "", 0, ""))):
        if shape == "regex":
            written[text] = at
            texts |= {each: text for each in items if isinstance(each, RegularExpression) and each.pattern in text}
        elif shape == "sign" and text == "-" and behind == "word" and word[0].isdecimal():
            written[f"-{word.rstrip(',.:;')}"] = at
            texts[Not(Word(word))] = word
    if not texts.keys() & set(items):
        return None
    ranking = tuple(Should(Word(texts[item])) if item in texts else item for item in items)
    note = Note(min(written.values()), _AS_TEXT.format(_listed(list(written), "{}", " more")), is_about_index=True)
    return replace(query, where=And(ranking), notes=(*query.notes, note))


def _without_quotations(query: Query, hint: str) -> Query | None:
    """The query without its quotations, as above, with a note of that form; None if it has none beside words."""
    selecting = phrases(query.where, in_passages=False)
    if not selecting or not any(map(_is_natural, scoring_leaves(query.where))):
        return None
    quoted: dict[str, int] = {}
    signed: set[str] = set()
    for (before, *_), (shape, text, at, _) in pairwise((("end", "", 0, ""), *lex(query.text))):
        if shape == "phrase":
            quoted.setdefault(text.strip(), at)
            signed |= {text.strip()} if before == "sign" else set()
    relaxed = {text: quoted[text] for text in selecting if text in quoted and text not in signed}
    if not relaxed:
        return None

    def ranking(leaf: Leaf) -> Expr:
        if isinstance(leaf, ExactPhrase) and leaf.text in relaxed:
            return And(tuple(Should(Word(word)) for word in leaf.text.split()))
        return leaf

    note = Note(min(relaxed.values()), hint.format(_listed(list(relaxed))), is_about_index=True)
    return replace(query, where=replaced(query.where, ranking), notes=(*query.notes, note))


def _is_natural(leaf: Expr) -> bool:
    return isinstance(leaf, Should) and isinstance(leaf.item, Word)


def _listed(texts: list[str], form: str = '"{}"', more: str = " more quotations") -> str:
    named = " and ".join(form.format(_cut(text)) for text in texts[:_MOST_NAMED])
    return f"{named} and {len(texts) - _MOST_NAMED}{more}" if len(texts) > _MOST_NAMED else named


def _cut(quoted: str) -> str:
    text = " ".join(quoted.split())
    return text if len(text) <= _LONGEST_NAMED else f"{text[:_LONGEST_NAMED]}…"
