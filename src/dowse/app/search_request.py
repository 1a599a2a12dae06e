"""The request of a search: a query with its options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY
from typing import TYPE_CHECKING

from ..model.kinds import UNREAD
from ..model.option_spelling import Interface
from ..model.search_mode import Mode
from ..model.value_class import dataclass
from ..query.ast import And, Expr, FieldEquals, MatchAll, Not
from ..query.extract import conjunction, selecting
from .options import MOST_OVER_WIRE, check
from .search_filter import narrowing

if TYPE_CHECKING:
    from ..search.execute import Request
    from ..search.profile import Profile
    from ..settings.layer import Settings


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A query with its options; None leaves an option to the settings of the vault or to the profile.

    Raises OptionError for an option of a wrong type or out of its range.
    """

    query: str
    _: KW_ONLY
    limit: int | None = None  # hits; of a page, when there is an `offset`
    path: tuple[str, ...] = ()  # relative to the vault
    tag: tuple[str, ...] = ()
    type: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    exclude_type: tuple[str, ...] = ()
    archived: bool = False  # whether to include archived documents
    all: bool = False  # whether near-duplicates are hits of their own
    profile: str | None = None
    mode: Mode | None = None
    min_score: float | None = None  # in [0, 1]; in vector mode a cosine
    min_similarity: float | None = None  # a cosine in [0, 1]
    weights: tuple[float, ...] | None = None  # of the keyword, the semantic and the graph list
    rerank: bool | None = None
    expand: bool | None = None
    time_boost: bool | None = None
    time_limit: float | None = None  # seconds, after which a search leaves out optional steps
    explain: bool = False
    one_per_file: bool = False  # whether only the first hit of a file counts
    marks: bool = False  # whether hits say which words of their snippets match
    syntax: bool = False  # whether hits in source code have spans for syntax colours
    pipeline: bool = False  # whether the steps are also given in the form of Temoa's viewer
    heal: bool = True  # whether changed files are read first
    offset: int | None = None  # hits to skip; with it, at most MOST_OVER_WIRE hits are counted
    most: int | None = None  # hits at most, whatever the query says
    mix: Mapping[str, object] | None = None  # a profile as a table of settings; it replaces `profile`
    mix_name: str = "mixed"
    interface: Interface = "library"  # for the names of options in notes

    def __post_init__(self) -> None:
        check(self)

    @property
    def where(self) -> Expr:
        """The filter that the options make."""
        only = narrowing(path=self.path, tag=self.tag, type=self.type, kind=self.kind)
        return conjunction(only, *(Not(FieldEquals("type", value)) for value in self.exclude_type))

    @property
    def is_asked(self) -> bool:
        """Whether the query or an option selects anything; without, the answer needs no index."""
        return bool(self.query.strip()) or self.where != MatchAll()

    def planned(self, settings: Settings) -> tuple[Request, Profile]:
        """The request and the profile for these settings. Raises SettingsError for an unknown or a wrong profile."""
        from ..search.execute import Request  # noqa: PLC0415  # it brings numpy, and requests are made before that

        if self.mix is None:
            profile = settings.profile_for(self.query, self.profile)
        else:
            from ..settings.adhoc_profile import mixed  # noqa: PLC0415  # few searches mix a profile

            profile = mixed(self.mix, name=self.mix_name, known=settings.profiles)
        request = Request(
            self.query,
            self.limit,
            self.mode or settings.mode,
            self.where,
            self.weights,
            self.min_score,
            default_limit=settings.limit,
            offset=self.offset or 0,
            most=None if self.offset is None else MOST_OVER_WIRE,
            archived=self.archived,
            all=self.all or settings.all,
            rerank=self.rerank,
            expand=self.expand,
            time_boost=self.time_boost,
            time_limit=self.time_limit or settings.time_limit,
            explain=self.explain or self.pipeline,
            one_per_file=self.one_per_file,
            marks=self.marks,
            min_similarity=self.min_similarity,
            interface=self.interface,
        )
        return request, profile


def selects_files(request: SearchRequest) -> bool:
    """Whether the query or an option selects the kind `file`, of files without a text, and no other kind."""
    if UNREAD not in request.query.casefold() and request.where == MatchAll():
        return False  # without parsing the query twice
    from ..query.parse import parse  # noqa: PLC0415  # a handshake does without it

    selection = conjunction(selecting(parse(request.query).where), request.where)
    return FieldEquals("kind", UNREAD) in (selection.items if isinstance(selection, And) else (selection,))
