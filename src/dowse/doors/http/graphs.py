"""Endpoints that show how documents hang together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Query

from ...app import Vault
from ...pipeline.atlas import usual_communities
from ..around import around
from ..narrowing import narrowing
from ..render.graph import related_json
from ..render.json import community_json
from ..render.map import map_json
from .parameters import Connected, Grouped, Mapped
from .work import Answered, Work


@dataclass(frozen=True, slots=True)
class Graphs:
    """Each method is an endpoint; its signature is what it takes."""

    work: Work

    def related(self, asked: Annotated[Connected, Query()]) -> Answered:
        """List what a document is connected with, nearest first."""

        def ask(vault: Vault, ref: str) -> Answered:
            progress = self.work.go_on
            _, found, _ = around(vault, ref, depth=asked.depth, via=asked.via, limit=asked.limit, progress=progress)
            return Answered([related_json(each) for each in found])

        return self.work.at_ref(asked.vault, asked.ref, ask)

    def communities(self, asked: Annotated[Grouped, Query()]) -> Answered:
        """List which documents belong together, the largest group first."""
        where = narrowing(path=tuple(asked.path), tag=tuple(asked.tag), type=tuple(asked.type), kind=tuple(asked.kind))
        found, _ = self.work.vault(asked.vault).ask(
            lambda reader: usual_communities(reader, where), likeness=True, progress=self.work.go_on
        )
        return Answered([community_json(each) for each in found[: asked.limit]])

    def map(self, asked: Annotated[Mapped, Query()]) -> Answered:
        """Draw the communities and what connects them, or one of them from inside."""
        found, _ = self.work.vault(asked.vault).ask(
            lambda reader: map_json(reader, asked.community, asked.limit), likeness=True, progress=self.work.go_on
        )
        return Answered(found)
