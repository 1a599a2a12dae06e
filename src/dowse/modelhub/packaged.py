"""Models in Python packages: which exist, and the folder of an installed one.

The checksums are part of dowse and not of the packages: a changed file is not used, whoever changed it.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from ..model.errors import ModelError
from ..model.value_class import dataclass
from .store import StoredFile, folder_of, is_whole, sha256_of


@dataclass(frozen=True, slots=True)
class PackagedModel:
    """A model in a package of the registry, and what installs it."""

    extra: str  # of dowse
    package: str  # as pip names it
    module: str
    files: Mapping[str, StoredFile]

    @property
    def bytes(self) -> int:
        """The size of all files."""
        return sum(file.bytes for file in self.files.values())


# By the name of the preset whose place the model takes. training/encoder.py prints the sizes and checksums.
PACKAGED: Mapping[str, PackagedModel] = {
    "minilm": PackagedModel(
        extra="minilm",
        package="dowse-minilm",
        module="dowse_minilm",
        files={
            "model.onnx": StoredFile("b7960557b3483ce5dee5872e021e7647506a4b6d0ea9c8e794a2f95e536c7475", 23_484_127),
            "tokenizer.json": StoredFile("be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037", 466_247),
            "config.json": StoredFile("953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41", 612),
            "sentence_bert_config.json": StoredFile(
                "fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7", 53
            ),
            "1_Pooling/config.json": StoredFile(
                "4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23", 190
            ),
        },
    ),
}


def installed_folder(name: str) -> Path | None:
    """The folder of the model of that name in an installed package; None without one. Runs no code of the package."""
    packaged = PACKAGED.get(name)
    spec = find_spec(packaged.module) if packaged else None
    if spec is None or not spec.submodule_search_locations or spec.origin is None:
        return None  # a folder without __init__.py is left over from a package that was uninstalled
    return Path(spec.submodule_search_locations[0])


def local_folder(name: str, environment: Mapping[str, str]) -> Path | None:
    """The folder of the pulled model of that name, else that of the installed one; None without either."""
    folder = folder_of(name, environment)
    return folder if is_whole(folder) else installed_folder(name)


def check_package(name: str, folder: Path) -> None:
    """Compares the checksums of the installed model; reads all files, 13 ms. Raises ModelError for a changed file."""
    packaged = PACKAGED[name]
    for file, expected in packaged.files.items():
        if sha256_of(folder / file) != expected.sha256:
            raise ModelError(
                f"{folder / file} is not the file of {packaged.package} that this version of dowse uses; run "
                f"`pip install --force-reinstall 'dowse[{packaged.extra}]'`"
            )
