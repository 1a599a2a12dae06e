"""Files by the words of their names: path, title, aliases, and what source code exports and imports."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file, unread_head
from dowse.model.hit import Hits
from dowse.retrieval.file_names import FileNames, is_called
from dowse.retrieval.file_texts import FileText, UnreadFiles, file_text
from tests.retrieval.asking import asking, holding

_SIGNER = (
    b"import hashlib\nfrom storage.keys import KeyStore\n\n\n"
    b"class Signer:\n    def sign(self):\n        return secret()\n\n\n"
    b"def verify_signature():\n    return True\n\n\ndef _hidden():\n    pass\n"
)
_FILES = {
    "src/auth/signer.py": _SIGNER,
    "src/main.py": b"def start():\n    return Signer\n",
    "docs/tutorials/bread.md": b"---\naliases: [Loaf]\n---\n# How to bake\n\nFlour, hashlib and water.\n",
    "docs/index.md": b"# Documentation\n\nTutorials for beginners.\n\n## Signer\n",
}
_UNREAD = ("img/harbour map.png", "archive/backup-2025.zip", "img/a.jpg")


@pytest.fixture
def engine() -> MemoryEngine:
    """Two source files and two notes."""
    return holding(*(parse_file(path, data, modified=0.0) for path, data in _FILES.items()))


def _listing() -> UnreadFiles:
    return UnreadFiles(lambda: [unread_head(path, modified=float(n)) for n, path in enumerate(_UNREAD)])


def _found(engine: MemoryEngine, query: str, retriever: FileNames | None = None) -> list[str]:
    return [hit.ref.doc for hit in _hits(engine, query, retriever)]


def _hits(engine: MemoryEngine, query: str, retriever: FileNames | None = None) -> Hits:
    return (retriever or FileNames(listing=_listing()))(asking(query, engine))


_IN_GERMAN = {
    "Werkstatt.md": "---\naliases: [Lieferungen]\n---\n# Rechnungen der Werkstatt\n\nSie ist offen und wird bezahlt.\n",
    "Versicherungen/auto.md": "Die Briefe und Versicherungen liegen auf dem Tisch, nicht mit dem Auto.\n",
    "Notiz.md": "Wir haben Bilder, und das Auto ist nicht auf der Straße.\n",
}


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("Rechnung", "Werkstatt.md"),  # the title
        ("Lieferung", "Werkstatt.md"),  # an alias
        ("Versicherung", "Versicherungen/auto.md"),  # a folder
        ("Notizen", "Notiz.md"),  # the name of the file
        ("Bild", "fotos/bilder.png"),  # a file that is not in the index, whose word is
    ],
)
def test_another_form_of_a_word_finds_a_file_by_its_names(query: str, path: str) -> None:
    german = holding(*(parse_file(name, text.encode(), modified=0.0) for name, text in _IN_GERMAN.items()))
    listing = UnreadFiles(lambda: [unread_head("fotos/bilder.png", modified=0.0)])
    assert _found(german, query, FileNames(listing=listing)) == [path]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("signer", "src/auth/signer.py"),  # the name of the file
        ("auth", "src/auth/signer.py"),  # a folder
        ("bake", "docs/tutorials/bread.md"),  # the title
        ("loaf", "docs/tutorials/bread.md"),  # an alias
        ("verify_signature", "src/auth/signer.py"),  # an exported symbol
        ("verify", "src/auth/signer.py"),  # a part of its name
        ("hashlib", "src/auth/signer.py"),  # an imported module
        ("KeyStore", "src/auth/signer.py"),  # an imported name
        ("harbour", "img/harbour map.png"),  # an image
        ("zip", "archive/backup-2025.zip"),  # an ending
    ],
)
def test_a_file_is_found_by_each_part_of_its_text(engine: MemoryEngine, query: str, path: str) -> None:
    assert _found(engine, query)[:1] == [path]


@pytest.mark.parametrize("query", ["flour", "secret", "_hidden", "beginners"])
def test_a_file_is_not_found_by_what_it_says(engine: MemoryEngine, query: str) -> None:
    assert _found(engine, query) == []


def test_a_heading_of_a_note_is_no_export(engine: MemoryEngine) -> None:
    assert "docs/index.md" not in _found(engine, "signer")


def test_a_name_is_worth_more_than_an_import(engine: MemoryEngine) -> None:
    engine = holding(
        parse_file("a.py", b"import tides\n", modified=0.0), parse_file("tides.py", b"x = 1\n", modified=0.0)
    )
    assert _found(engine, "tides") == ["tides.py", "a.py"]


@pytest.mark.parametrize(
    "query", ["signer.py", "auth/signer.py", "src/auth/signer.py", "SIGNER.PY", "./src/auth/signer.py"]
)
def test_a_file_whose_name_is_the_query_comes_first(engine: MemoryEngine, query: str) -> None:
    assert _found(engine, query)[0] == "src/auth/signer.py"


def test_only_whole_names_count_as_the_name_of_a_file(engine: MemoryEngine) -> None:
    (hit,) = [hit for hit in _hits(engine, "harbour map") if hit.ref.doc.startswith("img")]
    assert is_called(hit, "harbour map.png")
    assert is_called(hit, "img/harbour map.png")
    assert not any(is_called(hit, name) for name in ("map.png", "harbour map", "mg/harbour map.png", ""))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("map backup signer kind:file", {"img/harbour map.png", "archive/backup-2025.zip"}),
        ("map path:img", {"img/harbour map.png"}),
        ("map OR backup", {"img/harbour map.png", "archive/backup-2025.zip"}),
        ("img NOT map", {"img/a.jpg"}),
        ('"harbour map"', {"img/harbour map.png"}),
        ('"map harbour"', set()),
        ("map symbol:x", set()),
    ],
)
def test_a_filter_binds_for_files_outside_of_the_index_too(query: str, found: set[str], engine: MemoryEngine) -> None:
    assert set(_found(engine, query)) == found


def test_a_query_without_words_lists_the_files_that_it_selects_newest_first(engine: MemoryEngine) -> None:
    assert _found(engine, "path:img") == ["img/a.jpg", "img/harbour map.png"]
    assert _found(engine, "") == []


def test_without_code_exports_and_imports_are_not_compared(engine: MemoryEngine) -> None:
    plain = FileNames(with_code=False, listing=_listing())
    assert _found(engine, "hashlib", plain) == []
    assert _found(engine, "signer", plain) == ["src/auth/signer.py"]


def test_no_more_than_the_limit_come(engine: MemoryEngine) -> None:
    assert len(_found(engine, "img map a jpg src", FileNames(2, listing=_listing()))) == 2


def test_words_that_carry_meaning_in_code_stay() -> None:
    """“Programming-significant words like for, do, if, not, is, has, can are preserved”"""
    engine = holding(parse_file("has/if.py", b"x = 1\n", modified=0.0), parse_file("b.py", b"x = 1\n", modified=0.0))
    assert _found(engine, "if has the b") == ["has/if.py", "b.py"]


def test_a_file_in_the_index_and_in_the_listing_is_one_hit(engine: MemoryEngine) -> None:
    twice = UnreadFiles(lambda: [unread_head("src/auth/signer.py", modified=0.0)])
    assert _found(engine, "signer", FileNames(listing=twice)) == ["src/auth/signer.py"]


def test_the_listing_is_read_once_and_only_when_it_is_needed() -> None:
    calls: list[str] = []

    def load() -> list[object]:
        calls.append("read")
        return []

    listing = UnreadFiles(load)  # type: ignore[arg-type]  # an empty list
    assert calls == []
    assert (str(listing), str(listing)) == ("0 files", "0 files")
    assert calls == ["read"]


def _texts() -> Iterator[FileText]:
    yield file_text(unread_head("img/harbour map.png", modified=0.0))
    document = parse_file("src/auth/signer.py", _SIGNER, modified=0.0)
    yield file_text(document.head, document)


def test_the_text_of_a_file_for_the_embedding_model_has_words_in_place_of_slashes_dots_and_capitals() -> None:
    """“File paths are normalized for embedding (slashes/dots → spaces)”"""
    image, code = _texts()
    assert image.embedded == "harbour map png img"
    assert code.embedded == "signer py src auth Signer verify signature hashlib storage keys Key Store"
