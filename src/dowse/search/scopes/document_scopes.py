"""`under:`, `children:`, `links:`, `linked:` and `related:`: documents by their links and folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from ...analysis.folding import fold, name_key
from ...graph.hierarchy import OF_FOLDER, OF_MISSING
from ...graph.traversal import distances
from ...model.document import Head
from ...model.qualified_path import inward, outward
from ...ports.link_storage import ScopeName
from ...ports.questions import ScopeQuestion
from ...ports.storage import Reader
from ...query.ast import FieldEquals, OneOf
from ...query.leaf_parser import unlinked
from ..federated_lookup import FederatedLookup
from ..names.name_notes import quote_name
from ..names.reference import Reference, find_reference
from .query_scopes import RELATED
from .resolved_scope import ResolvedScope, non_empty

_NAMES: Mapping[str, ScopeName] = {"under": "under", "children": "children", "links": "links", "linked": "linked"}


def resolve_document_scope(
    scope: FieldEquals, target: Reference | None, reader: Reader, *, depth: int
) -> ResolvedScope:
    """The documents that the scope of the target selects; `depth` is for `related:`."""
    documents = _documents(scope, target, reader, depth)
    if target is not None:
        hint = "" if target.folder and scope.field in OF_FOLDER else target.hint
    else:
        hint = _missing_hint(scope, documents, reader) if documents else ""
    selected = _with_links(documents, target, scope.value, reader) if scope.field == "links" else OneOf(documents)
    return ResolvedScope(target, selected, non_empty(hint), is_unknown=target is None and not documents)


def document_questions(scope: FieldEquals, target: Reference | None) -> Iterator[ScopeQuestion]:
    """What decides a scope that is that of a document, or of a missing one to which others link."""
    name = _NAMES.get(scope.field)
    if name and target is None and scope.field in OF_MISSING:
        yield ScopeQuestion(name, unlinked(scope.value), is_missing=True)
    elif name and target is not None and target.head is not None:
        yield ScopeQuestion(name, target.head.path)


def _documents(scope: FieldEquals, target: Reference | None, reader: Reader, depth: int) -> frozenset[str]:
    match target:
        case Reference(head=Head() as head) if scope.field == RELATED:
            return frozenset(distances((head.path,), reader.edges, depth=depth)) - {head.path}
        case Reference(folder=folder) if folder and scope.field in OF_FOLDER:
            return _in_each_vault(reader, unlinked(scope.value).strip("/"), OF_FOLDER[scope.field])
        case None if scope.field == "links" and "#" in scope.value:
            return _in_each_vault(reader, unlinked(scope.value), _linking_to_heading)
        case _:
            return frozenset(chain.from_iterable(each.of(reader) for each in document_questions(scope, target)))


def _with_links(documents: frozenset[str], target: Reference | None, name: str, reader: Reader) -> OneOf:
    """The documents, with the path or the missing name to which they have the links that select them."""
    if target is not None:
        return OneOf(documents, targets=frozenset({target.head.path} if target.head is not None else ()))
    own = unlinked(name)
    own = inward(own, reader.vaults)[1] if isinstance(reader, FederatedLookup) else own
    return OneOf(documents, missing=frozenset({own} if documents else ()))


def _linking_to_heading(text: str, reader: Reader) -> frozenset[str]:
    """The documents of a vault with a link `name#heading`, of which the document or the heading is missing; the
    document of that name may have one to itself.
    """
    name, _, heading = text.partition("#")
    named = find_reference(name, reader)
    path = named.head.path if named is not None and named.head is not None else ""
    sources = {path, *reader.scope("links", path)} if path else reader.scope("links", name, is_missing=True)
    return frozenset(
        each.source
        for each in reader.aimed(sources)
        if fold(each.link.anchor) == fold(heading)
        and (each.aim.target == path if path else name_key(each.link.target) == name_key(name))
    )


def _in_each_vault(reader: Reader, address: str, documents: Callable[[str, Reader], frozenset[str]]) -> frozenset[str]:
    """The results of each vault for the address, or of the vault that the address names: a link stays in its vault."""
    if not isinstance(reader, FederatedLookup):
        return documents(address, reader)
    chosen, path = inward(address, reader.vaults)
    readers = {chosen: reader.vaults[chosen]} if chosen else reader.vaults
    return frozenset(outward(vault, document) for vault, own in readers.items() for document in documents(path, own))


def _missing_hint(scope: FieldEquals, documents: frozenset[str], reader: Reader) -> str:
    """The hint on a name that no document has, but that selects some, such as the target of broken links."""
    name = scope.value
    by_link = scope.field == "links"
    n = len(documents if by_link else reader.scope("children", unlinked(name), is_missing=True))
    if by_link:
        stated = linking(n)
    else:
        stated = f"{n} documents name it as their parent" if n > 1 else "1 document names it as its parent"
    what = "heading" if by_link and "#" in name else "document"
    return f"no {what} has the name {quote_name(name)}; {stated}"


def linking(count: int) -> str:
    """How many documents link to a name that no document has, as a clause."""
    return f"{count:,} documents link to that name" if count > 1 else "1 document links to that name"
