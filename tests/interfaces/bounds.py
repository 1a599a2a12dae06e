"""The parts of the schema of a parameter whose size or value has no bound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]


def unbounded(schema: Schema, place: str, whole: Schema) -> Iterator[str]:
    """Each part without a bound, by its place; `whole` is the document that references point into."""
    if reference := schema.get("$ref"):
        yield from unbounded(_referred(reference, whole), place, whole)
        return
    choices = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    if choices and "type" not in schema:
        for each in choices:
            yield from unbounded(each, place, whole)
        return
    if "enum" in schema or "const" in schema:
        return
    match schema.get("type"):
        case "boolean" | "null":
            return
        case "array":
            yield from _unbounded_list(schema, place, whole)
        case "object":
            yield from _unbounded_table(schema, place, whole)
        case kind:
            yield from (f"{place}: {fault}" for fault in _fault(str(kind), schema))


def _fault(kind: str, schema: Schema) -> Iterator[str]:
    """The missing bound of a text or a number."""
    if kind == "string":
        if "maxLength" not in schema and "{1,40}$" not in schema.get("pattern", ""):
            yield "the length of a text"
    elif kind in {"integer", "number"}:
        low, high = {"minimum", "exclusiveMinimum"} & schema.keys(), {"maximum", "exclusiveMaximum"} & schema.keys()
        if not (low and high):
            yield "the range of a number"
    else:
        yield f"a value of the type {kind}"


def _unbounded_list(schema: Schema, place: str, whole: Schema) -> Iterator[str]:
    if "maxItems" not in schema:
        yield f"{place}: the number of values"
    for each in (*schema.get("prefixItems", ()), *([schema["items"]] if "items" in schema else ())):
        yield from unbounded(each, f"{place}[]", whole)
    if "items" not in schema and "prefixItems" not in schema:
        yield f"{place}[]: a value of any type"


def _unbounded_table(schema: Schema, place: str, whole: Schema) -> Iterator[str]:
    for name, each in schema.get("properties", {}).items():
        yield from unbounded(each, f"{place}.{name}", whole)
    others = schema.get("additionalProperties", True)
    if others is not False:
        if "maxProperties" not in schema:
            yield f"{place}: the number of keys"
        if isinstance(others, Mapping):
            yield from unbounded(others, f"{place}.*", whole)


def _referred(reference: str, whole: Schema) -> Schema:
    node: Any = whole
    for key in reference.removeprefix("#/").split("/"):
        node = node[int(key)] if isinstance(node, list) else node[key.replace("~1", "/").replace("~0", "~")]
    found: Schema = node
    return found
