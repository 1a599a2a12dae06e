"""The file of the registered vaults: errors name the line, and each write is atomic."""

from __future__ import annotations

import contextlib
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.errors import SettingsError
from ..model.folder_path import expanded
from .atomic_file import alone, write_whole
from .config_files import vaults_file
from .repr import shown
from .source import SettingsSource, read
from .suggest_name import offer
from .toml_edit import edited
from .vaults import RegisteredVault, VaultRegistry, fault

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import Table

_EMPTY = '# The vaults that dowse knows by name. `dowse vault` writes this file.\ndefault = ""\n\n[vaults]\n'
_ADVICE = "correct the file, or delete it and add the vaults again with `dowse vault add`"
_KEYS = ("default", "vaults")


def read_registry(path: Path) -> VaultRegistry:
    """The vaults in the file. Raises SettingsError, with the line, for a file that `change` would not write."""
    if str(path) == os.devnull:
        return VaultRegistry()
    try:
        if not path.is_file():
            raise SettingsError(f"{path} is not a file")
        written = read(path, file=str(path), trusted=True)
        return _registry(written) if written is not None else VaultRegistry()
    except SettingsError as error:
        raise SettingsError(f"{error}; {_ADVICE}") from error


def change(
    environment: Mapping[str, str], step: Callable[[VaultRegistry], VaultRegistry]
) -> tuple[VaultRegistry, VaultRegistry]:
    """The vaults before and after the step, which is saved; one process at a time changes the file.

    Raises SettingsError when the file cannot be read, in which case it is not changed, or cannot be written.
    """
    path = vaults_file(environment)
    if str(path) == os.devnull:
        raise SettingsError(f"the list of vaults cannot be saved: DOWSE_CONFIG or DOWSE_VAULTS is {path}")
    target = Path(os.path.realpath(path))  # a symbolic link stays a link
    with _explained(target), alone(target):
        before = read_registry(path) if os.path.exists(path) else VaultRegistry()  # noqa: PTH110  # as in vault_lookup
        after = step(before)
        if after != before:
            text = path.read_bytes().decode("utf-8-sig") if target.exists() else ""
            write_whole(target, _text(path, text, before, after))
    return before, after


def _registry(written: SettingsSource) -> VaultRegistry:
    top = written.table((), written.values, _KEYS)
    table = top.get("vaults", {})
    if not isinstance(table, dict):
        raise written.wrong(("vaults",), f"must be a table of names and folders, got {shown(table)}")
    vaults: dict[str, RegisteredVault] = {}
    for name, folder in table.items():
        keys = ("vaults", name)
        if why := fault(name):
            raise written.wrong(keys, f"the name {why}")
        if name.casefold() in vaults:
            raise written.wrong(keys, f"differs from {vaults[name.casefold()].name} only in case; choose another name")
        if not isinstance(folder, str) or not (path := expanded(folder)).is_absolute():
            raise written.wrong(keys, f"must be the absolute path of a folder, got {shown(folder)}")
        vaults[name.casefold()] = RegisteredVault(name, path)
    return VaultRegistry(tuple(vaults.values()), _default(written, tuple(vaults.values())))


def _default(written: SettingsSource, vaults: tuple[RegisteredVault, ...]) -> str:
    """The default of the file; without one, the first vault."""
    names = {each.name.casefold(): each.name for each in vaults}
    name = written.values.get("default")
    if name is None:
        return next(iter(names.values()), "")
    if not isinstance(name, str) or name.casefold() not in names:
        near = offer(str(name), tuple(names.values())) if names else "the list has no vaults"
        raise written.wrong(("default",), f"there is no vault {shown(name)}; {near}")
    return names[name.casefold()]


def _text(path: Path, text: str, before: VaultRegistry, after: VaultRegistry) -> str:
    """The text of the file with the vaults of `after`; a vault that is in both keeps its line and its comment.

    Raises SettingsError when an edit of the file is not possible.
    """
    try:
        made = edited(text if text.strip() else _EMPTY, partial(_put, before, after))
        if _registry(SettingsSource(str(path), made, tomllib.loads(made), trusted=True)) == after:
            return made
        reason = "the edit would change other vaults"
    except (ValueError, SettingsError) as error:
        reason = str(error)
    raise SettingsError(f'{path} cannot be edited ({reason}); write each vault as NAME = "FOLDER" below [vaults]')


def _put(before: VaultRegistry, after: VaultRegistry, document: TOMLDocument) -> None:
    if not after.default:
        document.pop("default", None)
    elif str(document.get("default", "")).casefold() != after.default.casefold():
        document["default"] = after.default
    old, new = ({each.name: each.folder for each in vaults.vaults} for vaults in (before, after))
    if renamed := {a: b for a in old.keys() - new.keys() for b in new.keys() - old.keys() if old[a] == new[b]}:
        document["vaults"] = _renamed(document["vaults"], renamed)
    vaults = document.setdefault("vaults", {})
    for name in old.keys() - new.keys() - renamed.keys():
        del vaults[name]
    for name, folder in new.items():
        if name not in vaults or (name in old and old[name] != folder):
            vaults[name] = str(folder)


def _renamed(table: object, names: Mapping[str, str]) -> Table:
    """The table of the vaults with other keys, in the same order and with the comments."""
    import tomlkit  # noqa: PLC0415  # as in toml_edit

    if not isinstance(table, tomlkit.items.Table):
        raise ValueError("vaults is not a table below [vaults]")
    made = tomlkit.table()
    for key, item in table.value.body:
        made.value.append(names.get(key.key, key) if key else None, item)
    return made


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SettingsError(
            f"{path} cannot be written ({error.strerror}); make it writable, or set DOWSE_VAULTS to another file"
        ) from error
