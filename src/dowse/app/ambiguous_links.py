"""The links of source code and notes that mean one of several equal definitions: each of them is listed as a target."""

from __future__ import annotations

from collections.abc import Iterator

from ..graph.traversal import unit_of
from ..model.edge import SourceRelation
from ..model.ref import Ref
from ..ports.storage import Reader
from ..query.ast import MatchAll
from ..search.scopes.equal_definitions import EqualReferences, calls_of_equals, equals_hint, mentions_of_equals
from ..search.scopes.equal_targets import AmbiguousReference, ambiguous_calls, ambiguous_mentions
from .results.link_result import LinkStatusResult

_MOST_LISTED = 3  # other definitions in a hint
_MOST_TARGETS = 10  # of one link, of some 200 definitions


def ambiguous_links(part: Ref, reader: Reader) -> Iterator[LinkStatusResult]:
    """The links of the document or the symbol that may mean any of several definitions, to each of these."""
    for each in (*ambiguous_calls(part, reader), *ambiguous_mentions(part, reader)):
        yield from (_link(each, target) for target in each.targets[:_MOST_TARGETS])


def ambiguous_backlinks(symbol: Ref, reader: Reader) -> tuple[list[LinkStatusResult], str]:
    """The links that may mean the symbol or others like it, and a hint on those that are calls."""
    calls = calls_of_equals(symbol, (), reader, MatchAll())
    mentions = mentions_of_equals(symbol, (), reader, MatchAll())
    back = [*_links_to(symbol, calls, "calls"), *_links_to(symbol, mentions, "mentions")]
    return back, "; ".join(hint for found in (calls, mentions) if (hint := equals_hint(symbol, (), found)))


def _links_to(symbol: Ref, found: EqualReferences, relation: SourceRelation) -> Iterator[LinkStatusResult]:
    for source, line in found.places:
        yield _link(AmbiguousReference(source, found.equals, relation, line), symbol)


def _link(each: AmbiguousReference, target: Ref) -> LinkStatusResult:
    others = [str(other) for other in each.targets if other != target]
    rest = f" and {len(others) - _MOST_LISTED:,} more" if len(others) > _MOST_LISTED else ""
    return LinkStatusResult(
        source=each.source.doc,
        target=target.doc,
        kind=each.relation,
        state="ambiguous",
        line=each.line,
        section=unit_of(each.source).section,
        anchor=target.section,
        written=target.doc,
        hint=f"found by name; it may also mean {', '.join(others[:_MOST_LISTED])}{rest}",
        rule="name",
    )
