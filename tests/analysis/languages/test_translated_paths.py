"""Paths that say in which language a page is written."""

from __future__ import annotations

import pytest

from dowse.analysis.languages.translated_paths import are_translations, texts_of_program, translations_at


@pytest.mark.parametrize(
    ("path", "page", "language"),
    [
        ("docs/de/docs/page.md", "docs/docs/page.md", "de"),
        ("zh-hant/page.md", "page.md", "zh"),
        ("content/pt_BR/a/page.md", "content/a/page.md", "pt"),
        ("docs/cn/page.md", "docs/page.md", "zh"),
        ("docs.de/a/page.md", "docs/a/page.md", "de"),
        ("web/docs-zh-CN/page.md", "web/docs/page.md", "zh"),
        ("pages.ml/page.md", "pages/page.md", "ml"),
        ("docs/page.fr.md", "docs/page.md", "fr"),
        ("README.zh-CN.md", "README.md", "zh"),
        ("README_ja.md", "README.md", "ja"),
        ("button/index.zh-CN.md", "button/index.md", "zh"),
        ("docs/page_pt-BR.md", "docs/page.md", "pt"),
        ("i18n/fr/docusaurus-plugin-content-docs/current/a/page.md", "docs/a/page.md", "fr"),
        ("web/i18n/fr/docusaurus-plugin-content-docs/version-2.x/p.md", "web/versioned_docs/version-2.x/p.md", "fr"),
        ("i18n/ja/docusaurus-plugin-content-blog/p.md", "blog/p.md", "ja"),
        ("i18n/ja/docusaurus-plugin-content-docs-community/current/p.md", "community/p.md", "ja"),
    ],
)
def test_a_folder_or_an_ending_tells_the_language(path: str, page: str, language: str) -> None:
    assert [(each.page, each.language) for each in translations_at(path)] == [(page, language)]


@pytest.mark.parametrize(
    "path",
    [
        "src/io/page.md",
        "go/page.md",
        "as/page.md",
        "ml/page.md",
        "js/page.md",
        "docs/connect-to.md",
        "docs/what-is-it.md",
        "docs/no-in.md",
        "docs/no-in/page.md",
        "docs/page_de.md",
        "docs/libcurl-ws.md",
        "docs/sasl-ir.md",
        "notes/config.ga.md",
        "de.md",
        "page.de",
        "docs/dev-ops/page.md",
        "docs/.de/page.md",
        "log-in/page.md",
    ],
)
def test_other_names_tell_none(path: str) -> None:
    assert translations_at(path) == ()


def test_a_path_with_two_codes_may_mean_two_pages() -> None:
    assert [each.page for each in translations_at("en/it/page.md")] == ["it/page.md", "en/page.md"]


@pytest.mark.parametrize(
    ("path", "other", "claim"),
    [
        ("docs/de/page.md", "docs/en/page.md", True),
        ("docs/de/page.md", "docs/page.md", True),
        ("docs.de/page.md", "docs/page.md", True),
        ("docs.de/page.md", "docs.fr/page.md", True),
        ("docs/de/page.md", "docs/en/other.md", False),
        ("1/page.md", "2/page.md", False),
        ("page.md", "page.md", False),
    ],
)
def test_two_paths_are_those_of_translations(path: str, other: str, claim: bool) -> None:
    assert are_translations(path, other) == are_translations(other, path) == claim


@pytest.mark.parametrize(
    ("path", "page", "language"),
    [
        ("app/i18n/el/boats.php", "app/i18n//boats.php", "el"),
        ("web/locales/zh-Hans.json", "web/locales/.json", "zh"),
        ("locale/de_DE/LC_MESSAGES/boats.po", "locale//LC_MESSAGES/boats.po", "de"),
        ("config/locales/models/boat.de.yml", "config/locales/models/boat.yml", "de"),
        ("res/values-pt-rBR/strings.xml", "res/values/strings.xml", "pt"),
        ("App/de.lproj/Localizable.strings", "App/.lproj/Localizable.strings", "de"),
        ("Boats.fr.resx", "Boats.resx", "fr"),
        ("boats_de.properties", "boats.properties", "de"),
    ],
)
def test_a_path_of_texts_of_a_program_says_their_language(path: str, page: str, language: str) -> None:
    assert texts_of_program(path) == (page, language)


@pytest.mark.parametrize(
    "path",
    [
        "src/i18n/index.ts",
        "src/i18n/to.ts",
        "src/locale/no-op.ts",
        "locales/boats/is-valid.ts",
        "src/boats.es.js",
        "de.js",
    ],
)
def test_other_paths_are_of_no_texts_of_a_program(path: str) -> None:
    assert texts_of_program(path) is None
