"""Definitions in languages whose symbols are not read."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.hit import Hit, Hits
from dowse.model.ref import Ref
from dowse.stages.code.definitions import DEFINITIONS, Definitions
from tests.contract.engines import paths
from tests.retrieval.asking import asking, holding

_FILES = {
    "Ferry.kt": "class Ferry {\n  override fun readTimes() = 1\n}\n",
    "Harbour.kt": "interface Harbour {\n  fun readTimes(): Int\n}\n",
    "Port.kt": "fun main() {\n  val x = Ferry().readTimes()\n}\n",
    "times.swift": "func run() {\n  let readTimes = 1\n}\n",
}


def _ranked(query: str, files: dict[str, str]) -> list[str]:
    return list(paths(_hits(query, files)))


def _hits(query: str, files: dict[str, str]) -> Hits:
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in files.items()]
    run = asking(query, holding(*documents))
    hits = tuple(Hit(Ref(each.head.path), each.head, 0.3 + n / 10) for n, each in enumerate(documents))
    return Definitions()(tuple(reversed(hits)), run)


@pytest.mark.parametrize("query", ["readTimes", "where is readTimes declared"])
def test_the_file_that_defines_the_name_is_first_and_one_that_overrides_it_behind(query: str) -> None:
    assert _ranked(query, _FILES) == ["Harbour.kt", "times.swift", "Ferry.kt", "Port.kt"]


def test_a_file_called_by_the_name_or_with_the_type_before_it_is_first() -> None:
    files = {**_FILES, "ReadTimes.kt": "class ReadTimes\nfun readTimes() = 2\n"}
    assert _ranked("readTimes", files)[0] == "ReadTimes.kt"
    assert _ranked("Harbour.readTimes", files)[0] == "Harbour.kt"


def test_an_override_or_a_variable_of_the_type_before_the_name_is_meant() -> None:
    files = {**_FILES, "other.kt": "fun readTimes() = 2\nfun Ferry.start() = 1\n"}
    assert _ranked("Ferry.readTimes", files)[0] == "Ferry.kt"
    assert (
        _ranked("Pier.readTimes", {**files, "pier.swift": "struct Pier {\n  let readTimes = 1\n}\n"})[0] == "pier.swift"
    )


def test_a_variable_is_no_definition_of_the_last_part_of_a_name() -> None:
    assert _ranked("settings.readTimes", {"a.swift": "let readTimes = 1\n", "b.swift": "readTimes()\n"})[0] == "b.swift"


def test_a_symbol_of_the_name_counts_alone() -> None:
    files = {**_FILES, "times.py": "def readTimes():\n    return 1\n"}
    assert _ranked("readTimes", files)[0] == "times.py"


def test_a_symbol_of_a_test_does_not_hide_the_definition_of_the_application() -> None:
    files = {"Harbour.kt": _FILES["Harbour.kt"], "tests/times.py": "def readTimes():\n    return 1\n"}
    assert "Harbour.kt" in _boosted("readTimes", files)
    assert "Harbour.kt" not in _boosted("readTimes", {**files, "times.py": files["tests/times.py"]})


def _boosted(query: str, files: dict[str, str]) -> list[str]:
    return [hit.ref.doc for hit in _hits(query, files) if any(reason.source == DEFINITIONS for reason in hit.why)]


@pytest.mark.parametrize("query", ["WMV_player", "wmvPlayer", "wmv_player", "how does WmvPlayer work"])
def test_a_name_that_no_line_defines_as_written_is_looked_for_in_another_case(query: str) -> None:
    files = {
        "WMVPlayer.kt": "class WMVPlayer {\n  fun play() = 1\n}\n",
        "Screen.kt": "val title = strings.wmv_player\nval wmvplayers = 2\n",
    }
    assert _ranked(query, files)[0] == "WMVPlayer.kt"


def test_a_name_in_another_case_is_found_behind_letters_that_have_more_characters_in_small() -> None:
    assert _boosted("WmvPlayer", {"a.kt": "// İİİ\nclass WMVPlayer {\n}\n"}) == ["a.kt"]


def test_a_name_is_looked_for_in_another_case_only_where_no_line_defines_it_as_written() -> None:
    files = {"a.kt": "class UrlReader\n", "URLReader.kt": "class URLReader\n"}
    assert _ranked("UrlReader", files) == ["a.kt", "URLReader.kt"]
    assert _boosted("UrlReader", files) == ["a.kt"]


def test_a_variable_in_another_case_is_no_definition() -> None:
    assert not _boosted("FerryTimes and what they are", {"a.kt": "val ferryTimes = 1\n", "b.kt": "import FerryTimes\n"})


def test_the_last_part_of_a_name_is_not_looked_for_in_another_case() -> None:
    files = {
        "gen.ex": "defmodule Ferry.Gen do\n  def run(_), do: :ok\n  defmodule Context do\n  end\nend\n",
        "other.ex": "# ferry.gen.context\n",
    }
    assert not _boosted("ferry.gen.context", files)
