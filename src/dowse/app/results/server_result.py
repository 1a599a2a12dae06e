"""The results about a server, its profiles and the query language."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from ...model.value_class import dataclass
from .json_fields import INTERNAL, OPTIONAL, Description, Json, Result


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentResult(Result):
    """A component of a profile: a retriever, a fusion, a stage or a rewrite."""

    name: Annotated[str, Description("its name")]
    about: Annotated[str, Description("its parameters")]
    changed: str = field(default="", metadata=INTERNAL)  # its parameters without the usual ones


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileResult(Result):
    """A ranking profile."""

    name: Annotated[str, Description("the profile")]
    about: Annotated[str, Description("its description")]
    source: Annotated[str, Description("`built in`, or the settings file")]
    rewrites: Annotated[tuple[ComponentResult, ...], Description("the rewrites of the query")]
    lists: Annotated[tuple[ComponentResult, ...], Description("the retrievers")]
    fusion: Annotated[ComponentResult, Description("the fusion")]
    encoded: Annotated[
        ComponentResult | None, Description("the fusion to use with a sentence encoder such as `onnx:minilm`")
    ]
    unspaced: Annotated[
        ComponentResult | None,
        Description(
            "the fusion to use with the bundled vectors for a query in another script than Latin, or in Vietnamese"
        ),
    ]
    stages: Annotated[tuple[ComponentResult, ...], Description("the stages, in order")]
    granularity: Annotated[str, Description("the parts that are ranked: `document`, `section` or `chunk`")]
    where: Annotated[str, Description("the filter of the profile; empty if there is none")]
    knobs: Annotated[dict[str, Json] | None, Description("the parameters that a slider can set")] = field(
        default=None, metadata=OPTIONAL
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedVaultResult(Result):
    """A vault of the server."""

    name: Annotated[str, Description("its name")]
    folder: Annotated[str, Description("its folder")]
    default: Annotated[bool, Description("whether requests without a vault go to it")]


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpRowResult(Result):
    """A form of a query."""

    example: Annotated[str, Description("an example")]
    about: Annotated[str, Description("its meaning")]


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpTableResult(Result):
    """Forms of a query that belong together."""

    title: Annotated[str, Description("the title of the table")]
    rows: Annotated[tuple[HelpRowResult, ...], Description("the forms")]


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthResult(Result):
    """A server that runs."""

    status: Annotated[Literal["ok"], Description("always `ok`")]
    version: Annotated[str, Description("the version of dowse")]
