"""Notes on scopes of a query without hits."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ...query.ast import Expr, FieldEquals, Not, Note, OneOf, Query, walk
from ...query.extract import scoring_texts
from ..binding import offset_of_field

_SCOPES = {
    "under": "{} has no descendants",
    "children": "{} has no children",
    "links": "no document links to {}",
    "linked": "{} links to no document",
    "related": "no document is linked with {}",
}
_COUNTED_SCOPES = {
    "under": ("{} has 1 descendant", "{} has {:,} descendants"),
    "children": ("{} has 1 child", "{} has {:,} children"),
    "links": ("1 document links to {}", "{1:,} documents link to {0}"),
    "linked": ("{} links to 1 document", "{} links to {:,} documents"),
}


def scope_notes(query: Query, selection: Expr, original_leaves: Mapping[Expr, Expr]) -> Iterator[Note]:
    """Notes on the scopes of a query without hits, except for names that another note reports as unknown: that a scope
    is empty, or how many documents it has, of which the rest of the query or of the search selects none.
    """
    noted_offsets = {note.at for note in query.notes}
    negated = {leaf for node in walk(selection) if isinstance(node, Not) for leaf in walk(node)}
    is_alone = isinstance(selection, FieldEquals) and not scoring_texts(query.where)
    documents = {leaf: selected.docs for selected, leaf in original_leaves.items() if isinstance(selected, OneOf)}
    for leaf in walk(selection):
        if isinstance(leaf, FieldEquals) and leaf.field in _SCOPES and leaf not in negated:
            offset = offset_of_field(query.text, leaf.field, leaf.value)
            if offset not in noted_offsets:
                hint = _scope_hint(leaf, documents.get(leaf, () if is_alone else None), is_alone=is_alone)
                yield Note(offset, hint, is_about_index=True)


def _scope_hint(scope: FieldEquals, documents: Collection[str] | None, *, is_alone: bool) -> str:
    """That the scope has no documents, or how many, of which the rest of the query selects none; of a scope that is the
    query, none is left by the profile and the documents that are hidden by default.

    None: as another scope of the query.
    """
    none = _SCOPES[scope.field].format(scope.value)
    if documents is None or (documents and scope.field not in _COUNTED_SCOPES):
        return f"{none}, or none that {'this search includes' if is_alone else 'matches the rest of the query'}"
    if not documents:
        return none
    one, several = _COUNTED_SCOPES[scope.field]
    is_one = len(documents) == 1
    counted = (one if is_one else several).format(scope.value, len(documents))
    if is_alone:
        return f"{counted}, {'which' if is_one else 'all of which'} this search leaves out"
    return f"{counted}, {'which does not match' if is_one else 'none of which matches'} the rest of the query"
