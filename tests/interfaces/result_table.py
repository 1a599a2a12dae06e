"""The tables of fields in docs/output.md, made from the result dataclasses."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from dowse.app.diagnostics.issue import Diagnosis
from dowse.app.index import IndexResult, SyncResult
from dowse.app.link_checker.check_links import CheckResult
from dowse.app.maintenance import VacuumResult
from dowse.app.models import ModelList, PulledModel
from dowse.app.results.document_result import FileResult, PassageResult, RankedDocumentResult, RelatedDocumentResult
from dowse.app.results.json_fields import Description, Result, printed
from dowse.app.results.link_result import LinkStatusResult, MentionResult, OrphanResult
from dowse.app.results.outline_result import OutlineResult
from dowse.app.results.search_result import CommunityResult, SearchResult, WhyNotResult
from dowse.app.results.server_result import ProfileResult
from dowse.app.results.symbol_result import SymbolResult
from dowse.app.results.vault_result import RegisteredVaultResult, StatusResult

_HEADER = "| field | type | meaning |\n|---|---|---|\n"
_WORDS = {str: "text", int: "whole", float: "number", bool: "true or false"}


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the page: its heading, the result, and the optional fields that the command prints."""

    heading: str
    result: type[Result]
    is_list: bool = False
    optional: Collection[str] = ()


SECTIONS = (
    Section("`dowse search --json`", SearchResult),
    Section("`dowse find --json`", FileResult, is_list=True),
    Section("`dowse find symbol:NAME --json`", SymbolResult, is_list=True),
    Section("`dowse get --json`", PassageResult, optional=("links", "backlinks")),
    Section("`dowse get --outline --json`", OutlineResult),
    Section("`dowse related --json`", RelatedDocumentResult, is_list=True),
    Section("`dowse links --json`", LinkStatusResult, is_list=True),
    Section("`dowse links --orphans --json`", OrphanResult, is_list=True),
    Section("`dowse links --mentions --json`", MentionResult, is_list=True),
    Section("`dowse communities --json`", CommunityResult, is_list=True),
    Section("`dowse pagerank --json`", RankedDocumentResult, is_list=True),
    Section("`dowse why-not --json`", WhyNotResult),
    Section("`dowse index --json`", IndexResult),
    Section("`dowse index --watch --json`", SyncResult),
    Section("`dowse doctor --json`", Diagnosis),
    Section("`dowse vacuum --json`", VacuumResult),
    Section("`dowse check-links --json`", CheckResult),
    Section("`dowse status --json`", StatusResult),
    Section("`dowse vault list --json`", RegisteredVaultResult, is_list=True),
    Section("`dowse profiles --json`", ProfileResult, is_list=True),
    Section("`dowse model list --json`", ModelList),
    Section("`dowse model pull --json`", PulledModel),
)
EXPLAINED = ("why", "reading", "filters", "steps", "settings", "unused")  # optional fields of a search with --explain


def field_table(section: Section) -> str:
    """The fields of the result of a section, a row each; fields of objects follow the field that holds the object."""
    start = "[]." if section.is_list else ""
    return _table(_rows(section.result, start, section.optional))


def explained_table() -> str:
    """The fields that --explain adds to a search."""
    plain = {name for name, _, _ in _rows(SearchResult, "", ())}
    return _table(row for row in _rows(SearchResult, "", EXPLAINED) if row[0] not in plain)


def _table(rows: Iterator[tuple[str, str, str]]) -> str:
    return _HEADER + "".join(f"| `{name}` | {of} | {meaning} |\n" for name, of, meaning in rows)


def _rows(result: type[Result], start: str, optional: Collection[str]) -> Iterator[tuple[str, str, str]]:
    hints = get_type_hints(result, include_extras=True)
    hashable: Any = result
    for name, is_optional in printed(hashable):
        if is_optional and name not in optional:
            continue
        meaning = next(each.text for each in hints[name].__metadata__ if isinstance(each, Description))
        hint, is_null = _present(get_args(hints[name])[0])
        inner = _inner(hint)
        word = _word(hint) + (" or null" if is_null and not is_optional else "")
        yield f"{start}{name}", word, meaning
        if isinstance(inner, type) and issubclass(inner, Result):
            yield from _rows(inner, f"{start}{name}{'[]' if inner is not hint else ''}.", optional)


def _present(hint: Any) -> tuple[Any, bool]:
    """The type without None, and whether there was None in it."""
    if get_origin(hint) not in {Union, UnionType}:
        return hint, False
    others = [each for each in get_args(hint) if each is not NoneType]
    return others[0], len(others) < len(get_args(hint))


def _inner(hint: Any) -> Any:
    """The type of the items of a list, or the type itself."""
    inner = get_args(hint)[0] if get_origin(hint) is tuple else hint
    return get_args(inner)[0] if get_origin(inner) is Annotated else inner


def _word(hint: Any) -> str:
    inner = _inner(hint)
    if inner is not hint and get_origin(hint) is tuple:
        return "text list" if inner is str else "list"
    if get_origin(hint) is Literal:
        return "text"
    return _WORDS.get(hint, "object")
