"""Hits of several vaults for programs: the vault beside the path, and the path as that vault knows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ...model.qualified_path import inward, outward
from .to_json import Json


def apart(hit: Mapping[str, Json], vaults: Collection[str], *, with_ref: bool = True) -> dict[str, Json]:
    """The object with `vault` before all else, and its `path` and `ref` without it; as it is, if there is one vault.

    Not `with_ref`, the reference keeps its vault: it then says alone what is meant.
    """
    if len(vaults) < 2:
        return dict(hit)
    vault, path = inward(str(hit["path"]), vaults)
    within: dict[str, Json] = {"vault": vault, **hit, "path": path}
    if with_ref and "ref" in hit:
        within["ref"] = inward(str(hit["ref"]), vaults)[1]
    return within


def of_vault(vault: str, found: Mapping[str, Json]) -> dict[str, Json]:
    """What a reference with its vault has led to: `vault` before all else, and `ref` with it; as it is for no vault."""
    return {"vault": vault, **found, "ref": outward(vault, str(found["ref"]))} if vault else dict(found)


def all_apart(answer: Mapping[str, Json], vaults: Collection[str]) -> dict[str, Json]:
    """An answer whose hits are apart."""
    hits = answer["hits"]
    assert isinstance(hits, list)
    return {**answer, "hits": [apart(hit, vaults) for hit in hits if isinstance(hit, dict)]}
