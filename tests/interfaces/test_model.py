"""`dowse model list` and `pull`, with a hub on this machine."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dowse.app.models import WAYS
from dowse.modelhub.presets import PRESETS
from tests.embedders.local_server import FakeHub, LocalServer, Reply, Seen
from tests.interfaces.desk import Desk
from tests.interfaces.watched import HEARS_CTRL_C

pytestmark = pytest.mark.slow  # a process, or some, for each of them

_PAGE = (Path(__file__).parents[2] / "docs" / "output.md").read_text("utf-8")
_ROW = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)


@pytest.fixture
def hub() -> FakeHub:
    hub = FakeHub()
    hub.commit = PRESETS["minilm"].revision
    return hub


@pytest.fixture
def server(hub: FakeHub) -> Iterator[LocalServer]:
    with LocalServer(hub) as server:
        yield server


@pytest.fixture
def with_hub(tmp_path: Path, server: LocalServer) -> Desk:
    return Desk(tmp_path, {"HF_ENDPOINT": server.url, "DOWSE_MODELS": str(tmp_path / "models")})


def listed(command: str) -> set[str]:
    """The fields that the page on output has for a command."""
    return set(_ROW.findall(_PAGE.partition(f"## `dowse {command} --json`\n")[2].partition("\n## ")[0]))


def test_a_model_is_pulled_and_then_listed_as_such(with_hub: Desk, server: LocalServer) -> None:
    before = with_hub.dowse("model", "list")
    assert re.search(r"^  minilm +(91 MB|installed)  English", before.out, re.MULTILINE)
    shown = with_hub.dowse("model", "pull", "minilm")
    folder = with_hub.folder / "models" / "minilm"
    assert shown.code == 0
    assert shown.out == f"minilm is pulled, checksums verified: 1.0 MB in {folder}\n"
    assert shown.err == "dowse: pulling minilm, 1 MB\n"
    after = with_hub.dowse("model", "list")
    assert re.search(r"^  minilm +pulled  English", after.out, re.MULTILINE)
    assert f"Pulled models are stored in {folder.parent}" in after.out
    server.seen.clear()
    again = with_hub.dowse("model", "pull", "onnx:minilm")
    assert (again.out, again.err, server.seen) == (f"minilm was already pulled: 1.0 MB in {folder}\n", "", [])


def test_the_list_as_json_has_what_the_page_lists(with_hub: Desk) -> None:
    with_hub.dowse("model", "pull", "minilm")
    answer = json.loads(with_hub.dowse("model", "list", "--json").out)
    fields = {
        *answer,
        *(f"models[].{name}" for name in answer["models"][0]),
        *(f"ways[].{n}" for n in answer["ways"][0]),
    }
    assert fields == listed("model list")
    models = {model["name"]: model for model in answer["models"]}
    assert list(models) == list(PRESETS)
    assert models["minilm"]["pulled"] is True
    assert models["minilm"]["commit"] == PRESETS["minilm"].revision
    assert models["minilm"]["folder"] == str(with_hub.folder / "models" / "minilm")
    assert (models["nomic"]["pulled"], models["nomic"]["folder"], models["nomic"]["size_bytes"]) == (False, None, 0)
    assert [way["name"] for way in answer["ways"]] == [way.name for way in WAYS]


def test_a_pull_as_json_has_what_the_page_lists(with_hub: Desk) -> None:
    answer = json.loads(with_hub.dowse("model", "pull", "minilm", "--json").out)
    assert set(answer) == listed("model pull")
    assert (answer["name"], answer["was_there"], answer["mended"]) == ("minilm", False, [])


def test_to_verify_finds_and_mends_a_damaged_file(with_hub: Desk) -> None:
    with_hub.dowse("model", "pull", "minilm")
    model = with_hub.folder / "models" / "minilm" / "model.onnx"
    whole = model.read_bytes()
    fine = with_hub.dowse("model", "pull", "minilm", "--verify")
    assert fine.out.startswith("minilm was already pulled, checksums verified: ")
    model.write_bytes(b"X" + whole[1:])
    mended = with_hub.dowse("model", "pull", "minilm", "--verify")
    assert mended.out.startswith("damaged and pulled again: model.onnx\nminilm is pulled, ")
    assert model.read_bytes() == whole


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("minlm", "minlm is not a known model; did you mean minilm?"),
        ("zzz", "zzz is not a known model; `dowse model list` shows the known models"),
        ("ollama:nomic-embed-text", "run `ollama pull nomic-embed-text`: Ollama downloads its own models"),
        (
            "st:all-mpnet-base-v2",
            "st:all-mpnet-base-v2 needs no pull: `dowse model use st:all-mpnet-base-v2` uses it directly",
        ),
        ("../minilm", "../minilm is not a known model; did you mean minilm?"),
    ],
)
def test_a_name_that_cannot_be_pulled_is_said(with_hub: Desk, server: LocalServer, name: str, told: str) -> None:
    shown = with_hub.dowse("model", "pull", name)
    assert (shown.out, shown.err, shown.code) == ("", f"dowse: {told}\n", 2)
    assert server.seen == []


def test_a_hub_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    refused = Desk(tmp_path, {"HF_ENDPOINT": "http://127.0.0.1:9"}).dowse("model", "pull", "minilm")
    assert refused.code == 2
    assert refused.err.startswith("dowse: cannot reach 127.0.0.1:9: Connection refused; ")
    assert refused.err.count("\n") == 1


def test_ctrl_c_says_that_what_came_is_kept(with_hub: Desk, server: LocalServer, hub: FakeHub) -> None:
    """The signal comes when the model has come in part and the server says nothing more."""

    def answer(seen: Seen) -> Reply:
        if seen.method == "GET" and seen.path.endswith("model.onnx"):
            return Reply(silent=True)
        return hub(seen)

    server.answer = answer
    environment = {**os.environ, **with_hub.environment}
    running = subprocess.Popen(
        [sys.executable, "-c", HEARS_CTRL_C, "model", "pull", "minilm"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with running:
        assert running.stderr is not None
        assert running.stderr.readline() == "dowse: pulling minilm, 1 MB\n"
        while not any(seen.method == "GET" and seen.path.endswith("model.onnx") for seen in list(server.seen)):
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        assert running.wait(20) == 130
        assert running.stderr.read().strip() == (
            "dowse: stopped; finished files are kept, and the next pull continues from there"
        )
    assert (with_hub.folder / "models" / "minilm.part" / "config.json").exists()
    server.answer = hub
    assert with_hub.dowse("model", "pull", "minilm").code == 0


def test_without_dowse_models_they_lie_in_the_data_folder(tmp_path: Path) -> None:
    shown = Desk(tmp_path, {"XDG_DATA_HOME": str(tmp_path / "data")}).dowse("model", "list", "--json")
    assert json.loads(shown.out)["folder"] == str(tmp_path / "data" / "dowse" / "models")
