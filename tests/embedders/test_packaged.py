"""A sentence encoder in an installed package: its lookup, its checksums, and its vectors."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from dowse.embedders.registry import embedder_named, stamp_of
from dowse.filesystem.beir import grades, queries
from dowse.model.errors import ModelError
from dowse.modelhub import packaged
from dowse.modelhub.store import Manifest, StoredFile, write_manifest
from dowse.ports.models import Embedder

_ROOT = Path(__file__).parents[2]
_SOURCE = _ROOT / "packages" / "dowse-minilm" / "src"
_TEXTS = (
    "How we rotate the keys of the gateway",
    "Bread with lentils",
    "The council voted on the carbon tax, and the meeting ended late because the agenda had grown during the week.",
    "tax",
)


@pytest.fixture
def environment(tmp_path: Path) -> Mapping[str, str]:
    """Without pulled models."""
    return {"DOWSE_MODELS": str(tmp_path / "models")}


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package of this repository, whether pip installed it or not."""
    monkeypatch.syspath_prepend(str(_SOURCE))


@pytest.fixture(scope="module")
def minilm() -> Embedder:
    """Loaded once, since that takes 0.1 s."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(_SOURCE))
        return embedder_named("onnx:minilm", environment={"DOWSE_MODELS": "/nowhere"})


def _copy(folder: Path) -> Path:
    """A copy of the package without the weights, in a folder for sys.path; returns the folder of the model."""
    return shutil.copytree(_SOURCE / "dowse_minilm", folder / "dowse_minilm", ignore=shutil.ignore_patterns("*.onnx"))


def test_the_checksums_are_those_that_the_export_printed() -> None:
    lines = (_ROOT / "training" / "encoder.sha256").read_text("utf-8").splitlines()
    listed = {name: digest for digest, name in (line.split() for line in lines)}
    assert listed == {name: file.sha256 for name, file in packaged.PACKAGED["minilm"].files.items()}


def test_an_installed_model_is_used_without_a_download(installed: None, environment: Mapping[str, str]) -> None:
    assert packaged.local_folder("minilm", environment) == _SOURCE / "dowse_minilm"


def test_a_pulled_model_precedes_the_installed_one(
    installed: None, environment: Mapping[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "models" / "minilm"
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(b"pulled")
    write_manifest(folder, Manifest("minilm", "repo", "commit", {"model.onnx": StoredFile("", 6)}))
    assert packaged.local_folder("minilm", environment) == folder


def test_a_model_without_its_package_names_both_ways_to_get_the_model(
    monkeypatch: pytest.MonkeyPatch, environment: Mapping[str, str]
) -> None:
    monkeypatch.setitem(sys.modules, "dowse_minilm", None)
    with pytest.raises(ModelError) as caught:
        embedder_named("onnx:minilm", environment=environment)
    assert str(caught.value) == (
        "minilm is not on this machine; run `pip install 'dowse[minilm]'` (24 MB) "
        "or `dowse model pull minilm` to download it (91 MB)"
    )


def test_a_folder_that_an_uninstalled_package_left_is_no_model(
    monkeypatch: pytest.MonkeyPatch, environment: Mapping[str, str], tmp_path: Path
) -> None:
    (tmp_path / "site" / "dowse_minilm" / "__pycache__").mkdir(parents=True)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site")])
    assert packaged.local_folder("minilm", environment) is None


def test_a_changed_file_of_the_package_is_refused(
    monkeypatch: pytest.MonkeyPatch, environment: Mapping[str, str], tmp_path: Path
) -> None:
    folder = _copy(tmp_path)
    shutil.copyfile(_SOURCE / "dowse_minilm" / "model.onnx", folder / "model.onnx")
    with (folder / "model.onnx").open("r+b") as file:
        file.seek(9_000_000)
        file.write(b"changed")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModelError, match=r"model\.onnx is not the file of dowse-minilm .* --force-reinstall"):
        embedder_named("onnx:minilm", environment=environment)


def test_a_missing_file_of_the_package_is_refused(
    monkeypatch: pytest.MonkeyPatch, environment: Mapping[str, str], tmp_path: Path
) -> None:
    _copy(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModelError, match=r"model\.onnx is not the file of dowse-minilm"):
        embedder_named("onnx:minilm", environment=environment)


def test_the_stamp_follows_the_files_of_the_package(
    monkeypatch: pytest.MonkeyPatch, environment: Mapping[str, str], tmp_path: Path
) -> None:
    folder = _copy(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    before = stamp_of("onnx:minilm", environment=environment)
    (folder / "model.onnx").write_bytes(b"new")
    assert stamp_of("onnx:minilm", environment=environment) != before


def test_the_lookup_runs_no_code_of_the_package(
    monkeypatch: pytest.MonkeyPatch, environment: Mapping[str, str], tmp_path: Path
) -> None:
    (_copy(tmp_path) / "__init__.py").write_text("raise SystemExit('imported')", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert packaged.local_folder("minilm", environment) == tmp_path / "dowse_minilm"


def test_the_encoder_gives_the_same_text_the_same_vector(minilm: Embedder) -> None:
    np.testing.assert_array_equal(minilm.embed(_TEXTS), minilm.embed(_TEXTS))


def test_a_vector_of_the_encoder_does_not_depend_on_the_batch(minilm: Embedder) -> None:
    together = minilm.embed(_TEXTS)
    alone = np.concatenate([minilm.embed([text]) for text in _TEXTS])
    np.testing.assert_allclose(alone, together, atol=1e-3)


def test_the_encoder_has_the_width_and_the_limit_of_its_preset(minilm: Embedder) -> None:
    assert (minilm.dim, minilm.embed(["word " * 600]).shape) == (384, (1, 384))


@pytest.mark.parametrize(
    ("query", "near", "far"),
    [
        ("improve API response times", "Speed up the slow endpoints", "Times of the lectures and of the answers"),
        ("someone who draws logos", "April is a designer", "The logs are rotated once a day"),
        ("physician", "an appointment with the doctor", "physics homework"),
    ],
)
def test_the_encoder_finds_a_text_without_a_word_of_the_query(
    minilm: Embedder, query: str, near: str, far: str
) -> None:
    (asked,) = minilm.embed([query], as_query=True)
    similar, other = minilm.embed([near, far]) @ asked
    assert similar > other


def test_loading_the_encoder_leaves_no_trace_of_telemetry(tmp_path: Path) -> None:
    """In a process of its own, since the library decides when it is imported."""
    code = """
from dowse.embedders.registry import embedder_named
embedder_named("onnx:minilm", environment={"DOWSE_MODELS": "/nowhere"}).embed(["a tide table"])
"""
    kept = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": str(_SOURCE)}
    subprocess.run([sys.executable, "-c", code], env=kept | home, check=True)
    assert [path for path in tmp_path.rglob("*") if "onnxruntime" in path.name.lower()] == []


@pytest.mark.slow
def test_the_encoder_ranks_the_notes_of_the_judged_queries_first(minilm: Embedder) -> None:
    """The mean reciprocal rank by the cosine with the beginning of each note: 0.849, and 0.841 in fp32."""
    vault, judged = _ROOT / "examples" / "vault", _ROOT / "examples" / "judged"
    notes = sorted(vault.rglob("*.md"))
    paths = [note.relative_to(vault).as_posix() for note in notes]
    relevant = {id_: {path for path, grade in of.items() if grade > 0} for id_, of in grades(judged).items()}
    plain = {id_: text for id_, text in queries(judged).items() if not {":", "#"} & set(text)}  # no field, no tag
    rows = minilm.embed([_beginning(note) for note in notes])
    cosines = minilm.embed(list(plain.values()), as_query=True) @ rows.T
    ranks = [
        next(rank for rank, place in enumerate(np.argsort(-row), start=1) if paths[place] in relevant[id_])
        for id_, row in zip(plain, cosines, strict=True)
    ]
    assert np.mean(1 / np.array(ranks)) > 0.82


def _beginning(note: Path) -> str:
    """The name of the note and its first 400 characters, without frontmatter."""
    text = re.sub(r"\A---\n.*?^---$", "", note.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return f"{note.stem}\n{text.strip()[:400]}"
