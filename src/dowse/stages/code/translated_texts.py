"""Files with the texts of a program in other languages, such as `locales/de.json` beside `locales/en.json`."""

from __future__ import annotations

from collections.abc import Collection

from ...analysis.languages.query_language import languages_of
from ...analysis.languages.translated_paths import ORIGINAL, texts_of_program
from ...model.hit import Hits, keyword_score

_AS_GOOD = 0.8  # of its keyword score the original has as much, so that the words of the query are those of both
_WORDS = """
    i18n l10n language languages locale locales localisation localised localization localized translate translated
    translation translations
"""
_ASKED_FOR = frozenset(_WORDS.split())


def translated_texts(hits: Hits, query: str, asked: Collection[str]) -> Collection[str]:
    """The documents with translated texts whose original, in English or without a code, has the words of the query.

    These are the keys of the texts, or texts not translated yet.  `asked` are the words of the query, of which one such
    as "locale" asks for them, too; one in the language of the texts is for them.
    """
    found = [(hit, texts) for hit in hits if hit.head.kind == "code" and (texts := texts_of_program(hit.head.path))]
    if not found or not _ASKED_FOR.isdisjoint(asked):
        return ()
    pages = {texts.page for _, texts in found}
    originals = [(hit.head.path, hit) for hit in hits if hit.head.path in pages]
    originals += [(texts.page, hit) for hit, texts in found if texts.language == ORIGINAL]
    best = dict[str, float]()  # keyword score of the original, by page
    for page, hit in originals:
        best[page] = max(keyword_score(hit), best.get(page, 0.0))
    read = (ORIGINAL, *languages_of(query))
    others = [(hit, texts) for hit, texts in found if texts.language not in read and texts.page in best]
    return {hit.ref.doc for hit, texts in others if best[texts.page] >= _AS_GOOD * keyword_score(hit)}
