"""Notes on questions that a field of the query language answers, "who calls url_for" asks for calls:url_for, and on
those for tests of a symbol that no test has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ...model.lazy_pattern import lazy_pattern
from ...ports.pipeline import Run
from ...query.ast import Note
from ...query.extract import natural_text
from ...stages.code.symbol_tests import has_tests, untested_names

_WHO = r"(?:who|what|which(?: \w+)?|where)"
_NAME = r"`?([A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*)(?:\(\))?`?"
_PLACE = r"(?:functions?|methods?|places|code|files?|modules?)(?: (?:that|which))?"
_TYPE = r"(?:all )?(?:class(?:es)?|exceptions?|errors?|types?|interfaces?|structs?|subclass(?:es)?)"
_EXTENDS = (
    "(?:extend(?:s|ing)?|implement(?:s|ing)?|inherit(?:s|ing)? from|subclass(?:es|ing)?|deriv(?:es?|ed|ing) from"
    "|based on)"
)
_FIELDS = tuple(  # in the order in which they are tried; the name is the only group
    (field, lazy_pattern(rf"\s*{form}\s*\??\s*", re.IGNORECASE))
    for field, form in (
        ("calls", rf"{_WHO} (?:calls?|uses?|invokes?) {_NAME}"),
        ("calls", rf"(?:all )?(?:callers|calls|uses|usages) of {_NAME}"),
        ("calls", rf"(?:all )?{_PLACE} (?:call(?:s|ing)?|us(?:es?|ing)|invok(?:es?|ing)) {_NAME}"),
        ("calls", rf"where (?:is|are) {_NAME} (?:called|used|invoked)"),
        ("extends", rf"{_WHO} (?:extends?|implements?|inherits? from|subclasses) {_NAME}"),
        ("extends", rf"(?:all )?(?:subclasses|implementations|implementers|descendants) of {_NAME}"),
        ("extends", rf"{_TYPE} (?:(?:that|which) )?{_EXTENDS} {_NAME}"),
        ("extends", rf"(?:all )?(?:derived|child) (?:class(?:es)?|types?) of {_NAME}"),
        ("imports", rf"{_WHO} imports? {_NAME}"),
        ("imports", rf"(?:all )?(?:files?|modules?)(?: (?:that|which))? import(?:s|ing)? {_NAME}"),
    )
)
# Of which a question for the field has one, so that other queries compile no form.
_STEMS: Mapping[str, tuple[str, ...]] = {
    "calls": (" call", " us", " invo"),
    "extends": (" extend", " implement", " inherit", " subclass", " deriv", " based on ", " descendant", " child "),
    "imports": (" import",),
}
_FOUND = {"calls": "the places that call it", "extends": "the types based on it", "imports": "the files that import it"}


def question_notes(run: Run) -> Iterator[Note]:
    """The note on a question for the uses of a symbol of source code, which the words of the question do not find, and
    on one for the tests of a symbol that has none.
    """
    text = natural_text(run.query.where)
    words = f" {text.lower()}"
    if (" test" in words or " spec" in words) and (untested := untested_names(run)) and not has_tests(untested, run):
        yield Note(0, f"no test has the name {' or '.join(map(repr, untested))}", is_about_index=True)
        return
    asking = {field for field, stems in _STEMS.items() if any(stem in words for stem in stems)}
    for field, form in _FIELDS:
        if field in asking and (asked := form.fullmatch(text)) and _is_symbol(asked[1], run):
            yield Note(0, f"{field}:{asked[1]} finds {_FOUND[field]}")
            return


def _is_symbol(name: str, run: Run) -> bool:
    from ..names.symbol_lookup import symbols_named  # noqa: PLC0415  # here, since few queries ask so

    return bool(symbols_named(name, run.reader))
