"""The options of a search, shared by the commands that search."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import click

from ...app.location import VaultLocation
from ...app.options import SCORE, TIME_LIMIT
from ...app.search_request import SearchRequest
from ...query.leaf_parser import read_weights
from .shared_flags import (
    ModeType,
    decorated,
    filter_options,
    folders_in_vaults,
    limit_option,
    number_type,
    unset_option,
)


def _weights(_ctx: click.Context, _option: click.Parameter, text: str | None) -> tuple[float, ...] | None:
    weights = None if text is None else read_weights(text)
    if text is not None and weights is None:
        raise click.BadParameter(f"expected one to three numbers, not all of them 0, such as 0.7,0.2,0.1, got {text!r}")
    return weights


_score_type = number_type(SCORE)

# The arguments of `search_request`.
search_options = decorated(
    limit_option(None),
    filter_options,
    unset_option("--exclude-type", about="Exclude documents of this frontmatter type", multiple=True, metavar="X"),
    click.option("--archived", is_flag=True, help="Include archived documents."),
    click.option("--all", is_flag=True, help="List near-duplicates, versions and translations as hits."),
    unset_option("--profile", about="Ranking profile, see `dowse profiles`", metavar="NAME"),
    click.option(
        "--mode",
        metavar="MODE",
        type=ModeType(),
        help="fulltext (or keyword), vector (or semantic) or hybrid (both, the default).",
    ),
    unset_option(
        "--min-score",
        about="Minimum score of a hit; in mode vector its minimum cosine",
        metavar="N",
        type=_score_type,
    ),
    unset_option("--min-similarity", about="Minimum cosine of a semantic hit", metavar="N", type=_score_type),
    unset_option(
        "--weights",
        about="Weights of keyword, semantic and graph lists, as in 0.7,0.2,0.1",
        metavar="A,B,C",
        callback=_weights,
    ),
    unset_option("--rerank/--no-rerank", about="Rerank the top 100 hits with the reranker", default=None),
    unset_option("--expand", about="Expand a short query with words from its best hits", is_flag=True, default=None),
    unset_option("--time-boost/--no-time-boost", about="Boost recently changed documents", default=None),
    unset_option(
        "--time-limit",
        about="Leave out optional steps from then on, and say so",
        metavar="SECONDS",
        type=number_type(TIME_LIMIT),
    ),
)


def search_request(
    query: str, vaults: Sequence[VaultLocation], *, path: tuple[str, ...], **options: Any
) -> SearchRequest:
    """The request for the values of `search_options`, with paths relative to the vault or with its name."""
    return SearchRequest(query, path=folders_in_vaults(path, vaults), interface="cli", **options)


def text_of(query: str) -> str:
    """The query as text: a terminal may pass bytes of another encoding."""
    return os.fsencode(query).decode("utf-8", "replace")
