"""The folders of pulled models, and whether they are complete.

A model is a folder with a manifest, which is written last.  An unfinished download is in `NAME.part` beside it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from hashlib import file_digest
from pathlib import Path, PurePosixPath

from ..model.errors import ModelError
from ..model.folder_path import expanded
from ..model.value_class import dataclass

MANIFEST = "dowse-model.json"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """Checksum and size of a file after the download."""

    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """The files of a pulled model, and where they come from."""

    name: str
    repo: str
    commit: str
    files: Mapping[str, StoredFile]

    @property
    def bytes(self) -> int:
        """The size of all files."""
        return sum(file.bytes for file in self.files.values())


def models_folder(environment: Mapping[str, str]) -> Path:
    """The folder of all models: DOWSE_MODELS, or `models` in the user's data folder. It may not exist."""
    named = environment.get("DOWSE_MODELS")
    if named:
        return expanded(named).absolute()
    import platformdirs  # noqa: PLC0415  # here, since it costs 20 ms

    return Path(platformdirs.user_data_dir("dowse", appauthor=False)) / "models"


def folder_of(name: str, environment: Mapping[str, str]) -> Path:
    """The folder of the model of that name, which may not exist."""
    return models_folder(environment) / name


def part_of(folder: Path) -> Path:
    """The folder of an unfinished download."""
    return folder.with_name(f"{folder.name}.part")


def manifest_of(folder: Path) -> Manifest | None:
    """The manifest of the folder; None when it is missing or malformed."""
    try:
        read = json.loads((folder / MANIFEST).read_text("utf-8"))
        files = {str(name): StoredFile(str(kept["sha256"]), int(kept["bytes"])) for name, kept in read["files"].items()}
        manifest = Manifest(str(read["name"]), str(read["repo"]), str(read["commit"]), files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return manifest if all(map(_is_inside, files)) else None


def is_whole(folder: Path) -> bool:
    """Whether all files of a pulled model exist with the sizes in the manifest. Reads none of them."""
    manifest = manifest_of(folder)
    return manifest is not None and all(_size(folder / name) == kept.bytes for name, kept in manifest.files.items())


def differing(folder: Path) -> list[str]:
    """The files that are missing or have another checksum; reads all of them. Without a manifest, its name."""
    manifest = manifest_of(folder)
    if manifest is None:
        return [MANIFEST]
    return [name for name, kept in manifest.files.items() if sha256_of(folder / name) != kept.sha256]


def verified(folder: Path) -> bool:
    """Whether each file has the checksum in the manifest; reads all of them."""
    return not differing(folder)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Writes the manifest of the folder."""
    with (folder / MANIFEST).open("w", encoding="utf-8") as file:
        json.dump(asdict(manifest), file, indent=1)
        file.flush()
        os.fsync(file.fileno())


def pulled(folder: Path) -> Iterator[tuple[Path, Manifest]]:
    """The complete models below the folder, by name."""
    try:
        inside = sorted(path for path in folder.iterdir() if path.suffix != ".part")
    except OSError:
        return
    for path in inside:
        manifest = manifest_of(path)
        if manifest is not None and is_whole(path):
            yield path, manifest


def sha256_of(path: Path) -> str:
    """The SHA-256 of the file in hexadecimal; empty when the file does not exist."""
    try:
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ModelError(f"cannot read {path} ({error.strerror})") from error


def _is_inside(name: str) -> bool:
    """Whether the path stays inside the folder."""
    path = PurePosixPath(name)
    return bool(name) and "\\" not in name and not path.is_absolute() and ".." not in path.parts


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1
