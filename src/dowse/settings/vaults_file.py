"""The file of the vaults that have a name: read with the place of each mistake, and written whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ..model.errors import SettingsError
from .atomic_file import alone, write_whole
from .config_files import vaults_file
from .repr import shown
from .source import SettingsSource, read
from .suggest_name import offer
from .vaults import RegisteredVault, VaultRegistry, fault

_MEND = "put that right, or delete the file and name the vaults again with `dowse vault add`"
_KEYS = ("default", "vaults")


def read_registry(path: Path) -> VaultRegistry:
    """The vaults in the file. Raises SettingsError, with the line, when it is not as `change` writes it."""
    if str(path) == os.devnull:
        return VaultRegistry()
    try:
        if not path.is_file():
            raise SettingsError(f"{path} is no file")
        written = read(path, file=str(path), trusted=True)
        return _registry(written) if written is not None else VaultRegistry()
    except SettingsError as error:
        raise SettingsError(f"{error}; {_MEND}") from error


def change(
    environment: Mapping[str, str], step: Callable[[VaultRegistry], VaultRegistry]
) -> tuple[VaultRegistry, VaultRegistry]:
    """The vaults before and after the step, which are written down; one process at a time.

    Raises SettingsError when the file cannot be read, which is then left alone, or cannot be written.
    """
    path = vaults_file(environment)
    if str(path) == os.devnull:
        raise SettingsError(f"there is nowhere to write names of vaults, since DOWSE_CONFIG or DOWSE_VAULTS is {path}")
    target = Path(os.path.realpath(path))  # a link to a file that is kept elsewhere stays one
    with _explained(target), alone(target):
        before = read_registry(path) if os.path.exists(path) else VaultRegistry()  # noqa: PTH110  # as in vault_lookup
        after = step(before)
        if after != before:
            write_whole(target, _text(after))
    return before, after


def _registry(written: SettingsSource) -> VaultRegistry:
    top = written.table((), written.values, _KEYS)
    table = top.get("vaults", {})
    if not isinstance(table, dict):
        raise written.wrong(("vaults",), f"wants names with their folders, got {shown(table)}")
    vaults: dict[str, RegisteredVault] = {}
    for name, folder in table.items():
        keys = ("vaults", name)
        if why := fault(name):
            raise written.wrong(keys, f"this name {why}")
        if name.casefold() in vaults:
            raise written.wrong(keys, f"this is the name {vaults[name.casefold()].name} once more")
        if not isinstance(folder, str) or not (path := Path(os.path.expanduser(folder))).is_absolute():  # noqa: PTH111  # leaves a ~ that nobody has
            raise written.wrong(keys, f"wants the whole path of a folder, got {shown(folder)}")
        vaults[name.casefold()] = RegisteredVault(name, path)
    return VaultRegistry(tuple(vaults.values()), _default(written, tuple(vaults.values())))


def _default(written: SettingsSource, vaults: tuple[RegisteredVault, ...]) -> str:
    """What the file says; where it says nothing, the first vault."""
    names = {each.name.casefold(): each.name for each in vaults}
    said = written.values.get("default")
    if said is None:
        return next(iter(names.values()), "")
    if not isinstance(said, str) or said.casefold() not in names:
        near = offer(str(said), tuple(names.values())) if names else "there are none"
        raise written.wrong(("default",), f"there is no vault {shown(said)}; {near}")
    return names[said.casefold()]


def _text(vaults: VaultRegistry) -> str:
    lines = ["# The vaults that dowse knows by name. `dowse vault` writes this file."]
    if vaults.default:
        lines.append(f"default = {_quoted(vaults.default)}")
    lines += ["", "[vaults]", *(f"{_quoted(each.name)} = {_quoted(str(each.folder))}" for each in vaults.vaults)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A text of JSON is one of TOML, but for the character that deletes."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SettingsError(
            f"{path} cannot be written ({error.strerror}); make it writable, or name another file with DOWSE_VAULTS"
        ) from error
