"""Relaxation of a query: quoted values of a pasted message rank and do not select."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ..model.hit import Hits
from ..model.lazy_pattern import lazy_pattern
from ..ports.pipeline import Run
from ..query.ast import And, ExactPhrase, Expr, FieldEquals, Leaf, Note, Query, Should, Word, replaced
from ..query.extract import phrases, scoring_leaves
from ..query.lex import lex
from ..retrieval.messages import has_format_string, has_message

_NOT_FOUND = 'nothing found with {}, whose words only rank; write +"…" to require the phrase'
_OF_MESSAGE = 'source code has the message around {}, whose words only rank; write +"…" to require the phrase'
_CODE = FieldEquals("kind", "code")
_QUOTATION = lazy_pattern(r'"[^"]*+"')
_LEAST_AROUND = 3  # natural words beside quotations that may be a message
_MOST_NAMED = 2  # quotations in the note
_LONGEST_NAMED = 40  # characters of one


def relaxed_query(query: Query, hits: Hits, run: Run) -> Query | None:
    """The query with the words of its quotations in place of these, and a note, if it has no hit, or source code has
    the format string of the text around them and no hit has that; else None.

    A quotation alone, one with a sign and one in a boolean query select in any case.
    """
    if not hits:
        return _without_quotations(query, _NOT_FOUND)
    if '"' not in query.text or any(map(has_message, hits)):
        return None
    is_long = sum(map(_is_natural, scoring_leaves(query.where))) >= _LEAST_AROUND
    relaxed = _without_quotations(query, _OF_MESSAGE) if is_long else None
    around = _QUOTATION.sub('""', query.text)
    return relaxed if relaxed and has_format_string(around, _CODE, run.reader) else None


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


def _listed(quoted: list[str]) -> str:
    named = " and ".join(f'"{_cut(text)}"' for text in quoted[:_MOST_NAMED])
    more = f" and {len(quoted) - _MOST_NAMED} more quotations" if len(quoted) > _MOST_NAMED else ""
    return f"{named}{more}"


def _cut(quoted: str) -> str:
    text = " ".join(quoted.split())
    return text if len(text) <= _LONGEST_NAMED else f"{text[:_LONGEST_NAMED]}…"
