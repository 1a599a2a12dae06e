"""Folders such as `build`, in which programs keep their output, and which people give to pages and source code, too."""

from __future__ import annotations

import os

# Names that programs give to the folders of their output.
OUTPUT_FOLDERS = frozenset({"dist", "build", "target"})
# The endings of texts and source code that people write. JavaScript is none: compilers and bundlers write it.
_PAGES = "md mdx markdown rst adoc asciidoc asc org tex qmd rmd mediawiki wiki pod"
_SOURCES = "ts tsx py rs go java kt scala groovy lua rb php ex exs erl hs ml c cc cpp cs fs swift jl clj sh bash ps1"
_WRITTEN = frozenset((*_PAGES.split(), *_SOURCES.split()))
_OF_OUTPUT = frozenset(  # the names and endings of output, and of the description of a package that is published
    {"package.json", "CACHEDIR.TAG", "CMakeCache.txt", "index.html", ".buildinfo", "build.ninja", "config.status"}
    | {"js", "mjs", "cjs", "css", "map", "html", "class", "o", "a", "so", "dll", "dylib", "obj", "lib", "exe", "wasm"}
    | {"jar", "war", "whl", "gz", "zip", "tgz", "pyc", "d.ts", "d.mts", "d.cts"}
)


def is_output(name: str, folder: str) -> bool:
    """Whether the folder has the name of a folder of output, and not mostly texts and source code directly in it."""
    return name in OUTPUT_FOLDERS and not _is_written(folder)


def _is_written(folder: str) -> bool:
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
    except OSError:
        return False
    made = sum(name in _OF_OUTPUT or not _OF_OUTPUT.isdisjoint(_endings(name)) for name in names)
    written = sum(not _WRITTEN.isdisjoint(_endings(name)) for name in names)
    return written > 2 * made


def _endings(name: str) -> tuple[str, ...]:
    """The last part of the name, and the last two: `d.ts`."""
    parts = name.lower().split(".")[1:]
    return ".".join(parts[-1:]), ".".join(parts[-2:])
