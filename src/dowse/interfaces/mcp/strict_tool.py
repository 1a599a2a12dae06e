"""A tool with strict parameters: errors name the parameter and the value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from pydantic import ValidationError

from ...app.client_remarks import for_client
from ...model.errors import DowseError
from ...serving.lone_surrogates import is_text
from ..presenters.sanitize import model_text
from ..presenters.validation_error import parameter_advice, validation_message

_FORMS = ("constrained-str", "list[")  # pydantic's names for the forms of a parameter, in the place of an error
_EXAMPLE = re.compile(r"\{.+\}")  # an object in a description
# An error of a form that the value does not have, and whether the value is a list. A number has the form of a text.
_OTHER_FORM = {("list_type", False), ("string_type", True)}


class StrictTool(Tool):
    """A tool that rejects unknown parameters."""

    def model_post_init(self, context: Any, /) -> None:
        """Forbids additional properties in the input schema, so that a client can validate a call."""
        super().model_post_init(context)
        self.parameters = {**_inline_schema(self.parameters), "additionalProperties": False}
        if self.fn_metadata.output_schema:
            self.fn_metadata.output_schema = _inline_schema(self.fn_metadata.output_schema)

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """The result of the tool. Raises ToolError with the name of the parameter, or with advice."""
        known = tuple(self.parameters.get("properties", ()))
        for name, value in arguments.items():
            if not is_text([name, value]):
                raise ToolError(f"{self.name}: {name!a} has a lone surrogate, which is no text; send valid Unicode")
        for name in arguments:
            if name not in known:
                raise ToolError(f"{self.name} has no parameter {name!r}; {parameter_advice('mcp', name, known)}")
        try:
            return await super().run(arguments, context, convert_result)
        except ToolError as error:
            message = _error_message(self.name, error.__cause__)
            if not message:
                raise
            message += self._example(error.__cause__)
            raise ToolError(model_text(message)) from error.__cause__

    def _example(self, cause: BaseException | None) -> str:
        """The example that the description of a rejected object has; empty without one."""
        if not isinstance(cause, ValidationError):
            return ""
        properties = self.parameters.get("properties", {})
        names = dict.fromkeys(str(error["loc"][0]) for error in cause.errors() if error["loc"])
        descriptions = (str(properties.get(name, {}).get("description", "")) for name in names)
        examples = [found[0] for found in map(_EXAMPLE.search, descriptions) if found]
        return f"; for example {examples[0]}" if examples else ""


def _inline_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema without redundant parts, and with each definition inlined where it is first used.

    Clients pass the schemas of all tools to the model, and validate every result by them, resolving references each
    time: the first use is that of the hits, and later ones refer to its place.
    """
    definitions = schema.get("$defs", {})
    place_of: dict[str, str] = {}

    def inline(value: Any, place: str) -> Any:
        match value:
            case list():
                return [inline(part, f"{place}/{n}") for n, part in enumerate(value)]
            case {"$ref": str(ref), **siblings} if ref in place_of:
                return {"$ref": place_of[ref], **siblings}
            case {"$ref": str(ref), **siblings}:
                place_of[ref] = place
                return inline({**definitions[ref.rpartition("/")[2]], **siblings}, place)
            case dict():
                return {
                    key: inline(part, f"{place}/{key}") for key, part in value.items() if not _is_redundant(key, part)
                }
            case _:
                return value

    inlined: dict[str, Any] = inline(schema, "#")
    return inlined


def _is_redundant(key: str, value: object) -> bool:
    """Inlines definitions; drops titles, which repeat names, the default of additional properties, and null as the
    default of a parameter, whose description has the effective one.
    """
    return (
        key == "$defs"
        or (key == "title" and isinstance(value, str))
        or (key == "additionalProperties" and value is True)
        or (key == "default" and value is None)
    )


def _error_message(tool: str, cause: BaseException | None) -> str:
    match cause:
        case ValidationError():
            errors = list(_of_chosen_form(cause.errors()))
            return f"{tool}: {'; '.join(dict.fromkeys(_validation_message(error) for error in errors))}"
        case DowseError():
            return for_client(str(cause), "mcp")
        case _:
            return ""


def _of_chosen_form(errors: list[Any]) -> Iterator[Any]:
    """The errors; of a parameter that takes a text or a list, those of the form that the value has."""
    for error in errors:
        form = str(error["loc"][1]) if len(error["loc"]) > 1 else ""
        if form.startswith(_FORMS):
            if (error["type"], isinstance(error["input"], list)) in _OTHER_FORM:
                continue
            error["loc"] = (error["loc"][0], *error["loc"][2:])
        yield error


def _validation_message(error: Any) -> str:
    """One error: `limit must be at most 100, got 5000`."""
    name = str(error["loc"][0]) if error["loc"] else "arguments"
    inner = ".".join(map(str, error["loc"][1:]))
    if error["type"] == "missing":
        return f"{'.'.join(map(str, error['loc']))} is missing"
    within = f" ({inner})" if inner and not inner.startswith("function") else ""
    return f"{name}{within} {validation_message(error)}"
