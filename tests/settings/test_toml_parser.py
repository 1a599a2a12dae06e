"""What a settings file may say, and what is said about mistakes in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.chunking.by_paragraph import ByParagraph
from dowse.chunking.by_section import BySection
from dowse.chunking.by_window import ByWindow
from dowse.chunking.chunker import Chunker
from dowse.model.errors import DowseError, SettingsError
from dowse.settings.layer import SettingsLayer
from dowse.settings.source import read
from tests.settings.reading import said


@pytest.mark.parametrize(
    ("written", "chunker"),
    [
        ('"section"', BySection()),
        ('"window"', ByWindow()),
        ('"paragraph"', ByParagraph()),
        ("{window = {size = 3000}}", ByWindow(size=3000)),
        ("{section = {overlap = 0.2, least_overlap = 10}}", BySection(overlap=0.2, least_overlap=10)),
    ],
)
def test_a_chunker_is_a_name_or_a_name_with_its_numbers(written: str, chunker: Chunker, tmp_path: Path) -> None:
    assert said(tmp_path, f"[space]\nchunker = {written}\n").chunker == chunker


def test_the_rest_is_plain_values(tmp_path: Path) -> None:
    text = '[space]\nenrich = "none"\nembedder = "static"\n[search]\nprofile = "rrf"\nlimit = 20\nmode = "fulltext"\n'
    got = said(tmp_path, text)
    assert (got.enrich, got.embedder, got.profile, got.limit, got.mode) == ("none", "static", "rrf", 20, "fulltext")


@pytest.mark.parametrize(
    "text", ["", "# nothing\n", "[space]\n[search]\n", "\ufeff# from another editor\r\n[space]\r\n"]
)
def test_a_file_may_say_nothing(text: str, tmp_path: Path) -> None:
    assert said(tmp_path, text) == SettingsLayer(source="dowse.toml", trusted=False)


MISTAKES = {
    "[spcae]\n": "dowse.toml:1: spcae: unknown key; did you mean space?",
    "x = 1\n": "dowse.toml:1: x: unknown key; choose one of space, search, ignore, kinds, links, profiles",
    "space = 1\n": "dowse.toml:1: space: must be a table, got 1",
    "[space]\nenrich = 'prefix'\nchunkr = 1\n": "dowse.toml:3: space.chunkr: unknown key; did you mean chunker?",
    "[space]\nchunker = 'win'\n": "dowse.toml:2: space.chunker: there is no chunker 'win'; did you mean window?",
    "[space]\nchunker = 'x'\n": (
        "dowse.toml:2: space.chunker: there is no chunker 'x'; choose one of section, window, paragraph"
    ),
    "[space]\nchunker = 3\n": (
        'dowse.toml:2: space.chunker: expected a chunker such as "section" or {section = {…}}, got 3'
    ),
    "[space]\nchunker = {window = {size = 300}}\n": (
        "dowse.toml:2: space.chunker: window.overlap must be 0 or more and below size (300), got 400"
    ),
    "[space]\nchunker = {window = {siz = 300}}\n": (
        "dowse.toml:2: space.chunker: window has no parameter 'siz'; did you mean size?"
    ),
    "[space]\nchunker = {section = {fits = 1}}\n": (
        "dowse.toml:2: space.chunker: section has no parameter 'fits'; choose one of size, overlap, least_overlap"
    ),
    "[space]\nchunker = {window = {enrich = false}}\n": (
        "dowse.toml:2: space.chunker: window has no parameter 'enrich'; "
        "choose one of size, overlap, from_size, least_tail"
    ),
    "[space]\nalike = 1.5\n": "dowse.toml:2: space.alike: must be above 0 and up to 1, got 1.5",
    "[space]\nalike = true\n": "dowse.toml:2: space.alike: must be a number, got true",
    "[space]\n\nenrich = 'yes'\n": "dowse.toml:3: space.enrich: must be one of blend, prefix, none, got 'yes'",
    "[space]\nembedder = 'ollama:x'\n": (
        "dowse.toml:2: space.embedder: must be static or onnx:PRESET, got 'ollama:x'; "
        "settings inside a vault may only name built-in models: a vault must not choose a server"
    ),
    "[search]\nlimit = 0\n": "dowse.toml:2: search.limit: must be from 1 to 1,000, got 0",
    "[search]\nlimit = true\n": "dowse.toml:2: search.limit: must be a whole number, got true",
    "[search]\nlimit = 10.0\n": "dowse.toml:2: search.limit: must be a whole number, got 10.0",
    "[search]\nmode = 'both'\n": "dowse.toml:2: search.mode: must be one of hybrid, vector, fulltext, got 'both'",
    "[search]\ntime_limit = 1\n": (
        "dowse.toml:2: search.time_limit: move it to your own config.toml; "
        "settings inside a vault may not set it: answers would depend on the speed of the machine"
    ),
    "[search]\nprofile = ['x']\n": "dowse.toml:2: search.profile: must be the name of a profile, got ['x']",
    "[search]\nprofile = 2026-01-01\n": (
        "dowse.toml:2: search.profile: must be the name of a profile, got datetime.date(2026, 1, 1)"
    ),
    "[space]\nchunker =\n": "dowse.toml:2: invalid TOML: Invalid value",
    "[search]\nlimit = 1\nlimit = 2\n": "dowse.toml:3: invalid TOML: Cannot overwrite a value",
    "[search]\nlimit = 1\nlimit = 2": "dowse.toml:3: invalid TOML: Cannot overwrite a value",
    "[search]\r\nlimit = 1\r\nlimit = 2": "dowse.toml:3: invalid TOML: Cannot overwrite a value",
    "[space]\nchunker = [\n1,\n\n": "dowse.toml:3: invalid TOML: Invalid value",
    "[space]\nchunker = {window = {from_size = -1}}\n": (
        "dowse.toml:2: space.chunker: window.from_size must be 0 or more, got -1"
    ),
    "[space]\n[space]\n": "dowse.toml:2: invalid TOML: Cannot declare ('space',) twice",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_named_with_file_line_key_and_what_is_possible(text: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as raised:
        said(tmp_path, text)
    assert str(raised.value).partition(" (settings inside a vault name")[0] == MISTAKES[text]


def test_a_mistake_is_something_the_user_can_act_on() -> None:
    assert issubclass(SettingsError, DowseError)


_ADDRESSES = ["ollama:nomic", "openai:x", "st:anything", "onnx:/etc", "onnx:../model", "onnx:~/model", "onnx:a b"]
_NO_NAMES = ["https://example.org", "../model", "minilm", "onnx:", "static:x", ""]


@pytest.mark.parametrize("name", [*_ADDRESSES, *_NO_NAMES])
@pytest.mark.parametrize("key", ["[space]\nembedder", "[search]\nreranker"])
def test_the_notes_own_file_names_no_address_and_no_folder(key: str, name: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"er: must be (static|maxsim) or onnx:PRESET, got"):
        said(tmp_path, f'{key} = "{name}"\n', trusted=False)


@pytest.mark.parametrize("name", ["static", "onnx:minilm"])
def test_any_file_names_what_is_bundled_or_a_preset(name: str, tmp_path: Path) -> None:
    assert said(tmp_path, f'[space]\nembedder = "{name}"\n', trusted=False).embedder == name


@pytest.mark.parametrize("name", _ADDRESSES)
def test_the_users_own_file_names_any_embedder(name: str, tmp_path: Path) -> None:
    assert said(tmp_path, f'[space]\nembedder = "{name}"\n', trusted=True).embedder == name


@pytest.mark.parametrize("name", _NO_NAMES)
def test_what_is_no_name_of_an_embedder_is_told_so(name: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"space\.embedder: must be one of static, onnx:NAME"):
        said(tmp_path, f'[space]\nembedder = "{name}"\n', trusted=True)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"[space]\n\xff\n", "dowse.toml:2: not UTF-8"),
        (b"a = " + b"[" * 100_000, "dowse.toml has too many nested tables or lists"),
        (b"a = " + b"9" * 10_000, "dowse.toml: invalid TOML"),
        (b"#" * 2_000_000, "dowse.toml is larger than"),
        (b"a = '\x00'", "dowse.toml:1: invalid TOML"),
        (b"a = 1\na = 2", "dowse.toml:2: invalid TOML"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_so(data: bytes, told: str, tmp_path: Path) -> None:
    (tmp_path / "dowse.toml").write_bytes(data)
    with pytest.raises(SettingsError, match=told):
        read(tmp_path / "dowse.toml", file="dowse.toml", trusted=False)


def test_a_folder_of_that_name_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"config\.toml cannot be read"):
        read(tmp_path, file="config.toml", trusted=True)


def test_a_file_that_is_not_there_says_nothing(tmp_path: Path) -> None:
    assert read(tmp_path / "dowse.toml", file="dowse.toml", trusted=True) is None
