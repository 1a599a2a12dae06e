"""The options of a search, shared by the commands that search."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from ...app.options import DEFAULTS, SCORE, TIME_LIMIT
from ...app.search import SearchRequest
from ...app.sessions.federation import SearchableVault
from ...model.search_mode import MODES
from ...query.leaf_parser import read_weights
from .shared_flags import filter_options, limit_option, number_type, path_in_vault

F = TypeVar("F", bound=Callable[..., Any])  # click's own decorators are typed so


def _weights(_ctx: click.Context, _option: click.Parameter, text: str | None) -> tuple[float, ...] | None:
    weights = None if text is None else read_weights(text)
    if text is not None and weights is None:
        raise click.BadParameter(f"expected one to three numbers, not all of them 0, such as 0.7,0.2,0.1, got {text!r}")
    return weights


def _about(text: str, option: str) -> str:
    return f"{text} (default: {DEFAULTS[option]})."


_OPTIONS = (
    click.option(
        "--exclude-type",
        multiple=True,
        metavar="X",
        help=_about("Exclude documents of this frontmatter type", "exclude_type"),
    ),
    click.option("--archived", is_flag=True, help="Include archived documents."),
    click.option("--all", is_flag=True, help="List near-duplicates as hits of their own."),
    click.option("--profile", metavar="NAME", help=_about("Ranking profile, see `dowse profiles`", "profile")),
    click.option(
        "--mode",
        metavar="MODE",
        type=click.Choice(MODES),
        help="fulltext (keyword), vector (semantic) or hybrid (both, the default).",
    ),
    click.option(
        "--min-score",
        metavar="N",
        type=number_type(SCORE),
        help=_about("Minimum score of a hit; in mode vector its minimum cosine", "min_score"),
    ),
    click.option(
        "--min-similarity",
        metavar="N",
        type=number_type(SCORE),
        help=_about("Minimum cosine of a semantic hit", "min_similarity"),
    ),
    click.option(
        "--weights",
        metavar="A,B,C",
        callback=_weights,
        help=_about("Weights of keyword, semantic and graph lists, as in 0.7,0.2,0.1", "weights"),
    ),
    click.option(
        "--rerank/--no-rerank",
        default=None,
        help=_about("Rerank the top 100 hits with the reranker", "rerank"),
    ),
    click.option(
        "--expand",
        is_flag=True,
        default=None,
        help=_about("Expand a short query with words from its best hits", "expand"),
    ),
    click.option(
        "--time-boost/--no-time-boost", default=None, help=_about("Boost recently changed documents", "time_boost")
    ),
    click.option(
        "--time-limit",
        metavar="SECONDS",
        type=number_type(TIME_LIMIT),
        help=_about("Leave out optional steps from then on, and say so", "time_limit"),
    ),
)


def search_options(command: F) -> F:
    """--limit, --path, --tag, --type, --kind, --exclude-type, --archived, --all, --profile, --mode, --min-score,
    --min-similarity, --weights, --rerank, --expand, --time-boost, --time-limit: the arguments of `search_request`.
    """
    for option in reversed(_OPTIONS):
        command = option(command)
    return limit_option(None)(filter_options(command))


def search_request(query: str, vault: SearchableVault, *, path: tuple[str, ...], **options: Any) -> SearchRequest:
    """The request for the values of `search_options`, with paths relative to the vault."""
    folders = tuple(path_in_vault(folder, vault.root) for folder in path)
    return SearchRequest(query, path=folders, interface="cli", **options)


def text_of(query: str) -> str:
    """The query as text: a terminal may pass bytes of another encoding."""
    return os.fsencode(query).decode("utf-8", "replace")
