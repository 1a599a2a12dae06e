"""docs/models.md: its tables are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dowse.embedders.registry import EMBEDDER_KINDS
from dowse.modelhub.presets import PRESETS, Preset
from dowse.onnx.folder import MODEL_FILES

_PAGE = (Path(__file__).parents[2] / "docs" / "models.md").read_text("utf-8")


def _rows(heading: str) -> list[str]:
    section = _PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([^`]+)`.*\|$", section, re.MULTILINE)


def test_every_kind_of_embedder_has_a_row() -> None:
    assert _rows("Embedders") == list(EMBEDDER_KINDS)


def test_the_presets_are_listed_in_their_order() -> None:
    assert _rows("Presets") == list(PRESETS)


@pytest.mark.parametrize("preset", PRESETS.values(), ids=list(PRESETS))
def test_a_preset_is_described_as_it_is(preset: Preset) -> None:
    wide = f" {preset.dim}" if preset.kind == "embedder" else ""
    row = f"| `{preset.name}` | {preset.about} |{wide} | {preset.max_tokens:,} | {preset.megabytes} |"
    assert row in _PAGE


def test_every_file_of_a_folder_that_is_read_has_a_row() -> None:
    source = (Path(__file__).parents[2] / "src" / "dowse" / "onnx" / "folder.py").read_text("utf-8")
    read = {name for name in re.findall(r'"([\w./]+\.(?:json|onnx))"', source) if "/" not in name}
    section = _PAGE.partition("\n## A folder of your own\n")[2].partition("\n## ")[0]
    assert {name for name in (*read, *MODEL_FILES) if f"`{name}`" not in section} == set()


def test_every_variable_that_is_read_has_a_row() -> None:
    folder = Path(__file__).parents[2] / "src" / "dowse" / "embedders"
    read = {
        name
        for path in folder.glob("*.py")
        for name in re.findall(r'"((?:DOWSE|OLLAMA|OPENAI|HF)_[A-Z_]+)"', path.read_text("utf-8"))
    }
    assert read - {"HF_HOME", "HF_HUB_CACHE"} <= set(_rows("Variables"))
