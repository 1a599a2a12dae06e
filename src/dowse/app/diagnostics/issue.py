"""The results of checks of an installation and a vault."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Annotated, Literal, get_args

from ...model.value_class import dataclass
from ..results.json_fields import INTERNAL, Description, Result

Severity = Literal["ok", "hint", "warning", "error"]
LEVELS: tuple[Severity, ...] = get_args(Severity)  # the least serious first


@dataclass(frozen=True, slots=True)
class Issue(Result):
    """The result of one check."""

    about: Annotated[
        str,
        Description(
            "`versions`, `extras`, `settings`, `vaults`, `folder`, `index`, `lock`, `disk`, `freshness`, `meaning`, "
            "`links`, `files` or `speed`"
        ),
    ]
    level: Annotated[Severity, Description("as above")]
    what: Annotated[str, Description("the result")]
    fix: Annotated[str, Description("a command or advice; empty if there is nothing to do")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis(Result):
    """The results of all checks."""

    folder: Annotated[str, Description("the checked folder, absolute; empty if there is none")]
    worst: Annotated[Severity, Description("the most serious level: `ok`, `hint`, `warning` or `error`")]
    findings: Annotated[tuple[Issue, ...], Description("the results of the checks, in order")]
    remark: str = field(default="", metadata=INTERNAL)  # why no vault was checked


def worst(findings: Iterable[Issue]) -> Severity:
    """The most serious level of all."""
    return max((each.level for each in findings), key=LEVELS.index, default="ok")


def megabytes(count: float) -> str:
    """`12.3 MB`."""
    return f"{count / 1e6:,.1f} MB"


def counted(count: int, what: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"
