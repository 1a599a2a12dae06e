"""The result about a symbol of source code."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated

from ...model.document import SymbolKind
from ...model.value_class import dataclass
from .json_fields import OPTIONAL, Description, Result


@dataclass(frozen=True, slots=True, kw_only=True)
class SymbolResult(Result):
    """A definition in source code."""

    vault: Annotated[str | None, Description("the name of the vault of the file")] = field(
        default=None, metadata=OPTIONAL
    )
    ref: Annotated[str, Description("a reference to the symbol, for `get`")]
    path: Annotated[str, Description("the file")]
    line: Annotated[int, Description("the line of the definition, after comments and decorators")]
    end_line: Annotated[int, Description("the last line of the symbol")]
    symbol: Annotated[str, Description("its name, with those around it, as `Class.method`")]
    kind: Annotated[
        SymbolKind,
        Description("`class`, `interface`, `enum`, `type`, `module`, `function`, `method`, `property` or `const`"),
    ]
    signature: Annotated[str, Description("the definition up to its body, on one line")]
    about: Annotated[str, Description("the first line of its documentation; empty if there is none")]
