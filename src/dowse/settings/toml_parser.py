"""The settings of one file, key by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from ..chunking.by_paragraph import ByParagraph
from ..chunking.by_section import BySection
from ..chunking.by_window import ByWindow
from ..chunking.chunker import Chunker
from ..model.parameter import InvalidValueError, Parameter
from ..model.search_mode import MODE_SYNONYMS, MODES, Mode
from .config_files import VAULT_FILE
from .file_rules import IGNORE_KEYS, files_in
from .layer import ALIKE, ENRICHMENTS, LIMIT, TIME_LIMIT, Enrichment, SettingsLayer
from .link_rules import LINK_KEYS, links_in
from .model_names import EMBEDDERS, RERANKERS, is_embedder, is_reranker
from .repr import shown
from .schema import part
from .source import SettingsSource, TomlTable
from .user_profiles import own_profiles
from .validate import number

TABLES: Mapping[str, tuple[str, ...]] = {
    "space": ("chunker", "enrich", "embedder", "alike"),
    "search": ("profile", "limit", "mode", "reranker", "time_limit", "all"),
    "ignore": IGNORE_KEYS,
    "kinds": (),
    "links": LINK_KEYS,
    "profiles": (),
}
_SMALLEST = 50  # characters or tokens from one chunk to the next
_MOST_TIMES = 5  # that a text may be in chunks
_SHARE = 0.8


def layer_of(written: SettingsSource) -> SettingsLayer:
    """The settings of the file. Raises SettingsError at the first fault."""
    for key in written.values:
        nested = [f"{table}.{key}" for table, keys in TABLES.items() if key not in TABLES and key in keys]
        if nested:
            raise written.wrong((key,), f"unknown key; did you mean {nested[0]}?")
    top = written.table((), written.values, tuple(TABLES))
    space = written.table(("space",), top.get("space", {}), TABLES["space"])
    search = written.table(("search",), top.get("search", {}), TABLES["search"])
    own = own_profiles(written)
    return SettingsLayer(
        chunker=_chunker(space, written),
        enrich=_enrich(space, written),
        embedder=_embedder(space, written),
        alike=_alike(space, written),
        profile=_profile(search, written),
        profile_at=written.at(("search", "profile")) if "profile" in search else "",
        limit=_limit(search, written),
        mode=_mode(search, written),
        time_limit=_time_limit(search, written),
        all=_flag(("search", "all"), search, written),
        reranker=_reranker(search, written),
        files=files_in(written),
        site_roots=links_in(written),
        profiles=own.usable,
        unusable=own.unusable,
        source=written.file if written.trusted else VAULT_FILE,
        trusted=written.trusted,
    )


def _chunker(space: TomlTable, written: SettingsSource) -> Chunker | None:
    keys = ("space", "chunker")
    if "chunker" not in space:
        return None
    chunker = cast(Chunker, part("chunker", space["chunker"], written, keys))
    if why := _wasteful(chunker):
        raise written.wrong(keys, why)
    return chunker


def _wasteful(chunker: Chunker) -> str:
    """Why chunks of this chunker would multiply the size of an index; empty for others."""
    match chunker:
        case ByWindow(size=size, overlap=overlap) if size - overlap < max(_SMALLEST, size // _MOST_TIMES):
            least = max(_SMALLEST, size // _MOST_TIMES)
            return f"window: chunks begin every {size - overlap} characters; size less overlap must be at least {least}"
        case BySection(size=size, overlap=share, least_overlap=least) if (
            size < max(_SMALLEST, 2 * least) or share > _SHARE
        ):
            return f"section: size must be at least {max(_SMALLEST, 2 * least)} tokens and overlap at most {_SHARE}"
        case ByParagraph(size=size, split_above=longest) if min(size, longest) < _SMALLEST:
            return f"paragraph: size must be at least {_SMALLEST} characters"
        case _:
            return ""


def _enrich(space: TomlTable, written: SettingsSource) -> Enrichment | None:
    value = space.get("enrich")
    for enrichment in ENRICHMENTS:
        if value == enrichment:
            return enrichment
    if value is None:
        return None
    raise written.wrong(("space", "enrich"), f"must be one of {', '.join(ENRICHMENTS)}, got {shown(value)}")


def _flag(keys: tuple[str, str], table: TomlTable, written: SettingsSource) -> bool | None:
    value = table.get(keys[1])
    if value is None or isinstance(value, bool):
        return value
    raise written.wrong(keys, f"must be true or false, got {shown(value)}")


def _embedder(space: TomlTable, written: SettingsSource) -> str | None:
    return _model(("space", "embedder"), space, written, is_embedder, EMBEDDERS)


def _reranker(search: TomlTable, written: SettingsSource) -> str | None:
    return _model(("search", "reranker"), search, written, is_reranker, RERANKERS)


def _model(
    keys: tuple[str, str],
    table: TomlTable,
    written: SettingsSource,
    is_known: Callable[..., bool],
    known: Sequence[str],
) -> str | None:
    value = table.get(keys[1])
    if value is None or (isinstance(value, str) and is_known(value, trusted=written.trusted)):
        return value
    if written.trusted:
        raise written.wrong(keys, f"must be one of {', '.join(known)}, got {shown(value)}")
    reason = "settings inside a vault may only name built-in models: a vault must not choose a server"
    raise written.wrong(keys, f"must be {known[0]} or onnx:PRESET, got {shown(value)}; {reason}")


def _alike(space: TomlTable, written: SettingsSource) -> float | None:
    return _number(("space", "alike"), space, written, float, ALIKE)


def _profile(search: TomlTable, written: SettingsSource) -> str | None:
    value = search.get("profile")
    if value is None or isinstance(value, str):
        return value
    raise written.wrong(("search", "profile"), f"must be the name of a profile, got {shown(value)}")


def _limit(search: TomlTable, written: SettingsSource) -> int | None:
    limit = _number(("search", "limit"), search, written, int, LIMIT)
    return None if limit is None else int(limit)


def _time_limit(search: TomlTable, written: SettingsSource) -> float | None:
    if "time_limit" in search and not written.trusted:
        reason = "settings inside a vault may not set it: answers would depend on the speed of the machine"
        raise written.wrong(("search", "time_limit"), f"move it to your own config.toml; {reason}")
    return _number(("search", "time_limit"), search, written, float, TIME_LIMIT)


def _number(
    keys: tuple[str, str], table: TomlTable, written: SettingsSource, hint: type, spec: Parameter
) -> float | None:
    try:
        return number(table[keys[1]], hint, spec) if keys[1] in table else None
    except InvalidValueError as error:
        raise written.wrong(keys, error.fault) from error


def _mode(search: TomlTable, written: SettingsSource) -> Mode | None:
    value = search.get("mode")
    if value is None:
        return None
    name = MODE_SYNONYMS.get(value, value) if isinstance(value, str) else value
    for mode in MODES:
        if name == mode:
            return mode
    raise written.wrong(("search", "mode"), f"must be one of {', '.join(MODES)}, got {shown(value)}")
