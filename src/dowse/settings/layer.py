"""The settings of one place, and the settings that result from all places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Literal, TypeVar, get_args

from ..chunking.by_paragraph import ByParagraph
from ..chunking.by_section import BySection
from ..chunking.by_window import ByWindow
from ..chunking.chunker import Chunker
from ..graph.site_roots import NO_ROOTS, SiteRoots
from ..model.chunk import VectorForm
from ..model.errors import MissingPartError, SettingsError, UnknownProfileError
from ..model.parameter import Parameter
from ..model.search_mode import Mode
from ..model.value_class import dataclass
from ..query.leaf_parser import MOST_HITS
from .file_rules import FileRules, joined
from .suggest_name import offer

if TYPE_CHECKING:
    from ..search.profile import Profile

T = TypeVar("T")
D = TypeVar("D")

Enrichment = Literal["blend", "prefix", "none"]  # a vector form, or the text of a chunk alone
ENRICHMENTS: tuple[Enrichment, ...] = get_args(Enrichment)
LIMIT = Parameter("maximum number of hits", minimum=1, maximum=MOST_HITS)
TIME_LIMIT = Parameter("seconds of a search", minimum=0.001, maximum=3_600)
ALIKE = Parameter("minimum cosine of similar passages", above=0, maximum=1)


@dataclass(frozen=True, slots=True)
class SettingsLayer:
    """The settings of one place: the command line, the environment or a file. None for a setting that is not stated."""

    chunker: Chunker | None = None
    enrich: Enrichment | None = None
    embedder: str | None = None
    alike: float | None = None
    profile: str | None = None
    profile_at: str = ""  # file, line and key, for messages
    limit: int | None = None
    mode: Mode | None = None
    time_limit: float | None = None  # seconds
    all: bool | None = None  # whether near-duplicates are hits of their own
    reranker: str | None = None
    files: FileRules = field(default_factory=FileRules)
    site_roots: SiteRoots | None = None
    profiles: Mapping[str, Profile] = field(default_factory=dict)
    unusable: Mapping[str, MissingPartError] = field(default_factory=dict)  # profiles that name a missing part
    source: str = ""  # the name of the place, for messages
    trusted: bool = True  # a file inside a vault is not, and chooses no model


@dataclass(frozen=True, slots=True)
class Settings:
    """The effective settings of a vault."""

    chunker: Chunker = field(default_factory=BySection)
    configured_chunker: str = ""  # fingerprint of the configured chunker; empty if no place configures one
    enrich: Enrichment = "blend"
    embedder: str = "static"  # of the trusted places
    configured_embedder: str = "static"  # of all places
    alike: float | None = None  # minimum cosine of similar passages; None: see similarity_threshold
    profile_name: str = "default"
    limit: int | None = None  # None: the limit of the profile
    mode: Mode = "hybrid"
    time_limit: float | None = None  # seconds, after which a search leaves out optional steps
    all: bool = False  # whether near-duplicates are hits of their own
    reranker: str = "maxsim"  # as above
    configured_reranker: str = "maxsim"
    files: FileRules = field(default_factory=FileRules)
    site_roots: SiteRoots = NO_ROOTS
    own_profiles: Mapping[str, Profile] = field(default_factory=dict)  # those of files, by name
    sources: Mapping[str, str] = field(default_factory=dict)  # the file of each of them
    unusable: Mapping[str, MissingPartError] = field(default_factory=dict)  # profiles that name a missing part

    @property
    def profiles(self) -> Mapping[str, Profile]:
        """The built-in profiles and those of files, by name."""
        from ..search.profiles import PROFILES  # noqa: PLC0415  # here, so that a first index starts without stages

        return {**PROFILES, **self.own_profiles} if self.own_profiles else PROFILES

    @property
    def profile(self) -> Profile:
        """The profile of searches that name none."""
        return self.named(self.profile_name)

    @property
    def default_profile(self) -> Profile | None:
        """As above; None when it cannot be used."""
        return self.profiles.get(self.profile_name)

    def profile_for(self, query: str, name: str | None) -> Profile:
        """The profile of that name or the default one; where it cannot be used, the one that the query names.

        Raises as `named`.
        """
        name = name or self.profile_name
        if name in self.unusable:
            from ..query.parse import parse  # noqa: PLC0415  # few searches have an unusable profile

            if stated := self.profiles.get(parse(query).profile):
                return stated
        return self.named(name)

    def named(self, name: str) -> Profile:
        """The profile of that name. Raises MissingPartError for an unusable one, UnknownProfileError for no profile."""
        if error := self.unusable.get(name):
            raise MissingPartError(str(error))  # a new one, as errors collect the places where they are raised
        if profile := self.profiles.get(name):
            return profile
        raise UnknownProfileError(f"there is no profile {name!r}; {self._offer(name)}")

    @property
    def remarks(self) -> tuple[str, ...]:
        """A remark on each profile that cannot be used."""
        return tuple(f"the profile {name!r} cannot be used: {error}" for name, error in self.unusable.items())

    def cut_by(self, chunker: Chunker) -> Chunker:
        """The chunker, with or without title, area, tags and summary, by the setting `enrich`."""
        if self.enrich == "none" and isinstance(chunker, BySection | ByWindow | ByParagraph):
            return replace(chunker, enrich=False)
        return chunker

    @property
    def form(self) -> VectorForm:
        """The form of the vectors of chunks."""
        return "blend" if self.enrich == "blend" else "prefix"

    def _offer(self, name: str) -> str:
        all_ = ", ".join(self.profiles)
        near = offer(name, self.profiles)
        return f"{near} Profiles: {all_}" if near.endswith("?") else near


def merged(places: Iterable[SettingsLayer]) -> Settings:
    """The settings of all places by precedence. Raises SettingsError when the default profile is unknown."""
    layers = list(places)
    trusted = [each for each in layers if each.trusted]
    built_in = Settings()
    chunker = _first(layers, lambda each: each.chunker, None)
    settings = Settings(
        configured_chunker=chunker.fingerprint if chunker else "",
        enrich=_first(layers, lambda each: each.enrich, built_in.enrich),
        embedder=_first(trusted, lambda each: each.embedder, built_in.embedder),
        configured_embedder=_first(layers, lambda each: each.embedder, built_in.embedder),
        alike=_first(layers, lambda each: each.alike, None),
        limit=_first(layers, lambda each: each.limit, None),
        mode=_first(layers, lambda each: each.mode, built_in.mode),
        time_limit=_first(trusted, lambda each: each.time_limit, None),
        all=_first(layers, lambda each: each.all, built_in.all),
        reranker=_first(trusted, lambda each: each.reranker, built_in.reranker),
        configured_reranker=_first(layers, lambda each: each.reranker, built_in.reranker),
        files=joined(each.files for each in layers),
        site_roots=_first(layers, lambda each: each.site_roots, NO_ROOTS),
    )
    settings = _with_profiles(settings, layers)
    settings = replace(settings, chunker=settings.cut_by(chunker or built_in.chunker))
    chosen = next((each for each in layers if each.profile is not None), None)
    return settings if chosen is None else _with_default_profile(settings, chosen)


def _first(layers: Iterable[SettingsLayer], setting: Callable[[SettingsLayer], T | None], otherwise: D) -> T | D:
    """The setting of the first place that states it."""
    return next((value for each in layers if (value := setting(each)) is not None), otherwise)


def _with_profiles(settings: Settings, layers: Sequence[SettingsLayer]) -> Settings:
    """The settings with the profiles of files; of those with one name the first counts, usable or not."""
    own: dict[str, tuple[Profile | MissingPartError, str]] = {}
    for layer in reversed(layers):
        own |= {name: (profile, layer.source) for name, profile in layer.profiles.items()}
        own |= {name: (error, layer.source) for name, error in layer.unusable.items()}
    return replace(
        settings,
        own_profiles={name: each for name, (each, _) in own.items() if not isinstance(each, MissingPartError)},
        unusable={name: each for name, (each, _) in own.items() if isinstance(each, MissingPartError)},
        sources={name: source for name, (_, source) in own.items()},
    )


def _with_default_profile(settings: Settings, chosen: SettingsLayer) -> Settings:
    """The settings with the profile of this place for searches that name none. Raises SettingsError if unknown."""
    name = chosen.profile or ""
    try:
        settings.named(name)
    except MissingPartError:  # only the commands that use the profile fail
        pass
    except SettingsError as error:
        raise SettingsError(f"{chosen.profile_at}: {error}") from error
    return replace(settings, profile_name=name)
