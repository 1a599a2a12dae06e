"""The language of a query."""

from __future__ import annotations

import pytest

from dowse.analysis.query_language import is_in_other_language, languages_of


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


@pytest.mark.parametrize(
    ("query", "is_other"),
    [
        ("Wie kann ich eine Datei hochladen?", True),
        ("переменные окружения", True),
        ("απόθεμα", True),
        ("sao lưu dữ liệu", True),
        ("sao lu\u031bu du\u031b\u0303 li\u1ec7u", True),  # composed otherwise
        ("ファイル", True),
        ("how do I upload a file", False),
        ("what λόγος means", False),
        ("Überblick", False),
        ("Ärger über Müll", True),
        ("știri și muzică", True),
        ("how Gödel and Erdős met", False),
        ("naïve Bayes", False),
        ("2026", False),
    ],
)
def test_the_letters_or_the_stop_words_tell_that_a_query_is_not_in_english(query: str, is_other: bool) -> None:
    assert is_in_other_language(query) == is_other
