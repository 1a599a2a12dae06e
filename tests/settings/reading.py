"""Settings as a test writes them."""

from __future__ import annotations

import textwrap
from pathlib import Path

from dowse.search.profile import Profile
from dowse.settings.layer import SettingsLayer
from dowse.settings.source import read
from dowse.settings.toml_parser import layer_of


def said(folder: Path, text: str, *, trusted: bool = False) -> SettingsLayer:
    """What a `dowse.toml` with this text says."""
    path = folder / "dowse.toml"
    path.write_text(textwrap.dedent(text), "utf-8")
    written = read(path, file="dowse.toml", trusted=trusted)
    assert written is not None
    return layer_of(written)


def own(folder: Path, text: str) -> Profile:
    """The profile `mine` of such a file."""
    layer = said(folder, text)
    if error := layer.unusable.get("mine"):
        raise error
    return layer.profiles["mine"]
