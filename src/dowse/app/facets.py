"""Facets: the values of the fields by which documents can be filtered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ..model.value_class import dataclass
from ..ports.storage import Reader
from ..query.select import NO_VALUE
from .location import Progress, silent
from .options import check
from .results.graph_result import FacetsResult
from .sessions.federation import SearchableVault

_MOST_VALUES = 500  # of a field; more do not fit into a list to choose from


@dataclass(frozen=True, slots=True)
class FacetsRequest:
    """The values to list. Raises OptionError for a limit out of its range."""

    limit: int = _MOST_VALUES  # values of each field

    def __post_init__(self) -> None:
        check(self)


_DEFAULT = FacetsRequest()


def facets(vault: SearchableVault, request: FacetsRequest = _DEFAULT, *, progress: Progress = silent) -> FacetsResult:
    """The values of each field, the most frequent first; of `path` folders."""
    return vault.read(partial(_counted, request.limit), progress=progress)[0]


def _counted(most: int, reader: Reader) -> FacetsResult:
    files = frozenset(reader.inside([""]))
    folders = [path for path in reader.vocabulary("path") if path not in files]

    def values(found: Sequence[str]) -> tuple[str, ...]:
        return tuple(found[:most])

    return FacetsResult(
        tag=values(reader.vocabulary("tag")),
        type=values(_stated(reader.vocabulary("type"))),
        status=values(_stated(reader.vocabulary("status"))),
        kind=values(reader.vocabulary("kind")),
        ext=values(reader.vocabulary("ext")),
        path=values(folders),
        symbol=values(reader.vocabulary("symbol_kind")),
    )


def _stated(found: Sequence[str]) -> list[str]:
    """The values without that of a property without a value, which is no choice for anybody."""
    return [value for value in found if value != NO_VALUE]
