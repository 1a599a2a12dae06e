"""The query in another form of words that no document contains, or few: *indexing* for *indexes*."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...analysis.folding import fold, unaccented
from ...analysis.tokens import spans, stem
from ...model.correction import Correction
from ...ports.pipeline import Run
from ...query.ast import And, Expr, Leaf, Note, Query, Should, Word, replaced
from ...retrieval.keyword import inflected_terms_of


def with_other_forms(query: Query, found: Mapping[str, Correction | None], run: Run) -> tuple[Query, Note] | None:
    """The query with another form of each unknown word of which the index has one, and a note; None without any.

    A natural word that few documents contain has the form beside it, unless it counts in this form in any case.  A
    quotation means its words as they are.
    """
    forms = _uncounted({word: each for word, each in found.items() if each and not each.distance}, run)
    used: dict[str, Correction] = {}

    def in_other_form(text: str) -> str:
        for start, end, written in reversed(tuple(spans(text))):
            if (form := forms.get(unaccented(written))) and not form.typed:
                used[written] = form
                text = text[:start] + form.word + text[end:]
        return text

    def replacement(leaf: Leaf) -> Expr:
        match leaf:
            case Word(text):
                return Word(in_other_form(text))
            case Should(Word(text)) if (form := forms.get(unaccented(text))) and form.typed:
                used[text] = form
                return And((leaf, Should(Word(form.word))))
            case Should(Word(text)):
                return Should(Word(in_other_form(text)))
            case _:
                return leaf

    where = replaced(query.where, replacement) if forms else query.where
    if not used:
        return None
    said = "; ".join(_searched_for(word, form) for word, form in used.items())
    return replace(query, where=where), Note(max(0, query.text.find(next(iter(used)))), said, is_about_index=True)


def _uncounted(forms: Mapping[str, Correction], run: Run) -> Mapping[str, Correction]:
    """The forms without those of words that documents contain and that count in these forms in any case."""
    if not any(form.typed for form in forms.values()):
        return forms
    counted = dict(inflected_terms_of(run))
    return {
        word: form
        for word, form in forms.items()
        if not form.typed or stem(fold(form.word)) not in counted.get(stem(fold(word)), ())
    }


def _searched_for(word: str, form: Correction) -> str:
    if form.typed:
        return f"few documents contain {word!r}, searched for {form.word!r}, too"
    return f"no document contains {word!r}, searched for {form.word!r}"
