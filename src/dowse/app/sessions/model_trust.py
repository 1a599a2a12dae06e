"""The models that an index may use: those that the user has named, not those that the index or the notes name.

An index in the folder of its vault may be part of a downloaded vault, as dowse.toml may.  If dowse trusted it, its
author could make dowse send notes and queries to a server, download models and load files.  An index elsewhere, in the
user's cache folder or in a folder that the user named, is trusted and stores its models itself.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from ...embedders.pinned import name_in
from ...model.errors import DowseError
from ...modelhub.presets import PRESETS
from ...ports.storage import FactLookup, IndexFacts
from ...settings.config_files import VAULT_FILE
from ...settings.layer import Settings
from ...settings.model_names import is_embedder, is_reranker
from ...settings.model_record import IDENTITY, ConfirmedModels, confirm, confirmed, is_recorded
from ...settings.paths import INDEX_FOLDER
from ...settings.saved_choice import EMBEDDER_CHOSEN, RERANKER_CHOSEN, ModelChoice, chosen_in, still_chosen

UNCHOSEN = {IDENTITY: "", EMBEDDER_CHOSEN: "", RERANKER_CHOSEN: ""}  # facts of an index without choices
_BUNDLED = ("static", "maxsim")
_LONGEST = 300  # characters of a name; a path may be long


class ModelTrust:
    """The models of the index in `folder` for the vault in `root`; `asked` is the embedder in the command."""

    def __init__(
        self, root: Path, folder: Path, settings: Settings, environment: Mapping[str, str], *, asked: str
    ) -> None:
        self._root, self._folder = root, folder
        self._settings, self._environment = settings, environment
        self._asked = asked
        self._is_own = not folder.resolve().is_relative_to(root.resolve())

    def embedder(self, index: FactLookup) -> str:
        """The embedder in the command, else the user's choice for this index, else the one in the settings."""
        return self._asked or self._chosen_embedder(index) or self._settings.embedder

    def reranker(self, index: FactLookup) -> str:
        """The user's choice for this index, else the reranker in the settings."""
        return self._chosen_reranker(index) or self._settings.reranker

    def may_use(self, index: FactLookup, name: str) -> bool:
        """Whether the user has named the embedder, or has used it for this index before."""
        if self._is_own or name in _BUNDLED or name in {self._asked, self._settings.embedder}:
            return True
        return name in self._confirmed(index).used

    def refusal(self, index: FactLookup, name: str) -> str:
        """Why dowse does not use an embedder of the index, and how to confirm it; empty when dowse may use it."""
        return "" if self.may_use(index, name) else self._message(name, "embedding model")

    def keeps(self, index: FactLookup, name: str) -> bool:
        """Whether dowse keeps the vectors of an unconfirmed embedder until the user chooses one for the index."""
        if self._asked or self._is_own or not _is_well_formed(name) or self.may_use(index, name):
            return False
        is_open = self._settings.embedder == "static" or bool(self._claimed(index, EMBEDDER_CHOSEN))
        return is_open and not self._chosen_embedder(index)

    def unconfirmed(self, index: FactLookup) -> Iterator[tuple[str, str]]:
        """Each unconfirmed model that the index or the settings in the vault name, with a message."""
        for name in (self._claimed(index, EMBEDDER_CHOSEN), *_embedders_of(index)):
            if self.keeps(index, name):
                yield name, self.refusal(index, name)
                break
        else:
            configured = self._settings.configured_embedder
            if configured not in (*_BUNDLED, self._settings.embedder) and not (
                self._asked or self._chosen_embedder(index)
            ):
                yield configured, self._message(configured, "embedding model", by=VAULT_FILE)
        if self._chosen_reranker(index):
            return
        claimed, configured = self._claimed(index, RERANKER_CHOSEN), self._settings.configured_reranker
        for name, by in ((claimed, "this index"), (configured, VAULT_FILE)):
            if name not in ("", *_BUNDLED, self._settings.reranker):
                yield name, self._message(name, "reranker", by=by)
                break

    def choices(self, index: FactLookup) -> tuple[str, str]:
        """The embedder and the reranker that the user has chosen for this index; empty where the settings apply."""
        return self._chosen_embedder(index), self._chosen_reranker(index)

    def unconfirmed_vectors(self, index: FactLookup) -> tuple[str, ...]:
        """The embedders of the vectors in the index that the user has not confirmed."""
        return tuple(name for name in _embedders_of(index) if name and not self.may_use(index, name))

    def inherit(self, index: IndexFacts, other: ModelTrust, source: FactLookup) -> None:
        """Makes the user's choices for the index `source`, which this one is a copy of, those for this one.

        The copy has an id of its own: whoever changes one of the two indexes reaches no model of the other.
        Raises SettingsError when the record cannot be written.
        """
        embedder, reranker = other.choices(source)
        if embedder or reranker:
            self.choose(index, embedder=embedder, reranker=reranker)
        for name in filter(None, _embedders_of(index)):
            self.note_use(index, name)

    def choose(self, index: IndexFacts, *, embedder: str = "", reranker: str = "") -> None:
        """Stores the user's choice of models for the index. Raises SettingsError when the record cannot be written."""
        chosen = ModelChoice(embedder, self._settings.configured_embedder) if embedder else None
        reranking = ModelChoice(reranker, self._settings.configured_reranker) if reranker else None
        if not self._is_own:
            self._confirm(
                index, ConfirmedModels(embedder=chosen, reranker=reranking, used=(embedder,) if embedder else ())
            )
        for key, each in ((EMBEDDER_CHOSEN, chosen), (RERANKER_CHOSEN, reranking)):
            if each is not None:
                index.remember(key, each.to_remember if self._is_own else "")

    def note_use(self, index: IndexFacts, name: str) -> None:
        """Stores that the user's choice or settings use this embedder, so that its vectors stay trusted.

        If the record cannot be written, they are trusted as long as the command or the settings name the embedder.
        """
        if self._is_own or name in _BUNDLED or name in self._confirmed(index).used:
            return
        with suppress(DowseError):
            self._confirm(index, ConfirmedModels(used=(name,)))

    def _chosen_embedder(self, index: FactLookup) -> str:
        if not self._is_own and (
            name := still_chosen(self._confirmed(index).embedder, self._settings.configured_embedder)
        ):
            return name
        claimed = self._claimed(index, EMBEDDER_CHOSEN)
        if claimed and self.may_use(index, claimed):
            return claimed
        configured = self._settings.configured_embedder
        return configured if self._is_own and configured in _embedders_of(index) else ""

    def _chosen_reranker(self, index: FactLookup) -> str:
        own = chosen_in(index.recalled(RERANKER_CHOSEN)) if self._is_own else self._confirmed(index).reranker
        return still_chosen(own, self._settings.configured_reranker)

    def _claimed(self, index: FactLookup, key: str) -> str:
        """The choice that the index itself contains, as early versions stored it."""
        settings = self._settings.configured_embedder if key == EMBEDDER_CHOSEN else self._settings.configured_reranker
        name = still_chosen(chosen_in(index.recalled(key)), settings)
        return name if _is_well_formed(name, reranks=key == RERANKER_CHOSEN) else ""

    def _confirmed(self, index: FactLookup) -> ConfirmedModels:
        return confirmed(index.recalled(IDENTITY), self._environment)

    def _confirm(self, index: IndexFacts, now: ConfirmedModels) -> None:
        identity = index.recalled(IDENTITY)
        if not is_recorded(identity, self._environment):
            # A new id, not one from the index: an index in another downloaded vault may have the same.
            from secrets import token_hex  # noqa: PLC0415  # few calls write a record

            identity = token_hex(16)
            index.remember(IDENTITY, identity)
        confirm(identity, ConfirmedModels(str(self._root), now.embedder, now.reranker, now.used), self._environment)

    def _message(self, name: str, what: str, *, by: str = "this index") -> str:
        named = f"{by} names {name} as its {what}"
        if by == VAULT_FILE and name.removeprefix("onnx:") not in PRESETS:
            return f"{named}, an unknown model; `dowse model list` lists the known ones"
        flags = ["--rerank"] if what == "reranker" and name.removeprefix("onnx:") not in PRESETS else []
        if self._folder != self._root / INDEX_FOLDER and not self._is_own:
            flags += ["--index-dir", str(self._folder.parent)]
        command = shlex.join(["dowse", "model", "use", name, str(self._root), *flags])
        return f"{named}, which you have not confirmed; run `{command}` to confirm it"


def _embedders_of(index: FactLookup) -> tuple[str, ...]:
    """The embedders of the vectors in the index."""
    return tuple(name_in(index.recalled(space)) for space in ("coming", "fingerprint"))


def _is_well_formed(name: str, *, reranks: bool = False) -> bool:
    """Whether the name can be printed, and typed to confirm the model."""
    return len(name) <= _LONGEST and name.isprintable() and (is_reranker(name) if reranks else is_embedder(name))
