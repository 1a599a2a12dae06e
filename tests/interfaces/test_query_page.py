"""docs/query.md and docs/graph.md: every example is run, and no field of the language is forgotten."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import dowse
from dowse.analysis.spelling.spelling_variants import other_spelling
from dowse.analysis.tokens import tokens
from dowse.interfaces.cli import main
from dowse.model.errors import DowseError
from dowse.query.fields import DIRECTIVES, FIELDS, FORMS, Directive, Field, QueryForm
from tests.interfaces.desk import Desk, laid_out

_PAGE, _GRAPH_PAGE = (
    (Path(__file__).parents[2] / "docs" / name).read_text("utf-8") for name in ("query.md", "graph.md")
)
_MODEL = Path(dowse.__file__).parent / "model"
_EXAMPLE = re.compile(r"^```console\n\$ (dowse .*)\n((?:.*\n)*?)```$", re.MULTILINE)
_EXAMPLES = [*_EXAMPLE.findall(_PAGE), *_EXAMPLE.findall(_GRAPH_PAGE)]
_WORDS_MATCH = _PAGE.partition("### How words match\n")[2].partition("\n### ")[0]
_PAIRS = re.findall(r"`([^`\s]+)` (does not find|finds) `([^`\s]+)`", _WORDS_MATCH)


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """The example vault as it is in the repository, without the file that is too large to be searched, and a package
    of dowse.
    """
    desk = laid_out(tmp_path_factory.mktemp("example"))
    (desk.notes / "Server Log.txt").unlink()
    shutil.copytree(_MODEL, desk.folder / "model", ignore=shutil.ignore_patterns("__pycache__"))
    (desk.folder / "model" / "dowse.toml").touch()
    return desk


@pytest.mark.parametrize(("line", "shows"), _EXAMPLES, ids=[line for line, _ in _EXAMPLES])
def test_an_example_finds_what_the_page_says(
    line: str, shows: str, example: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOWSE_INDEX_DIR", example.environment["DOWSE_INDEX_DIR"])
    folders = {"examples/vault": example.notes, "src/dowse/model": example.folder / "model"}
    arguments = [str(folders.get(word, word)) for word in shlex.split(line)[1:]]
    ran = CliRunner().invoke(main.dowse, arguments)
    told = f"dowse: {ran.exception}\n" if isinstance(ran.exception, DowseError) else ""  # as the entry point says it
    assert ran.output + told == shows


@pytest.mark.parametrize(("typed", "verb", "written"), _PAIRS)
def test_a_word_finds_what_the_table_says(typed: str, verb: str, written: str) -> None:
    spellings = f"{typed} {other_spelling(typed)}"  # which count as one word
    asked, held = ({term for token in tokens(text) for term in token} for text in (spellings, written))
    assert asked.isdisjoint(held) == (verb == "does not find")


def test_every_block_of_the_pages_is_an_example() -> None:
    assert len(_EXAMPLES) == (_PAGE + _GRAPH_PAGE).count("```") // 2


@pytest.mark.parametrize("word", [*FIELDS, *DIRECTIVES], ids=lambda word: word.name)
def test_every_field_and_directive_has_a_row(word: Field | Directive) -> None:
    assert re.search(rf"^\|[^|]*`{word.name}:[^|]*\|", _PAGE, re.MULTILINE)


@pytest.mark.parametrize("row", [*FORMS, *FIELDS, *DIRECTIVES], ids=lambda row: row.example)
def test_the_help_shows_every_form(row: QueryForm | Field | Directive) -> None:
    assert f"\n  {row.example} " in CliRunner().invoke(main.dowse, ["help", "query"]).output
