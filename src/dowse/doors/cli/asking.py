"""The options of a search, which the commands that ask one share."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from ...app import Vault
from ...pipeline.profile import Profile
from ...pipeline.search import MODES, Mode, Request
from ...query.ast import Is, Not
from ...query.leaves import read_weights
from ...query.reading import conjunction
from .options import limit_option, narrowing, narrowing_options, within

F = TypeVar("F", bound=Callable[..., Any])  # click's own decorators are typed so

_OPTIONS = (
    click.option("--exclude-type", multiple=True, metavar="X", help="No documents of this frontmatter type."),
    click.option("--profile", show_default="default", help="How to rank; see `dowse profiles`."),
    click.option("--mode", type=click.Choice(MODES), show_default="hybrid", help="Words, meaning or both."),
    click.option("--min-score", type=click.FloatRange(0, 1), help="Only hits with at least this score."),
    click.option("--weights", metavar="A,B,C", help="Weights of keyword, semantic and graph, as in 0.7,0.2,0.1."),
    click.option("--rerank/--no-rerank", default=None, help="Let a better judge order the first hundred, or not."),
    click.option("--expand", is_flag=True, default=None, help="Add words of what a short query finds to it."),
    click.option("--time-boost/--no-time-boost", default=None, help="Raise what was changed lately, or not."),
)


def asking_options(command: F) -> F:
    """--limit, --path, --tag, --type, --kind, --exclude-type, --profile, --mode, --min-score, --weights, --rerank,
    --expand, --time-boost: what `Asking` takes.
    """
    for option in reversed(_OPTIONS):
        command = option(command)
    return limit_option(None)(narrowing_options(command))


@dataclass(frozen=True, slots=True)
class Asking:
    """What `asking_options` were given."""

    limit: int | None
    path: tuple[str, ...]
    tag: tuple[str, ...]
    type: tuple[str, ...]
    kind: tuple[str, ...]
    exclude_type: tuple[str, ...]
    profile: str | None
    mode: Mode | None
    min_score: float | None
    weights: str | None
    rerank: bool | None
    expand: bool | None
    time_boost: bool | None

    def __post_init__(self) -> None:
        if self.weights is not None and read_weights(self.weights) is None:
            advice = f"wanted up to three numbers such as 0.7,0.2,0.1, got {self.weights!r}"
            raise click.BadParameter(advice, param_hint="--weights")

    def of(self, query: str, vault: Vault) -> tuple[Request, Profile]:
        """The request and the profile, with the vault's settings for what was not given."""
        settings = vault.settings
        inside = tuple(within(each, vault.root, here=Path.cwd()) for each in self.path)
        where = conjunction(
            narrowing(path=inside, tag=self.tag, type=self.type, kind=self.kind),
            *(Not(Is("type", value)) for value in self.exclude_type),
        )
        request = Request(
            query,
            self.limit or settings.limit,
            self.mode or settings.mode,
            where,
            None if self.weights is None else read_weights(self.weights),
            self.min_score,
            rerank=self.rerank,
            expand=self.expand,
            time_boost=self.time_boost,
        )
        return request, settings.named(self.profile) if self.profile else settings.profile


def text_of(query: str) -> str:
    """The query as text: a terminal may hand over bytes of another encoding."""
    return os.fsencode(query).decode("utf-8", "replace")
