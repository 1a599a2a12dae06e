"""A tool that says in plain words what is wrong with a call, and with what it was to find."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from typing import Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from pydantic import ValidationError

from ...model.errors import DowseError

_LONGEST_SHOWN = 60  # characters of a value in a message


class StrictTool(Tool):
    """A tool that takes no other parameters than its own."""

    def model_post_init(self, context: Any, /) -> None:
        """Says so in its description, where a client can check a call before it is made."""
        super().model_post_init(context)
        _without_titles(self.parameters)
        self.parameters["additionalProperties"] = False
        if self.fn_metadata.output_schema:
            _without_titles(self.fn_metadata.output_schema)

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """What the tool gives. Raises ToolError with the name of the parameter, or with what the user can do."""
        known = tuple(self.parameters.get("properties", ()))
        for name in arguments:
            if name not in known:
                raise ToolError(f"{self.name} has no parameter {name!r}; {_offer(name, known)}")
        try:
            return await super().run(arguments, context, convert_result)
        except ToolError as error:
            told = _told(self.name, error.__cause__)
            if not told:
                raise
            raise ToolError(told) from error.__cause__


def _without_titles(schema: Any) -> None:
    """Takes the titles away that only repeat the names: clients hand the schemas of all tools to the model."""
    if isinstance(schema, list):
        for each in schema:
            _without_titles(each)
    elif isinstance(schema, dict):
        if isinstance(schema.get("title"), str):
            del schema["title"]
        for each in schema.values():
            _without_titles(each)


def _offer(name: str, known: Collection[str]) -> str:
    near = difflib.get_close_matches(name.casefold(), known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"it takes {', '.join(known)}"


def _told(tool: str, cause: BaseException | None) -> str:
    match cause:
        case ValidationError():
            return f"{tool}: {'; '.join(dict.fromkeys(_fault(each) for each in cause.errors()))}"
        case DowseError():
            return str(cause)
        case _:
            return ""


def _fault(error: Any) -> str:
    """One mistake: `limit: Input should be less than or equal to 100, got 5000`."""
    name = str(error["loc"][0]) if error["loc"] else "arguments"
    inner = ".".join(map(str, error["loc"][1:]))
    if error["type"] == "missing":
        return f"{'.'.join(map(str, error['loc']))} is missing"
    got = repr(error["input"])
    got = got if len(got) <= _LONGEST_SHOWN else f"{got[:_LONGEST_SHOWN]}…"
    return f"{name}{f' ({inner})' if inner and not inner.startswith('function') else ''}: {error['msg']}, got {got}"
