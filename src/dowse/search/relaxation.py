"""Relaxation of a query that finds nothing: quoted values of a pasted message rank and do not select."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ..query.ast import And, ExactPhrase, Expr, Leaf, Note, Query, Should, Word, replaced
from ..query.extract import phrases, scoring_leaves
from ..query.lex import lex

_MOST_NAMED = 2  # quotations in the note
_LONGEST_NAMED = 40  # characters of one


def without_quotations(query: Query) -> Query | None:
    """The query with the words of its quotations in place of these, and a note; None if it has none beside words.

    A quotation alone, one with a sign and one in a boolean query select in any case.
    """
    selecting = phrases(query.where, in_passages=False)
    if not selecting or not any(map(_is_natural, scoring_leaves(query.where))):
        return None
    quoted: dict[str, int] = {}
    signed: set[str] = set()
    for (before, *_), (shape, text, at, _) in pairwise((("end", "", 0, ""), *lex(query.text))):
        if shape == "phrase":
            quoted.setdefault(text.strip(), at)
            signed |= {text.strip()} if before in {"sign", "not"} else set()
    relaxed = {text: quoted[text] for text in selecting if text in quoted and text not in signed}
    if not relaxed:
        return None

    def ranking(leaf: Leaf) -> Expr:
        if isinstance(leaf, ExactPhrase) and leaf.text in relaxed:
            return And(tuple(Should(Word(word)) for word in leaf.text.split()))
        return leaf

    note = Note(min(relaxed.values()), _hint(list(relaxed)), is_about_index=True)
    return replace(query, where=replaced(query.where, ranking), notes=(*query.notes, note))


def _is_natural(leaf: Expr) -> bool:
    return isinstance(leaf, Should) and isinstance(leaf.item, Word)


def _hint(quoted: list[str]) -> str:
    named = " and ".join(f'"{_cut(text)}"' for text in quoted[:_MOST_NAMED])
    more = f" and {len(quoted) - _MOST_NAMED} more quotations" if len(quoted) > _MOST_NAMED else ""
    return f'nothing found with {named}{more}, whose words only rank; write +"…" to require the phrase'


def _cut(quoted: str) -> str:
    text = " ".join(quoted.split())
    return text if len(text) <= _LONGEST_NAMED else f"{text[:_LONGEST_NAMED]}…"
