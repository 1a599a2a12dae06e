"""What needs the index: imported with the first question, since numpy and SQLite would make a client wait."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ...app.federation import SearchableVault
from ...app.federation import roots_of as roots_of  # noqa: PLC0414  # for the answers
from ...app.find_files import other_files
from ...app.limits import MOST_OVER_WIRE
from ...app.link_report import LinkStatus, doubtful
from ...app.location import Progress, VaultLocation
from ...app.search_options import SearchOptions
from ...app.vault_session import VaultSession
from ...indexing.freshness import IndexState, VaultStatus
from ...model.chunk import CountTokens
from ...model.kinds import Kind
from ...search.execute import Answer, Execution, Mode, Request
from ...search.kind_profiles import missing
from ...search.packing import PackedPassages, pack
from ...search.passage import Passage, passage
from ...search.plan import most
from ...search.profile import Profile
from ...search.reference import found

_MOST_AS_DATA = 7_000  # tokens of all passages in an answer
_AROUND = 90  # tokens of a passage besides its text, a reason or two included
_LESS = 50  # tokens, so that it gets less in any case
_MODES: dict[str, Mode] = {"hybrid": "hybrid", "vector": "vector", "keyword": "fulltext"}


def paged(
    vault: SearchableVault, query: str, asking: SearchOptions, *, offset: int, progress: Progress
) -> tuple[Answer, IndexState]:
    """The answer with all hits up to the end of the page."""
    request, profile = asking.of(query, vault)
    if asking.limit is None:  # what the settings or the profile want is the length of a page
        request = replace(request, limit=min(MOST_OVER_WIRE, offset + (request.limit or most(profile))))
    return vault.search(request, profile, progress=progress)


def reading(vault: VaultSession, ref: str, progress: Progress) -> tuple[Passage, IndexState, str]:
    """The text that is meant, and what to know about the reference: that others are called so too."""
    (text, named), state = vault.ask(lambda reader: (passage(ref, reader), found(ref, reader)), progress=progress)
    return text, state, named.hint if named else ""


def packing(
    vault: SearchableVault, query: str, asking: SearchOptions, budget: int, progress: Progress
) -> tuple[Answer, IndexState, PackedPassages]:
    """The answer and the passages of it that fit into the budget."""
    request, profile = asking.of(query, vault)
    within = partial(_packed, budget=budget, count=vault.count_tokens)
    (answer, packed), state = vault.execute(request, profile, within, progress=progress)
    return answer, state, packed


def _packed(execution: Execution, *, budget: int, count: CountTokens) -> tuple[Answer, PackedPassages]:
    answer, run = execution.answer, execution.run
    packed = pack(answer.hits, run, budget, count)
    while packed.excerpts and (over := _as_data(packed, count) - _MOST_AS_DATA) > 0:
        budget -= over + _LESS
        packed = pack(answer.hits, run, budget, count)
    return answer, packed


def _as_data(packed: PackedPassages, count: CountTokens) -> int:
    """Tokens of the passages as JSON, where every mark and every name of a field counts."""
    return sum(count(json.dumps(each.text, ensure_ascii=False)) + _AROUND for each in packed.excerpts)


def of_kinds(
    vault: VaultSession,
    query: str,
    profile: Profile,
    kinds: Sequence[Kind],
    *,
    most: int,
    mode: str,
    progress: Progress,
) -> tuple[Answer, IndexState, str]:
    """The answer with the profile, and what to say when the vault has no such documents."""
    request = Request(query, most, _MODES[mode])
    answer, state = vault.search(request, profile, progress=progress)
    return answer, state, "" if answer.hits else vault.ask(lambda reader: missing(kinds, reader))[0]


def standing(vault: VaultSession, place: VaultLocation) -> tuple[VaultStatus, Sequence[LinkStatus]]:
    """How the vault stands, and the links of it that are doubtful."""
    return vault.status(), doubtful(vault.engine, files=partial(other_files, place.root, vault.settings.files.ignored))
