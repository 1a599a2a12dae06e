"""What package.json, tsconfig.json, go.mod and files like them say about modules."""

from __future__ import annotations

from typing import NamedTuple

Targets = tuple[tuple[str, tuple[str, ...]], ...]
"""Patterns with at most one `*`, each with the paths that it means, best first."""


class PackageManifest(NamedTuple):
    """What a package.json, or a pnpm-workspace.yaml, says about packages; paths are relative to its folder."""

    name: str = ""
    workspaces: tuple[str, ...] = ()  # patterns of folders of packages that import each other by name
    entries: tuple[str, ...] = ()  # files that the name of the package may mean, best first
    exports: Targets = ()  # by subpath: `.`, `./server`, `./adapters/*`
    imports: Targets = ()  # by names that begin with `#`
    links: Targets = ()  # dependencies in folders, whose paths begin with a dot or `/`, or under other names


class CompilerOptions(NamedTuple):
    """What a tsconfig.json or a jsconfig.json says about modules; paths are relative to its folder."""

    extends: tuple[str, ...] = ()  # configurations whose options count unless this one states them
    references: tuple[str, ...] = ()  # configurations of parts of the project
    base_url: str = ""  # the folder of modules that are not relative; empty if not stated
    paths: Targets = ()


class GoModule(NamedTuple):
    """What a go.mod says: the path by which others import the package in its folder."""

    path: str = ""


ModuleSettings = PackageManifest | CompilerOptions | GoModule
