"""YAML as a small tree of the original text, built from events.

Aliases are not expanded (so an alias bomb stays small), nothing recurses, and no value is converted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import yaml

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # some builds of PyYAML lack the C parser
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]  # the same methods, seven times slower


@dataclass(slots=True)
class YamlNode:
    """A scalar, a list or a mapping."""

    text: str | None = None  # of a scalar
    is_plain: bool = False  # a scalar without quotes
    start: int = 0  # offsets of a collection in the YAML
    end: int = 0
    is_mapping: bool = False
    is_flow: bool = False  # a collection in brackets
    items: list[YamlNode] = field(default_factory=list)  # of a list; keys and values in turn, of a mapping


class NotYamlError(Exception):
    """The text is not valid YAML; the message has the reason, `line` the place (0-based, or -1)."""

    def __init__(self, message: str, line: int = -1) -> None:
        super().__init__(message)
        self.line = line


def tree(text: str) -> YamlNode | None:
    """The first document of a YAML text; None for an empty one. Raises NotYamlError."""
    try:
        return _built(iter(_Loader(text).get_event, None))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line if error.problem_mark else -1
        raise NotYamlError(error.problem or "cannot be read", line) from error
    except (yaml.YAMLError, ValueError) as error:
        raise NotYamlError("the text has characters that YAML forbids") from error


def _built(events: Iterable[yaml.Event]) -> YamlNode | None:
    opened: list[YamlNode] = []
    anchors: dict[str, YamlNode] = {}
    for event in events:
        if isinstance(event, yaml.NodeEvent):
            node = _node(event, anchors)
            if opened:
                opened[-1].items.append(node)
            if node.text is None and not isinstance(event, yaml.AliasEvent):
                opened.append(node)
            elif not opened:
                return node
        elif isinstance(event, yaml.CollectionEndEvent):
            node = opened.pop()
            node.end = event.end_mark.index if event.end_mark else 0
            if not opened:
                return node
    return None


def _node(event: yaml.NodeEvent, anchors: dict[str, YamlNode]) -> YamlNode:
    """The node that an event begins; for an alias that of its anchor, shared."""
    if isinstance(event, yaml.ScalarEvent):
        node = YamlNode(_storable(event.value), is_plain=not event.style)
    elif isinstance(event, yaml.AliasEvent):
        return anchors.get(event.anchor or "", YamlNode(""))
    else:
        node = YamlNode(
            start=event.start_mark.index if event.start_mark else 0,
            is_mapping=isinstance(event, yaml.MappingStartEvent),
            is_flow=bool(getattr(event, "flow_style", False)),
        )
    if event.anchor:
        anchors[event.anchor] = node
    return node


def _storable(text: str) -> str:
    r"""The text without characters that escapes (`\0`, `\ud800`) can produce and that cannot be stored."""
    if "\0" in text:
        text = text.replace("\0", " ")
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
