"""Checks of the installation: versions, optional packages, settings."""

from __future__ import annotations

import os
import platform
import shlex
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from ... import __version__
from ...engines import registry
from ...model.errors import SettingsError, VaultError
from ...model.value_class import dataclass
from ...settings.config_files import VAULT_FILE, user_file, vaults_file
from ...settings.load_settings import settings_of
from ...settings.vaults import ambiguity
from ...settings.vaults_file import read_registry
from .issue import Issue


@dataclass(frozen=True, slots=True)
class _Extra:
    name: str
    packages: tuple[str, ...]
    brings: str


_GRAMMARS = ("bash", "c", "c_sharp", "cpp", "php", "ruby")
_EXTRAS = (
    _Extra("mcp", ("mcp",), "`dowse mcp`, search for AI agents"),
    _Extra("serve", ("fastapi", "uvicorn"), "`dowse serve`, the HTTP API and the pages"),
    _Extra("watch", ("watchfiles",), "`dowse index --watch`, and servers that index changed files at once"),
    _Extra("onnx", ("onnxruntime",), "larger embedding models, without torch"),
    _Extra("minilm", ("onnxruntime", "dowse_minilm"), "the sentence encoder `minilm`, without a download"),
    _Extra("st", ("sentence_transformers",), "embedding models of sentence-transformers"),
    _Extra("pdf", ("pypdf",), "the text of PDFs"),
    _Extra("code", tuple(f"tree_sitter_{name}" for name in _GRAMMARS), "symbols of Bash, C, C#, C++, PHP and Ruby"),
    _Extra("regex", ("re2",), "regular expressions in queries, as in `/[0-9]+ ms/`"),
    _Extra("cypher", ("graphqlite",), "`dowse cypher`, queries of the link graph"),
)


def versions() -> Iterator[Issue]:
    """The versions of dowse, Python, the storage engine and the system."""
    engines = registry.versions()
    system = f"{platform.system()} {platform.machine()}"
    what = f"dowse {__version__}, Python {platform.python_version()}, {engines.text}, {system}"
    yield Issue("versions", "ok", what)
    if engines.fault:
        yield Issue("versions", "error", engines.fault, engines.fix)
    if engines.limitation:
        yield Issue("versions", "hint", engines.limitation, engines.fix)


def extras() -> Iterator[Issue]:
    """The optional packages; a missing one is no problem."""
    for extra in _EXTRAS:
        lacking = [package for package in extra.packages if find_spec(package) is None]
        if lacking:
            yield Issue(
                "extras", "ok", f"{extra.name} (optional) is not installed: {extra.brings}", _install(extra.name)
            )
        else:
            yield Issue("extras", "ok", f"{extra.name}: {extra.brings}")


def settings(root: Path | None, environment: Mapping[str, str]) -> Iterator[Issue]:
    """The existing settings files, and whether they are valid."""
    files = [user_file(environment), *([root / VAULT_FILE] if root else [])]
    there = [str(file) for file in files if os.path.lexists(file)]
    try:
        known = settings_of(root, environment=environment)
    except SettingsError as error:
        yield Issue("settings", "error", str(error), "correct the named line; docs/settings.md lists all settings")
        return
    for remark in known.remarks:
        yield Issue("settings", "warning", remark)
    named = f"{', '.join(there)}: valid" if there else "no settings file (optional)"
    yield Issue("settings", "ok", named)
    variables = sorted(name for name in environment if name.startswith("DOWSE_") and "TOKEN" not in name)
    if variables:
        yield Issue("settings", "ok", f"environment variables: {', '.join(variables)}")


def registered(environment: Mapping[str, str]) -> Iterator[Issue]:
    """The registered vaults, and those whose folder is missing."""
    path = vaults_file(environment)
    try:
        vaults = read_registry(path).vaults if path.exists() else ()
    except SettingsError as error:
        yield Issue("vaults", "error", str(error))
        return
    for each in vaults:
        try:
            each.present()
        except VaultError as error:
            yield Issue("vaults", "warning", str(error))
        if why := ambiguity(each.name):
            fix = f"run `{shlex.join(['dowse', 'vault', 'rename', each.name, 'NAME'])}`"
            yield Issue("vaults", "warning", f"the name {each.name!r} {why}", fix)
    if vaults:
        yield Issue("vaults", "ok", f"registered: {', '.join(each.name for each in vaults)}")


def _install(extra: str) -> str:
    return f"pip install 'dowse[{extra}]'"
