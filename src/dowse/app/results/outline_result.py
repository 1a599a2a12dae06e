"""The result about the units of a document."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Annotated

from ...model.qualified_path import addressed, outward, outward_in
from ...model.value_class import dataclass
from .document_result import PassageResult
from .json_fields import INTERNAL, OPTIONAL, Description, Result
from .search_result import FreshnessResult, NoteResult

_LONGEST = 120  # characters of a heading or a signature on a line


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineUnitResult(Result):
    """A unit of a document: a heading, a symbol, a page or a card."""

    ref: Annotated[str, Description("a reference to the unit, for `get`")]
    title: Annotated[str, Description("the heading, or the name of the symbol")]
    kind: Annotated[str, Description("`heading`, `page`, `card`, or the kind of the symbol: `class`, `function` …")]
    level: Annotated[int, Description("1 for the outermost units, 2 for the units in them and so on")]
    line: Annotated[int, Description("its first line; of a symbol that of the definition")]
    end_line: Annotated[int, Description("its last line, with the units in it")]
    signature: Annotated[str | None, Description("the definition of a symbol up to its body, on one line")] = field(
        default=None, metadata=OPTIONAL
    )

    @property
    def label(self) -> str:
        """The unit on a line, indented by its level: a heading, or the signature of a symbol."""
        text = self.signature or self.title
        return f"{'  ' * (self.level - 1)}{text if len(text) <= _LONGEST else f'{text[:_LONGEST]}…'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineResult(Result):
    """The units of a document, in order."""

    vault: Annotated[str | None, Description("the vault that the reference named")] = field(
        default=None, metadata=OPTIONAL
    )
    ref: Annotated[str, Description("the full reference")]
    path: Annotated[str, Description("the file")]
    title: Annotated[str, Description("its title")]
    units: Annotated[tuple[OutlineUnitResult, ...], Description("the units, in order")]
    notes: Annotated[
        tuple[NoteResult, ...] | None, Description("remarks on the reference and on the index, if any")
    ] = field(default=None, metadata=OPTIONAL)
    of_vault: str = field(default="", metadata=INTERNAL)  # the name of its vault
    index: FreshnessResult = field(default=FreshnessResult(state="fresh", changed=0), metadata=INTERNAL)
    remarks: tuple[str, ...] = field(default=(), metadata=INTERNAL)  # on the reference, then on the index

    @property
    def passage(self) -> PassageResult:
        """The outline as a text with a line for each unit, which has the number of its first line."""
        lines = tuple((each.line, each.label) for each in self.units)
        return PassageResult(
            ref=self.ref,
            path=self.path,
            title=self.title,
            line=lines[0][0] if lines else 1,
            end_line=lines[-1][0] if lines else 1,
            text="\n".join(text for _, text in lines),
            lines=lines,
            of_vault=self.of_vault,
            index=self.index,
            remarks=self.remarks if lines else (addressed("", f"{self.ref} has no headings or symbols"), *self.remarks),
        )

    def qualified(self, vault: str) -> OutlineResult:
        """The same with the vault that the reference named, if any."""
        if not vault:
            return self
        units = tuple(replace(each, ref=outward(vault, each.ref)) for each in self.units)
        remarks = tuple(outward_in(each, vault) for each in self.remarks)
        return replace(self, vault=vault, ref=outward(vault, self.ref), units=units, remarks=remarks)
