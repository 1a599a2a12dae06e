"""The language of a query."""

from __future__ import annotations

import pytest

from dowse.analysis.languages.query_language import is_in_other_language, is_in_other_letters, languages_of


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
        ("въведение в Git", ("bg", "ru")),
        ("Қазақ тілі", ("kk",)),
        ("моја питања", ("sr",)),
        ("یہ کیا ہے", ("ur",)),
        ("کتاب", ("ar", "fa", "ur")),
        ("cấu trúc dữ liệu", ("vi",)),
        ("ca\u0302\u0301u tru\u0301c du\u031b\u0303 li\u1ec7u", ("vi",)),
        ("Hồ Chí Minh trail history", ()),
        ("யார்", ("ta",)),
        ("ភាសា", ("km",)),
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
        ("Phở recipe", False),
        ("how do I upload a file", False),
        ("what λόγος means", False),
        ("Überblick", False),
        ("Ärger über Müll", True),
        ("știri și muzică", True),
        ("how Gödel and Erdős met", False),
        ("naïve Bayes", False),
        ("nai\u0308ve cafe\u0301", True),
        ("H₂O CO₂", False),
        ("Δt Δx", False),
        ("1º 2ª", False),
        ("CAT II approach", False),
        ("Han dynasty tai chi", False),
        ("2026", False),
    ],
)
def test_the_letters_or_the_stop_words_tell_that_a_query_is_not_in_english(query: str, is_other: bool) -> None:
    assert is_in_other_language(query) == is_other


@pytest.mark.parametrize(
    ("query", "is_other"),
    [("Hồ Chí Minh trail history", False), ("Phở recipe", False), ("cách cài đặt Docker", True), ("Hồ Chí Minh", True)],
)
def test_most_words_of_a_query_in_vietnamese_have_letters_that_english_lacks(query: str, is_other: bool) -> None:
    assert is_in_other_letters(query) == is_other
