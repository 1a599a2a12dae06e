"""Translate hits and conditions between qualified paths and the paths of one vault."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from ...analysis.folding import fold
from ...model.document import Head
from ...model.hit import Hit
from ...model.qualified_path import inward, outward
from ...model.ref import Ref
from ...query.ast import Expr, FieldEquals, Leaf, MatchAll, OneOf, replaced

NOTHING = OneOf(frozenset())


def by_vault(addresses: Iterable[str], vaults: Collection[str]) -> Mapping[str, list[str]]:
    """The paths in each vault, in order, without those of unknown vaults."""
    found: dict[str, list[str]] = {}
    for address in addresses:
        vault, path = inward(address, vaults)
        if vault:
            found.setdefault(vault, []).append(path)
    return found


def head_outward(vault: str, head: Head) -> Head:
    """The head, with its qualified path."""
    return head._replace(id=outward(vault, head.id), path=outward(vault, head.path))


def ref_outward(vault: str, ref: Ref) -> Ref:
    """The reference, with the qualified path of its document."""
    return ref._replace(doc=outward(vault, ref.doc))


def hit_outward(vault: str, hit: Hit) -> Hit:
    """The hit, with qualified paths for all documents."""
    spot = ref_outward(vault, hit.spot) if hit.spot else None
    return hit._replace(ref=ref_outward(vault, hit.ref), head=head_outward(vault, hit.head), spot=spot)


def where_inward(where: Expr, vault: str, vaults: Collection[str]) -> Expr:
    """The selection inside one of the vaults."""

    def localize(leaf: Leaf) -> Expr:
        match leaf:
            case OneOf(docs):
                return OneOf(frozenset(path for name, path in (inward(doc, vaults) for doc in docs) if name == vault))
            case FieldEquals("in", name):
                return MatchAll() if fold(name) == fold(vault) else NOTHING
            case FieldEquals("path", value):
                name, path = inward(value, vaults)
                return leaf if not name else FieldEquals("path", path) if name == vault else NOTHING
        return leaf

    return replaced(where, localize)
