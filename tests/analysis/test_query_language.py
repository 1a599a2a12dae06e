"""The language of a query."""

from __future__ import annotations

import pytest

from dowse.analysis.query_language import languages_of


@pytest.mark.parametrize(
    ("query", "languages"),
    [
        ("Wie kann ich eine Datei hochladen?", ("de",)),
        ("¿Cómo puedo subir un archivo?", ("es",)),
        ("Jak zarabiać na open source?", ("cs", "pl")),  # both have these stop words
        ("ファイルのアップロード", ("ja",)),
        ("非同期処理", ("zh", "ja")),
        ("파일 업로드", ("ko",)),
        ("змінні середовища", ("uk",)),
        ("переменные окружения", ("ru",)),
        ("зависмости с yield", ("ru", "uk", "bg", "sr", "kk")),
        ("how do I upload a file", ("en",)),
        ("which licence", ("en",)),
        ("CORS", ()),
        ("behind a proxy", ()),
        ("π as a constant", ()),
        ("", ()),
    ],
)
def test_the_script_or_the_stop_words_tell_the_language(query: str, languages: tuple[str, ...]) -> None:
    assert languages_of(query) == languages
