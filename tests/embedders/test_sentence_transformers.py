"""Against a stand-in that is called as the documentation of sentence-transformers has it; the real one needs torch."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from dowse.embedders.sentence_transformers import SentenceTransformersEmbedder, folder_revision, is_cached
from dowse.model.errors import ModelError
from tests.embedders.stand_in import standing_in

COMMIT = "a" * 40

_STAND_IN = """
import numpy as np

class SentenceTransformer:
    prompts = {"query": "query: ", "document": ""}
    def __init__(self, name, *, local_files_only=False):
        if "bad" in name:
            raise OSError(f"{name} is no model\\nand so on")
        self.local = local_files_only
    def get_embedding_dimension(self):
        return 3
    def encode(self, texts, *, prompt, batch_size, show_progress_bar, convert_to_numpy, normalize_embeddings):
        assert normalize_embeddings and convert_to_numpy and not show_progress_bar
        if "too long" in texts:
            raise RuntimeError("out of memory\\ntrace")
        return np.array([[len((prompt or "") + text), self.local, 0.0] for text in texts])
"""


@pytest.fixture
def stand_in(tmp_path: Path) -> Iterator[None]:
    with standing_in(tmp_path / "lib", _STAND_IN):
        yield


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    (folder / "1_Pooling").mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    (folder / "1_Pooling" / "config.json").write_text("{}")
    (folder / "model.safetensors").write_bytes(bytes(5_000_000))
    return folder


def cached(tmp_path: Path, *, whole: bool) -> dict[str, str]:
    cache = tmp_path / "hub" / "models--sentence-transformers--small"
    (cache / "refs").mkdir(parents=True)
    (cache / "refs" / "main").write_text(COMMIT)
    (cache / "snapshots" / COMMIT).mkdir(parents=True)
    (cache / "snapshots" / COMMIT / "config.json").write_text("{}")
    if whole:
        (cache / "snapshots" / COMMIT / "modules.json").write_text("[]")
    return {"HF_HOME": str(tmp_path)}


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)  # which Python takes for not there
    with pytest.raises(ModelError, match=r"st:small needs sentence-transformers: pip install 'dowse\[st\]'"):
        SentenceTransformersEmbedder("small")


@pytest.mark.usefixtures("stand_in")
def test_queries_get_the_prompt_of_the_model_and_blank_texts_are_zero(model: Path) -> None:
    embedder = SentenceTransformersEmbedder(str(model), environment={})
    assert (embedder.name, embedder.dim) == (f"st:{model}", 0)
    assert embedder.revision == folder_revision(model)
    assert embedder.embed(["ab", " "]).tolist() == [[2, 1, 0], [0, 0, 0]]
    assert embedder.embed(["ab"], as_query=True).tolist() == [[9, 1, 0]]
    assert embedder.embed([]).shape == (0, 3)
    assert embedder.embed(["ab"]).dtype == np.float32


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize("whole", [True, False])
def test_the_hub_is_not_asked_for_a_model_that_is_here_whole(tmp_path: Path, whole: bool) -> None:
    embedder = SentenceTransformersEmbedder("small", environment=cached(tmp_path, whole=whole))
    assert embedder.revision == COMMIT
    assert bool(embedder.embed(["ab"])[0, 1]) == whole


@pytest.mark.usefixtures("stand_in")
def test_what_it_says_of_a_failure_is_told_in_a_line() -> None:
    with pytest.raises(ModelError, match=r"^cannot load st:bad: bad is no model$"):
        SentenceTransformersEmbedder("bad", environment={}).embed(["ab"])
    with pytest.raises(ModelError, match=r"^st:small failed: out of memory$"):
        SentenceTransformersEmbedder("small", environment={}).embed(["too long"])


@pytest.mark.usefixtures("stand_in")
def test_a_file_that_the_hub_does_not_have_is_not_cached(tmp_path: Path) -> None:
    environment = cached(tmp_path, whole=False)
    missing = tmp_path / "hub" / "models--sentence-transformers--small" / ".no_exist" / COMMIT
    missing.mkdir(parents=True)
    (missing / "modules.json").touch()  # as huggingface_hub notes a file that the hub does not have
    assert not is_cached("small", COMMIT, environment)
    assert SentenceTransformersEmbedder("small", environment=environment).revision == COMMIT


@pytest.mark.usefixtures("stand_in")
def test_a_name_that_the_hub_cannot_have_has_no_revision(tmp_path: Path) -> None:
    assert SentenceTransformersEmbedder("a/b/../c", environment=cached(tmp_path, whole=True)).revision == ""


def test_a_name_that_is_not_cached_has_no_revision_yet(tmp_path: Path) -> None:
    assert not is_cached("small", "", {"HF_HOME": str(tmp_path)})


def test_the_revision_of_a_folder_changes_with_its_files(model: Path) -> None:
    before = folder_revision(model)
    (model / "README.md").write_text("about")
    assert folder_revision(model) == before
    weights = model / "model.safetensors"
    weights.write_bytes(bytes(4_999_999) + b"x")
    assert len({before, folder_revision(model)}) == 2
    weights.write_bytes(bytes(5_000_000))
    assert folder_revision(model) == before
    (model / "1_Pooling" / "config.json").write_text('{"pooling_mode_cls_token": true}')
    assert folder_revision(model) != before


@pytest.mark.usefixtures("stand_in")
def test_the_library_of_the_model_hub_sends_no_telemetry(tmp_path: Path) -> None:
    """In a process of its own, since the library decides when it is imported: to look for a cached model, too."""
    code = """
from dowse.embedders.sentence_transformers import SentenceTransformersEmbedder
SentenceTransformersEmbedder("small")
from huggingface_hub import constants
assert constants.HF_HUB_DISABLE_TELEMETRY
"""
    kept = {name: value for name, value in os.environ.items() if "TELEMETRY" not in name and name != "DO_NOT_TRACK"}
    kept |= {"HOME": str(tmp_path), "HF_HOME": str(tmp_path / "hub"), "PYTHONPATH": str(tmp_path / "lib")}
    subprocess.run([sys.executable, "-c", code], env=kept, check=True)
