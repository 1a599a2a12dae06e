"""The attributes that a component of Antora gives its pages, in `antora.yml` and in the playbook.

Antora's documentation has the rules: a value that ends in `@` may be changed by a page, and `false` and `~` are none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..markdown.yaml_tree import YamlNode

MOST_BYTES = 256 * 1024  # of a file
NAMES = frozenset({"antora.yml", "antora-playbook.yml"})
_OF_COMPONENT = {"title": "page-component-title", "name": "page-component-name", "version": "page-component-version"}
_MOST = 500  # attributes
_LONGEST = 1_000  # characters of a value
_UNSET = frozenset({"false", "~", "null"})

Attributes = Mapping[str, str]


def states_attributes(path: str) -> bool:
    """Whether the file may state attributes, by its name."""
    return path.rpartition("/")[2] in NAMES


def stated_attributes(text: str) -> dict[str, str]:
    """The attributes that the file states; none for a file that is not valid YAML."""
    from ..markdown.yaml_tree import NotYamlError, tree  # noqa: PLC0415  # most vaults have no such file

    try:
        root = tree(text)
    except NotYamlError:
        return {}
    top = dict(_members(root))
    found = {_OF_COMPONENT[key]: node for key, node in top.items() if key in _OF_COMPONENT}
    stated = dict(_members(dict(_members(top.get("asciidoc"))).get("attributes")))
    values = ((name, _value(node)) for name, node in [*found.items(), *stated.items()][:_MOST])
    return {name: value for name, value in values if value is not None}


def attributes_of(path: str, stated: Mapping[str, Attributes]) -> Attributes:
    """The attributes of the document at the path: those of each folder around it, where the innermost counts."""
    found: dict[str, str] = {}
    for folder in sorted(stated, key=len):
        if not folder or path.startswith(f"{folder}/"):
            found.update(stated[folder])
    return found


def documents_with(folders: Iterable[str], paths: Iterable[str]) -> list[str]:
    """The documents of AsciiDoc in these folders."""
    starts = tuple(f"{folder}/" if folder else "" for folder in folders)
    return [path for path in paths if is_page(path) and path.startswith(starts)]


def is_page(path: str) -> bool:
    """Whether a component may give the document attributes, by its name."""
    return path.lower().endswith(".adoc")


def _members(node: YamlNode | None) -> Iterator[tuple[str, YamlNode]]:
    """The keys of a mapping, and their values."""
    if node is not None and node.is_mapping:
        yield from (
            (key.text, value) for key, value in zip(node.items[::2], node.items[1::2], strict=False) if key.text
        )


def _value(node: YamlNode) -> str | None:
    """The value of an attribute; None for one that is not set, a list and a text that is too long."""
    if node.text is None or len(node.text) > _LONGEST or (node.is_plain and node.text.lower() in _UNSET):
        return None
    return "" if node.is_plain and node.text == "true" else " ".join(node.text.split())
