"""Translations of one page are folded into the one in the language of the query, or into the original."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from dowse.formats.minhash import signature
from dowse.model.document import Head
from dowse.model.hit import Evidence, Hit, Hits
from dowse.model.kinds import Kind
from dowse.model.ref import Ref
from dowse.ports.question_recorder import QuestionRecorder
from dowse.ports.questions import DocumentsQuestion
from dowse.stages.fold_duplicates import FoldDuplicates
from tests.contract.engines import paths
from tests.making import make
from tests.retrieval.asking import asking, holding


def _hit(path: str, score: float = 0.5, *, keyword: float = 5.0, pin: bool = False, kind: Kind = "note") -> Hit:
    why = (Evidence("keyword", keyword), *((Evidence("pin", 1.0),) if pin else ()))
    return Hit(Ref(path), Head(path, path, kind, path), score, why)


def _folded(*hits: Hit | str, query: str = "kettle", vaults: tuple[str, ...] = ()) -> Hits:
    given = tuple(_hit(each) if isinstance(each, str) else each for each in hits)
    return FoldDuplicates()(given, replace(asking(query, holding()), vaults=vaults))


def test_the_original_stands_for_the_page_with_place_and_score_of_the_best() -> None:
    first, other = _folded(_hit("docs/de/a.md", 0.9), _hit("x.md", 0.7), _hit("docs/en/a.md", 0.6), "docs/fr/a.md")
    assert (first.head.path, first.score, other.head.path) == ("docs/en/a.md", 0.9, "x.md")
    assert first.duplicates == ("docs/de/a.md", "docs/fr/a.md")


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("Wie kann ich eine Datei hochladen?", "docs/de/a.md"),
        ("ファイルのアップロード", "docs/ja/a.md"),
        ("非同期処理", "docs/ja/a.md"),
        ("how do I upload a file", "docs/en/a.md"),
        ("Comment téléverser des fichiers avec les dépendances ?", "docs/en/a.md"),  # which has no page
    ],
)
def test_a_page_in_the_language_of_the_query_comes_before_the_original(query: str, kept: str) -> None:
    assert paths(_folded("docs/ru/a.md", "docs/de/a.md", "docs/ja/a.md", "docs/en/a.md", query=query)) == [kept]


def test_a_page_with_clearly_more_of_the_query_than_the_original_tells_the_language() -> None:
    first = _hit("docs/de/a.md", keyword=9.0), _hit("docs/en/a.md", keyword=5.0)
    assert paths(_folded(*first)) == ["docs/de/a.md"]
    assert paths(_folded(*first, _hit("docs/fr/b.md", keyword=9.0), "docs/en/b.md", "docs/de/b.md")) == [
        "docs/de/a.md",
        "docs/de/b.md",
    ]
    assert paths(_folded(_hit("docs/de/a.md", keyword=5.2), _hit("docs/en/a.md", keyword=5.0))) == ["docs/en/a.md"]


def test_a_page_with_the_query_as_a_heading_tells_the_language() -> None:
    headed, other = _hit("docs/en/a.md", keyword=5.0), _hit("docs/de/a.md", keyword=9.0)
    headed = headed.because("heading_match", 1.0)
    assert paths(_folded(headed, other)) == ["docs/en/a.md"]
    assert paths(_folded(headed, other.because("heading_match", 1.0))) == ["docs/de/a.md"]


def test_a_page_in_two_scripts_of_one_language_tells_no_language() -> None:
    pages = "docs/zh/a.md", "docs/zh-hant/a.md", "docs/zh/b.md", "docs/en/b.md"
    assert paths(_folded(*pages)) == ["docs/zh/a.md", "docs/en/b.md"]


def test_a_page_with_hardly_a_word_of_the_query_does_not_stand_for_one_with_them() -> None:
    query = "what is the dative case"
    hits = _hit("languages/de/cases.md", keyword=9.0), _hit("languages/en/cases.md", 0.4, keyword=0.0)
    assert paths(_folded(*hits, query=query)) == ["languages/de/cases.md"]
    assert paths(_folded(hits[0], _hit("languages/en/cases.md", 0.4, keyword=6.0), query=query)) == [
        "languages/en/cases.md"
    ]


@pytest.mark.parametrize(("others", "kept"), [(120, "docs/en/a.md"), (20, "docs/de/a.md")])
def test_a_page_behind_the_end_of_the_keyword_list_may_have_the_words(others: int, kept: str) -> None:
    original = _hit("docs/en/a.md")._replace(why=())
    hits = _hit("docs/de/a.md", 0.9, keyword=5.2), original, *(_hit(f"{n}.md") for n in range(others))
    assert paths(_folded(*hits))[0] == paths(_folded(*hits, query="what is a kettle"))[0] == kept


def test_a_page_of_which_no_original_is_found_is_the_best() -> None:
    assert paths(_folded("docs/ja/a.md", "docs/zh/a.md")) == ["docs/ja/a.md"]


def test_of_pages_that_the_query_names_one_stands() -> None:
    assert paths(_folded(_hit("docs/de/a.md", pin=True), "docs/en/a.md")) == ["docs/de/a.md"]
    assert paths(_folded(_hit("docs/de/a.md", pin=True), _hit("docs/en/a.md", pin=True))) == ["docs/en/a.md"]


@pytest.mark.parametrize(
    "hits",
    [
        ("docs/guide/a.md", "docs/zh/guide/a.md"),
        ("docs/a.md", "docs/de/a.md", "docs/fr/a.md"),
        ("docs/README.md", "docs/zh/README.md"),
        ("docs/guide/README.md", "docs/fr/guide/README.md", "docs/ko/guide/README.md"),
        ("README.md", "README_de.md"),
        ("README.md", "README.zh-CN.md", "README.ko.md"),
        ("a.md", "a.ja.md"),
        ("docs/a.md", "i18n/fr/docusaurus-plugin-content-docs/current/a.md"),
        ("locales/de/a.md", "locales/fr/a.md"),
        ("pages/a.md", "pages.de/a.md", "pages.fr/a.md"),
        ("web/docs/a.md", "web/docs-zh-CN/a.md"),
    ],
)
def test_a_page_without_a_code_is_the_original(hits: tuple[str, ...]) -> None:
    (kept,) = _folded(*reversed(hits))
    assert (kept.head.path, len(kept.duplicates)) == (hits[0], len(hits) - 1) or hits[0].startswith("locales")


@pytest.mark.parametrize(
    "hits",
    [
        ("countries/de/visa.md", "countries/fr/visa.md"),
        ("countries/visa.md", "countries/it/visa.md"),
        ("countries/README.md", "countries/de/README.md", "countries/fr/README.md"),
        ("linux/install.md", "linux/de/install.md"),
        ("src/a.md", "src/io/a.md", "src/is/a.md", "src/no/a.md", "src/it/a.md"),
        ("docs/README.md", "docs/en/README.md"),
        ("config.md", "config.ga.md", "config.is.md"),
        ("docs/en/a.md", "docs/de/b.md"),
        ("docs/en/a.md", "other/de/a.md"),
        ("docs/zh/a.md", "a.md"),
        ("team/visa.md", "team-de/visa.md"),
    ],
)
def test_folders_that_may_have_other_names_stay(hits: tuple[str, ...]) -> None:
    assert paths(_folded(*hits)) == list(hits)


def test_a_vague_code_beside_a_sure_one_is_a_code() -> None:
    assert paths(_folded("docs/it/a.md", "docs/en/b.md", "docs/no/a.md")) == ["docs/it/a.md", "docs/en/b.md"]


@pytest.mark.parametrize("kind", ["code", "file"])
def test_source_code_and_files_that_are_not_read_stay(kind: Kind) -> None:
    hits = _hit("lib/en/x.js", kind=kind), _hit("lib/x.js", kind=kind), _hit("lib/zh/x.js", kind=kind)
    assert _folded(*hits) == hits


def test_translations_of_two_vaults_stay() -> None:
    hits = ("one:docs/en/a.md", "two:docs/de/a.md", "two:docs/zh/a.md", "one:docs/fr/a.md")
    assert paths(_folded(*hits, vaults=("one", "two"))) == ["one:docs/en/a.md", "two:docs/de/a.md"]
    at_top = ("one:en/a.md", "two:de/a.md", "one:fr/a.md")
    assert paths(_folded(*at_top, vaults=("one", "two"))) == ["one:en/a.md", "two:de/a.md"]


def test_near_duplicates_of_translations_fold_with_them() -> None:
    def version(path: str) -> Hit:
        hit = _hit(path)
        return hit._replace(head=hit.head._replace(title="Page", signature=b"12345678"))

    (kept,) = _folded("docs/de/2/a.md", version("docs/en/2/a.md"), version("docs/en/1/a.md"), _hit("docs/fr/1/a.md"))
    assert kept.head.path == "docs/en/2/a.md"
    assert kept.duplicates == ("docs/de/2/a.md", "docs/en/1/a.md", "docs/fr/1/a.md")


def test_further_parts_of_the_page_that_stands_keep_their_places() -> None:
    parts = [_hit("docs/en/a.md")._replace(ref=Ref("docs/en/a.md", name)) for name in ("one", "two")]
    german = _hit("docs/de/a.md", 0.9)._replace(ref=Ref("docs/de/a.md", "eins"))
    found = _folded(german, _hit("x.md", 0.8), *parts)
    assert [(str(hit.ref), hit.score) for hit in found] == [
        ("docs/en/a.md#one", 0.9),
        ("x.md", 0.8),
        ("docs/en/a.md#two", 0.5),
    ]
    assert found[0].duplicates == ("docs/de/a.md#eins",)


_CASES = (
    "The cases of the language are these: the one of who acts, and the one of what they act on, with their endings, "
    "and what else there is to say about each of them when it is their turn."
)
_HARBOUR = "There is a harbour where all the boats are, and we should be there before it is dark when the tide turns."
_WINTER = "In the winter of that year they had no more than what was in the house, so we went out and found some wood."
_GERMAN = "Die Fälle der Sprache sind diese: wer etwas tut, und womit oder wem, mit ihren Endungen und ohne sie."


def _folded_texts(texts: Mapping[str, str]) -> Hits:
    documents = [make(path, text) for path, text in texts.items()]
    hits = tuple(_hit(each.head.path) for each in documents)
    signed = tuple(
        hit._replace(head=hit.head._replace(title="x" * n, signature=signature(document)))
        for n, (hit, document) in enumerate(zip(hits, documents, strict=True))
    )
    return FoldDuplicates()(signed, asking("kettle", holding(*documents)))


def test_texts_in_one_language_that_have_nothing_in_common_are_no_translations() -> None:
    notes = {"learn/en/cases.md": _CASES, "learn/de/cases.md": _HARBOUR, "learn/fr/cases.md": _WINTER}
    assert paths(_folded_texts(notes)) == list(notes)
    assert paths(_folded_texts(notes | {"learn/en/x.md": "", "learn/fr/x.md": ""})) == [
        *notes,
        "learn/en/x.md",
        "learn/fr/x.md",
    ]
    notes = {"tax/rate.md": _CASES, "tax/de/rate.md": _HARBOUR, "tax/fr/rate.md": _WINTER}
    assert paths(_folded_texts(notes)) == list(notes)


def test_texts_in_one_script_are_in_one_language_unless_their_codes_may_be_of_languages_with_it() -> None:
    cases, nouns = "格の語尾はこの言語では少なく、語順が大切です。", "名詞には性があり、冠詞がそれを示しています。"
    notes = {"learn/en/cases.md": cases, "learn/de/cases.md": nouns}
    assert paths(_folded_texts(notes)) == list(notes)
    assert paths(_folded_texts({"docs/ja/a.md": cases, "docs/zh/a.md": nouns})) == ["docs/ja/a.md"]


@pytest.mark.parametrize(
    "texts",
    [
        (_CASES, _GERMAN, _WINTER),
        (_CASES, _CASES + _HARBOUR, _CASES + _WINTER),  # half of the page is not translated
        (_CASES, "Kasus.", "Cas."),
        (_GERMAN, _GERMAN, "Cas."),
    ],
)
def test_texts_in_several_languages_and_those_that_are_not_translated_yet_fold(texts: tuple[str, ...]) -> None:
    at = ("docs/en/a.md", "docs/de/a.md", "docs/fr/a.md")
    assert paths(_folded_texts(dict(zip(at, texts, strict=True)))) == ["docs/en/a.md"]


def test_one_page_of_a_documentation_that_is_about_languages_stays_alone() -> None:
    about = {"docs/en/prompt.md": _CASES, "docs/de/prompt.md": _HARBOUR}
    pages = {"docs/en/a.md": _WINTER, "docs/de/a.md": _GERMAN, "docs/en/b.md": "", "docs/de/b.md": ""}
    assert paths(_folded_texts(about | pages)) == [*about, "docs/en/a.md", "docs/en/b.md"]


def test_a_page_in_the_language_of_its_code_beside_one_without_a_code_is_a_translation() -> None:
    pages = {"docs/a.md": _CASES, "docs/en/a.md": _HARBOUR}
    assert paths(_folded_texts(pages)) == ["docs/en/a.md"]


def test_of_many_pages_with_codes_in_their_names_few_are_read() -> None:
    documents = [make(f"{n}/index.{code}.md", _CASES) for n in range(9) for code in ("en-US", "zh-CN")]
    recorder = QuestionRecorder()
    hits = tuple(_hit(each.head.path) for each in documents)
    assert len(FoldDuplicates()(hits, replace(asking("kettle", holding()), reader=recorder))) == 9
    assert recorder.questions == [DocumentsQuestion(tuple(each.head.path for each in documents[:8]))]
