"""docs/coming-from.md: each word of dowse on it exists, and each option of another program leads to its equivalent."""

from __future__ import annotations

import dataclasses
import inspect
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from dowse.interfaces.cli.main import COMMANDS
from dowse.interfaces.cli.main import dowse as command_line
from dowse.interfaces.http import request_parameters
from dowse.interfaces.http.validation_errors import unknown_parameter
from dowse.interfaces.mcp.tools import Tools
from dowse.model.errors import SettingsError
from dowse.model.kinds import KIND_SPECS
from dowse.model.option_equivalents import EQUIVALENTS, equivalent_advice
from dowse.model.search_mode import MODES
from dowse.query.fields import DIRECTIVE_NAMES, FIELD_NAMES
from dowse.search.profiles import PROFILES
from dowse.settings.component_registry import NAMES
from dowse.settings.source import SettingsSource
from dowse.settings.toml_parser import layer_of
from dowse.settings.user_profiles import KEYS

_DOCS = Path(__file__).parents[2] / "docs"
_PAGE = (_DOCS / "coming-from.md").read_text("utf-8")
_ROW = re.compile(r"^\| (.+?) \| (.+) \|$", re.MULTILINE)
_SPAN = re.compile(r"`([^`]+)`")
_VALUE = re.compile(r"""(?<=[a-z]:)[^\s:]+|'[^']*'|"[^"]*"|(?<==)[a-z]+$""")  # of a field, a text, a parameter
_WORD = re.compile(r"(?<![\w/])--?[a-zA-Z][a-z-]*|[A-Za-z_][\w-]*")
_SHARED_WORDS = {"dowse", "word", "work", "true", "md", "csv", "FILE"}  # the program, and values


def _rows() -> Iterator[tuple[list[str], list[str]]]:
    for theirs, ours in _ROW.findall(_PAGE):
        if not set(theirs) <= {"-", "|"}:
            yield _SPAN.findall(theirs), _SPAN.findall(ours)


_WORDS = sorted({span for _, ours in _rows() for span in ours})
_FOREIGN = {span for theirs, _ in _rows() for span in theirs}
_EVERY = [(kind, name) for kind, table in EQUIVALENTS.items() for name in table]


@cache
def _vocabulary() -> frozenset[str]:
    """All names of commands, options, parameters, keys, components, fields and results."""
    documented = " ".join((_DOCS / page).read_text("utf-8") for page in ("settings.md", "output.md", "http.md"))
    models = [each for _, each in inspect.getmembers(request_parameters, inspect.isclass)]
    return frozenset(
        (
            *_SHARED_WORDS,
            *_of_commands(command_line),
            *(name for model in models for name in getattr(model, "model_fields", ())),
            *(name for tool in ("search", "find", "get", "related", "status") for name in _parameters(tool)),
            *("search", "find", "get", "related", "status"),
            *(tool.name for spec in KIND_SPECS for tool in spec.tools),
            *FIELD_NAMES,
            *DIRECTIVE_NAMES,
            *PROFILES,
            *MODES,
            *KEYS,
            *(name for components in NAMES.values() for name in components),
            *(field.name for parts in NAMES.values() for part in parts.values() for field in dataclasses.fields(part)),
            *re.findall(r"^\| `(?:\w+\.)?(\w+)` \|", documented, re.MULTILINE),
            *(name.rpartition(".")[2] for name in re.findall(r"^\| `([\w.\[\]]+)` \|", documented, re.MULTILINE)),
            *("profiles", "space", "ignore", "title", "ollama", "nomic-embed-text", "OLLAMA_HOST", "marks"),
        )
    )


def _of_commands(group: click.Command) -> Iterator[str]:
    for parameter in group.params:
        yield from (*parameter.opts, *parameter.secondary_opts)
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            yield name
            yield from _of_commands(command)


def _parameters(tool: str) -> Iterator[str]:
    return (name for name in inspect.signature(getattr(Tools, tool)).parameters if name not in {"self", "ctx"})


@pytest.mark.parametrize("written", _WORDS)
def test_a_word_of_dowse_on_the_page_exists(written: str) -> None:
    words = [word for word in _WORD.findall(_VALUE.sub("", written)) if not word.isupper() or "_" in word]
    excluded = {f"-{name}" for name in (*FIELD_NAMES, "word")}  # -tag: in a query
    assert [word for word in words if word not in _vocabulary() | excluded] == []


def test_the_check_finds_a_word_that_dowse_does_not_have() -> None:
    assert not {"--enable-chunking", "rrf_k", "topk", "similarity"} & _vocabulary()


@pytest.mark.parametrize(("kind", "name"), _EVERY)
def test_every_name_with_an_equivalent_is_on_the_page(kind: str, name: str) -> None:
    assert name in _FOREIGN


@pytest.mark.parametrize(("kind", "name"), _EVERY)
def test_an_advice_has_no_option_or_command_that_dowse_lacks(kind: str, name: str) -> None:
    advice = EQUIVALENTS[kind][name].advice  # type: ignore[index]  # one of its keys
    assert set(re.findall(r"--[a-z-]+", advice)) <= _vocabulary()
    assert set(re.findall(r"dowse ([a-z-]+)", advice)) <= {*COMMANDS, "has", "finds"}


@pytest.mark.parametrize("name", EQUIVALENTS["command"])
def test_an_unknown_command_gives_the_advice(name: str) -> None:
    shown = CliRunner().invoke(command_line, [name, "x"])
    assert (shown.exit_code, EQUIVALENTS["command"][name].advice in shown.output) == (2, True)


@pytest.mark.parametrize("name", EQUIVALENTS["option"])
def test_an_unknown_option_gives_the_advice(name: str) -> None:
    shown = CliRunner().invoke(command_line, ["search", "x", name])
    assert (shown.exit_code, f"{EQUIVALENTS['option'][name].advice}." in " ".join(shown.output.split())) == (2, True)


@pytest.mark.parametrize("name", EQUIVALENTS["http"])
def test_an_unknown_parameter_over_http_gives_the_advice(name: str) -> None:
    equivalent = EQUIVALENTS["http"][name]
    known = set(request_parameters.SearchParameters.model_fields)
    known |= {"depth", "ref"}  # of other endpoints
    assert unknown_parameter(name, known) == f"unknown parameter {name!r}; {equivalent.advice}"
    assert name not in known


@pytest.mark.parametrize("name", EQUIVALENTS["mcp"])
def test_an_unknown_parameter_of_a_tool_gives_the_advice(name: str) -> None:
    known = {*_parameters("search"), "depth", "ref"}
    assert equivalent_advice("mcp", name, known) == EQUIVALENTS["mcp"][name].advice
    assert name not in known


@pytest.mark.parametrize("kind", ["http", "mcp"])
def test_an_advice_names_no_parameter_that_the_request_lacks(kind: str) -> None:
    assert equivalent_advice(kind, "topK", {"ref", "vault"}) == ""  # type: ignore[arg-type]  # one of them


@pytest.mark.parametrize(("kind", "name"), [each for each in _EVERY if each[0] in {"settings", "profile"}])
def test_an_unknown_key_gives_the_advice(kind: str, name: str) -> None:
    text = f"[{'profiles.mine' if kind == 'profile' else 'search'}]\n{name} = 1\n"
    with pytest.raises(SettingsError) as raised:
        layer_of(SettingsSource("dowse.toml", text, tomllib.loads(text), False))
    advice = EQUIVALENTS[kind][name].advice  # type: ignore[index]  # one of its keys
    assert str(raised.value).endswith(f"unknown key; {advice}")
    assert str(raised.value).startswith("dowse.toml:2: ")
