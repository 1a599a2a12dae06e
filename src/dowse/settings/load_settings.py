"""Load the settings from the environment, the user's file and the vault's file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ..model.errors import SettingsError
from ..model.search_mode import MODE_SYNONYMS, MODES, Mode
from ..query.leaf_parser import MOST_HITS
from .chunker_registry import chunker_named
from .config_files import sources
from .layer import LIMIT, Settings, SettingsLayer, merged
from .model_names import EMBEDDERS, RERANKERS, is_embedder, is_reranker
from .suggest_name import offer
from .vault_lookup import usual_vault
from .vault_selection import vault_here, vault_root


def settings_of(root: Path | None, *, environment: Mapping[str, str]) -> Settings:
    """The settings of a vault, or without a vault: the environment, then the user's file, then the vault's."""
    return merged(_layers(root, environment))


def settings_around(folder: Path | None, *, here: Path, environment: Mapping[str, str]) -> Settings:
    """The settings of the folder; without a folder, of the vault that a command would use, or outside of any vault."""
    if folder is not None:
        return settings_of(vault_root(folder, here=here, environment=environment), environment=environment)
    selected = vault_here(here, environment)
    vault = usual_vault(environment) if selected is None else selected
    return settings_of(None if vault is None else vault.folder, environment=environment)


def check_choice(*, chunker: str, embedder: str) -> None:
    """Raises SettingsError for an unknown chunker or embedder; an empty name is valid."""
    if chunker:
        chunker_named(chunker, source="--chunker")
    if embedder and not is_embedder(embedder):
        raise SettingsError(f"--embedder: there is no embedder {embedder!r}; choose one of {', '.join(EMBEDDERS)}")


def _layers(root: Path | None, environment: Mapping[str, str]) -> Iterator[SettingsLayer]:
    yield _in_environment(environment)
    for written in sources(root, environment):
        from .toml_parser import layer_of  # noqa: PLC0415  # here, since most vaults have no settings file

        yield layer_of(written)


def _in_environment(environment: Mapping[str, str]) -> SettingsLayer:
    layer = SettingsLayer(source="the environment")
    if name := environment.get("DOWSE_CHUNKER"):
        layer = replace(layer, chunker=chunker_named(name, source="DOWSE_CHUNKER"))
    if name := environment.get("DOWSE_PROFILE"):
        layer = replace(layer, profile=name, profile_at="DOWSE_PROFILE")
    if text := environment.get("DOWSE_LIMIT"):
        if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= MOST_HITS):
            raise SettingsError(f"DOWSE_LIMIT must be a whole number {LIMIT.range}, got {text!r}")
        layer = replace(layer, limit=int(text))
    return replace(
        layer,
        mode=_mode(environment.get("DOWSE_MODE")),
        embedder=_model("DOWSE_EMBEDDER", environment, is_embedder, EMBEDDERS),
        reranker=_model("DOWSE_RERANKER", environment, is_reranker, RERANKERS),
    )


def _mode(name: str | None) -> Mode | None:
    mode = next((each for each in MODES if each == MODE_SYNONYMS.get(name or "", name)), None)
    if name and mode is None:
        raise SettingsError(f"DOWSE_MODE: there is no mode {name!r}; {offer(name, MODES)}")
    return mode


def _model(
    variable: str, environment: Mapping[str, str], is_known: Callable[[str], bool], known: Sequence[str]
) -> str | None:
    name = environment.get(variable)
    if name and not is_known(name):
        raise SettingsError(f"{variable}: there is no model {name!r}; {offer(name, known)}")
    return name or None
