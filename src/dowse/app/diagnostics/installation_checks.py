"""Checks of the installation: versions, extras, settings."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from ... import __version__
from ...engines import registry
from ...model.errors import SettingsError, VaultError
from ...settings.config_files import VAULT_FILE, user_file, vaults_file
from ...settings.load_settings import settings_of
from ...settings.vaults_file import read_registry
from .issue import Issue


@dataclass(frozen=True, slots=True)
class _Extra:
    name: str
    packages: tuple[str, ...]
    brings: str


_EXTRAS = (
    _Extra("mcp", ("mcp",), "`dowse mcp`: search for AI agents"),
    _Extra("serve", ("fastapi", "uvicorn"), "`dowse serve`: the HTTP API and the pages"),
    _Extra("watch", ("watchfiles",), "`dowse index --watch`, and servers that notice changes at once"),
    _Extra("onnx", ("onnxruntime",), "larger models for search by meaning, without torch"),
    _Extra("st", ("sentence_transformers",), "any model of sentence-transformers"),
    _Extra("cypher", ("graphqlite",), "`dowse cypher`: questions to the graph"),
)


def versions() -> Iterator[Issue]:
    """What runs."""
    engines = registry.versions()
    system = f"{platform.system()} {platform.machine()}"
    what = f"dowse {__version__}, Python {platform.python_version()}, {engines.text}, {system}"
    yield Issue("versions", "ok", what)
    if engines.fault:
        yield Issue("versions", "error", engines.fault, engines.fix)


def extras() -> Iterator[Issue]:
    """What is installed besides the core; what is not is no fault."""
    for extra in _EXTRAS:
        lacking = [package for package in extra.packages if find_spec(package) is None]
        if lacking:
            yield Issue("extras", "ok", f"{extra.name} is not installed; {extra.brings}", _install(extra.name))
        else:
            yield Issue("extras", "ok", f"{extra.name}: {extra.brings}")


def settings(root: Path | None, environment: Mapping[str, str]) -> Iterator[Issue]:
    """The files of settings that are there, and whether they can be understood."""
    files = [user_file(environment), *([root / VAULT_FILE] if root else [])]
    there = [str(file) for file in files if os.path.lexists(file)]
    try:
        settings_of(root, environment=environment)
    except SettingsError as error:
        yield Issue("settings", "error", str(error), "correct the line that is named; docs/settings.md lists them all")
        return
    named = f"{', '.join(there)}: understood" if there else "no settings file (optional)"
    yield Issue("settings", "ok", named)
    variables = sorted(name for name in environment if name.startswith("DOWSE_") and "TOKEN" not in name)
    if variables:
        yield Issue("settings", "ok", f"in the environment: {', '.join(variables)}")


def registered(environment: Mapping[str, str]) -> Iterator[Issue]:
    """The vaults that have a name, and those of them that are gone."""
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
    if vaults:
        yield Issue("vaults", "ok", f"by name: {', '.join(each.name for each in vaults)}")


def _install(extra: str) -> str:
    return f"pip install 'dowse[{extra}]'"
