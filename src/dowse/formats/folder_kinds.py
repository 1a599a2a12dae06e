"""The kind of a document by its folder, from the settings of the vault."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from ..model.kinds import Kind

KindRules = tuple[tuple[str, Kind], ...]  # folder as `folder_key` writes it, and the kind; the deepest folder first


def kind_rules(said: Iterable[tuple[str, Kind]]) -> KindRules:
    """The compiled rules of folders; of two rules for one folder the first counts."""
    rules: dict[str, Kind] = {}
    for folder, kind in said:
        rules.setdefault(folder_key(folder), kind)
    return tuple(sorted(rules.items(), key=lambda rule: (-rule[0].count("/"), rule[0])))


def folder_key(folder: str) -> str:
    """The folder in the form for comparisons: case-folded, ending in `/`; empty for the whole vault."""
    parts = [part for part in _folded(folder).split("/") if part not in {"", "."}]
    return "".join(f"{part}/" for part in parts)


def by_folder(path: str, rules: KindRules) -> Kind | None:
    """The kind that the rule of the deepest folder gives to the document at the path; None without a rule."""
    if not rules:
        return None
    key = _folded(path)
    return next((kind for folder, kind in rules if key.startswith(folder)), None)


def _folded(path: str) -> str:
    """Folds as `path:` does, so that accents in file names may be composed or decomposed."""
    return unicodedata.normalize("NFC", path).casefold()
