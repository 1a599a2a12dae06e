"""Translations of a page in the results of a search, on notes that are read from files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from dowse.app.results.search_result import SearchResult
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.why_not import WhyNotRequest, why_not
from dowse.ports.storage import Snapshot
from dowse.search.execute import Request
from dowse.search.profiles import DEFAULT

_PAGES = {
    "en": "# Upload files\n\nUse `UploadFile` to send files of a form to the server.\n",
    "de": "# Dateien hochladen\n\nMit `UploadFile` werden Dateien eines Formulars an den Server geschickt.\n",
    "fr": "# Envoyer des fichiers\n\nAvec `UploadFile` on envoie les fichiers au serveur.\n",
    "ja": "# ファイルのアップロード\n\n`UploadFile` でファイルを送信します。\n",
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VaultSession]:
    """A page in four languages, and a note."""
    folder = tmp_path_factory.mktemp("vault")
    for code, text in _PAGES.items():
        (folder / "docs" / code).mkdir(parents=True)
        (folder / "docs" / code / "files.md").write_text(text, "utf-8")
    (folder / "note.md").write_text("# Note\n\nThe class UploadFile has a name.\n", "utf-8")
    session = open_session(folder)
    yield session
    session.close()


def _found(vault: VaultSession, query: str = "UploadFile form", **options: object) -> SearchResult:
    return search(vault, SearchRequest(query, **options))  # type: ignore[arg-type]  # options as they come


def test_translations_are_one_hit_with_their_references(vault: VaultSession) -> None:
    found = _found(vault)
    (page,) = (hit for hit in found.hits if hit.path != "note.md")
    assert (page.path, found.folded) == ("docs/en/files.md", 3)
    assert {each.partition("#")[0] for each in page.duplicates or ()} == {
        f"docs/{code}/files.md" for code in ("de", "fr", "ja")
    }


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("UploadFile Formular", "de"),
        ("UploadFile でファイル", "ja"),
        ("envoyer UploadFile serveur", "fr"),
        ("files", "en"),
    ],
)
def test_the_language_of_the_query_has_its_page(vault: VaultSession, query: str, code: str) -> None:
    assert [hit.path for hit in _found(vault, query).hits if hit.path != "note.md"] == [f"docs/{code}/files.md"]


def test_all_lists_each_translation(vault: VaultSession) -> None:
    assert len(_found(vault, all=True).hits) == 5


def test_a_filter_finds_the_page_in_its_folder(vault: VaultSession) -> None:
    for query, options in (("path:docs/de UploadFile", {}), ("UploadFile", {"path": ("docs/de",)})):
        assert [hit.path for hit in _found(vault, query, **options).hits] == ["docs/de/files.md"]


def test_the_path_of_a_translation_finds_it(vault: VaultSession) -> None:
    assert _found(vault, "docs/fr/files.md").hits[0].path == "docs/fr/files.md"


def test_why_not_names_the_page_that_stands_for_it(vault: VaultSession) -> None:
    outcome = why_not(vault, WhyNotRequest("docs/de/files.md", SearchRequest("UploadFile form")))
    assert outcome.step == "fold_duplicates"
    assert "docs/en/files.md, of which it is a translation" in outcome.reasons[0]
    assert outcome.remedies[0].change == "--all"


def test_why_not_says_that_a_page_is_of_another_version_and_language(tmp_path: Path) -> None:
    for language in ("en", "de"):
        for version in ("5.1", "7.2"):
            path = tmp_path / "docs" / language / version / "files.md"
            path.parent.mkdir(parents=True)
            path.write_text(_PAGES[language] + _PAGES[language].partition("\n")[2] * 12 + f"\nOf {version}.\n", "utf-8")
    with closing(open_session(tmp_path)) as session:
        outcome = why_not(session, WhyNotRequest("docs/de/5.1/files.md", SearchRequest("UploadFile form")))
    assert outcome.reasons[0].endswith("docs/en/7.2/files.md, of which it is a version in another language")


def test_a_search_that_folds_translations_asks_the_index_no_more_often(vault: VaultSession) -> None:
    def round_trips(reader: Snapshot, *, of_all: bool) -> int:
        vault.executed(Request("UploadFile form", limit=1, all=of_all), DEFAULT, reader)
        return reader.round_trips

    assert vault.peek(partial(round_trips, of_all=False)) == vault.peek(partial(round_trips, of_all=True))


def test_notes_on_several_languages_in_one_language_stay(tmp_path: Path) -> None:
    notes = {
        "en": "The grammar of English has few endings, and the order of words is what tells who does it to whom.",
        "de": "With four cases there are more endings than in English: the grammar is harder, but so is what they say.",
        "fr": "What is hard about the grammar is not how the words are written: they are not said as they should be.",
    }
    for code, text in notes.items():
        (tmp_path / "learn" / code).mkdir(parents=True)
        (tmp_path / "learn" / code / "grammar.md").write_text(f"# Grammar of {code}\n\n{text}\n", "utf-8")
    with closing(open_session(tmp_path)) as session:
        found = search(session, SearchRequest("grammar"))
    assert {hit.path for hit in found.hits} == {f"learn/{code}/grammar.md" for code in notes}
    assert not found.folded
