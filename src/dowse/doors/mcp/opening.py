"""What needs the index: imported with the first question, since numpy and SQLite would make a client wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...app import Vault
from ...finding import other_files
from ...model.document import Head
from ...model.edge import SIMILAR_TO
from ...model.kinds import Kind
from ...pipeline.by_kind import missing
from ...pipeline.freshness import IndexState, Status
from ...pipeline.link_report import Standing, doubtful
from ...pipeline.packing import Packed, pack
from ...pipeline.plan import most
from ...pipeline.profile import Profile
from ...pipeline.related import KINDS, USUAL, related
from ...pipeline.search import Answer, Mode, Request
from ...place import Place, Progress
from ..asking import Asking
from ..render.graph import related_json
from ..render.json import Json

_MODES: dict[str, Mode] = {"hybrid": "hybrid", "vector": "vector", "keyword": "fulltext"}


def paged(
    vault: Vault, query: str, asking: Asking, *, offset: int, progress: Progress
) -> tuple[Answer, IndexState, int]:
    """The answer with all hits up to the end of the page, and how many that may be."""
    request, profile = asking.of(query, vault)
    if asking.limit is None:  # what the settings or the profile want is the length of a page
        request = replace(request, limit=min(100, offset + (request.limit or most(profile))))
    answer, state = vault.search(request, profile, progress=progress)
    return answer, state, answer.run.limit


def packing(
    vault: Vault, query: str, asking: Asking, budget: int, progress: Progress
) -> tuple[Answer, IndexState, Packed]:
    """The answer and the passages of it that fit into the budget."""
    request, profile = asking.of(query, vault)
    answer, state = vault.search(request, profile, progress=progress)
    return answer, state, pack(answer.hits, answer.run, budget, vault.embedder.count_tokens)


def of_kinds(
    vault: Vault, query: str, profile: Profile, kinds: Sequence[Kind], *, most: int, mode: str, progress: Progress
) -> tuple[Answer, IndexState, str]:
    """The answer with the profile, and what to say when the vault has no such documents."""
    request = Request(query, most, _MODES[mode])
    answer, state = vault.search(request, profile, progress=progress)
    return answer, state, "" if answer.hits else vault.ask(lambda reader: missing(kinds, reader))[0]


def around(
    vault: Vault, ref: str, *, depth: int, via: Sequence[str], limit: int, progress: Progress
) -> tuple[Head, list[dict[str, Json]], IndexState]:
    """The document that is meant, and what is connected with it."""
    kinds = frozenset(KINDS[name] for name in via) or USUAL
    (head, found), state = vault.ask(
        lambda reader: related(ref, reader, depth=depth, kinds=kinds, limit=limit),
        likeness=SIMILAR_TO in kinds,
        progress=progress,
    )
    return head, [related_json(each) for each in found], state


def standing(vault: Vault, place: Place) -> tuple[Status, Sequence[Standing]]:
    """How the vault stands, and the links of it that are doubtful."""
    return vault.status(), doubtful(vault.engine, files=other_files(place.root))
