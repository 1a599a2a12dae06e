from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import filelock
import pytest

from dowse.model.errors import ModelError
from dowse.modelhub.download import DownloadSource
from dowse.modelhub.hub import hub_of, pull, remove_damaged
from dowse.modelhub.presets import PRESETS, Preset
from dowse.modelhub.store import Manifest, is_whole, manifest_of, part_of, pulled, verified
from tests.embedders.conftest import Serve
from tests.embedders.local_server import REPO_FILES, FakeHub, LocalServer, Reply

COMMIT = "c" * 40
TOKEN = "hf_" + "x" * 34
MINILM = replace(PRESETS["minilm"], revision=COMMIT)
BIG = REPO_FILES["onnx/model.onnx"]


def got(
    server: LocalServer,
    folder: Path,
    *,
    preset: Preset = MINILM,
    token: str = "",
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Manifest:
    return pull(preset, folder, hub=DownloadSource(server.url, token, wait=lambda seconds: None), progress=progress)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models" / "minilm"


def test_a_pulled_model_is_whole_and_says_where_it_is_from(hub_server: LocalServer, folder: Path) -> None:
    manifest = got(hub_server, folder)
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*")) == [
        "1_Pooling/config.json",
        "config.json",
        "dowse-model.json",
        "model.onnx",
        "tokenizer.json",
    ]
    assert (folder / "model.onnx").read_bytes() == BIG
    assert (manifest.name, manifest.repo, manifest.commit) == ("minilm", MINILM.repo, COMMIT)
    assert manifest_of(folder) == manifest
    assert is_whole(folder)
    assert verified(folder)
    assert [path for path, _ in pulled(folder.parent)] == [folder]
    assert not part_of(folder).exists()


def test_a_model_that_is_there_is_never_asked_for_again(hub_server: LocalServer, folder: Path) -> None:
    got(hub_server, folder)
    hub_server.seen.clear()
    got(hub_server, folder)
    assert hub_server.seen == []


def test_a_preset_that_moved_to_another_commit_is_pulled_anew(
    hub: FakeHub, hub_server: LocalServer, folder: Path
) -> None:
    got(hub_server, folder)
    hub.commit = "d" * 40
    hub.files["onnx/model.onnx"] = b"better"
    assert got(hub_server, folder, preset=replace(MINILM, revision=hub.commit)).commit == hub.commit
    assert (folder / "model.onnx").read_bytes() == b"better"


def test_a_download_that_breaks_off_goes_on_from_there(hub: FakeHub, hub_server: LocalServer, folder: Path) -> None:
    hub.cuts = [300_000, 400_000]
    got(hub_server, folder)
    ranges = [seen.headers.get("range") for seen in hub_server.seen if seen.path.endswith("model.onnx")]
    assert ranges == [None, None, "bytes=300000-", "bytes=700000-"]
    assert verified(folder)


def test_what_came_is_kept_for_the_next_time(hub: FakeHub, hub_server: LocalServer, folder: Path) -> None:
    hub.cuts = [500_000, 0, 0, 0, 0]
    with pytest.raises(
        ModelError, match=r"broke off, at 500,000 of 1,024,000 bytes of model\.onnx; the partial file is kept"
    ):
        got(hub_server, folder)
    assert not folder.exists()
    hub_server.seen.clear()
    hub.cuts = []
    got(hub_server, folder)
    ranges = [seen.headers.get("range") for seen in hub_server.seen if seen.method == "GET"]
    assert ranges == ["bytes=500000-"]
    assert verified(folder)


def test_ctrl_c_keeps_what_came(hub_server: LocalServer, folder: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done > 400_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        got(hub_server, folder, progress=stop)
    assert not is_whole(folder)
    came = (part_of(folder) / "model.onnx").stat().st_size
    assert 0 < came < len(BIG)
    got(hub_server, folder)
    assert hub_server.seen[-1].headers["range"] == f"bytes={came}-"
    assert verified(folder)


def test_a_server_that_knows_no_ranges_begins_anew(hub: FakeHub, hub_server: LocalServer, folder: Path) -> None:
    hub.cuts = [300_000]
    hub.ignores_ranges = True
    got(hub_server, folder)
    assert verified(folder)


def test_a_file_that_is_longer_than_it_should_be_is_fetched_anew(hub_server: LocalServer, folder: Path) -> None:
    part_of(folder).mkdir(parents=True)
    (part_of(folder) / "model.onnx").write_bytes(BIG + b"more")
    got(hub_server, folder)
    assert verified(folder)


@pytest.mark.parametrize("name", ["onnx/model.onnx", "config.json"])
def test_a_file_with_another_checksum_is_deleted(
    hub: FakeHub, hub_server: LocalServer, folder: Path, name: str
) -> None:
    content = hub.files[name]
    hub.gives[name] = b"X" + content[1:]
    with pytest.raises(ModelError, match=r"is not the one that the hub states \(.{12}…\); dowse deleted the file"):
        got(hub_server, folder)
    assert not folder.exists()
    assert not (part_of(folder) / Path(name).name).exists()


def test_more_bytes_than_were_stated_are_not_taken(hub: FakeHub, hub_server: LocalServer, folder: Path) -> None:
    hub.gives["config.json"] = hub.files["config.json"] + b" " * 1_000_000
    with pytest.raises(ModelError, match=r"sent more than the 20 bytes that it stated for config\.json"):
        got(hub_server, folder)
    assert not folder.exists()


def test_a_file_without_a_checksum_is_not_taken(hub: FakeHub, hub_server: LocalServer, folder: Path) -> None:
    hub.states_checksums = False
    hub.elsewhere = hub_server.url
    with pytest.raises(ModelError, match=r"states no checksum or no size of .*/onnx/model\.onnx|more than 5 redirects"):
        got(hub_server, folder)


def test_a_big_file_comes_from_elsewhere_without_the_token(
    hub: FakeHub, hub_server: LocalServer, serve: Serve, folder: Path
) -> None:
    elsewhere = serve(hub)
    hub.elsewhere = elsewhere.url
    hub.cuts = [1000]
    got(hub_server, folder, token=TOKEN)
    assert {seen.headers.get("authorization") for seen in hub_server.seen} == {f"Bearer {TOKEN}"}
    assert [seen.headers.get("authorization") for seen in elsewhere.seen] == [None, None]
    assert [seen.headers.get("range") for seen in elsewhere.seen] == [None, "bytes=1000-"]
    assert verified(folder)


def test_a_repository_that_moved_is_followed_with_the_token(
    hub: FakeHub, hub_server: LocalServer, folder: Path
) -> None:
    moved = replace(MINILM, repo="old/name")

    def answer(seen: object) -> Reply:
        path = hub_server.seen[-1].path
        if path.startswith("/old/name"):
            return Reply(307, b"", {"Location": path.replace("/old/name", "/new/name")})
        return hub(hub_server.seen[-1])

    hub_server.answer = answer
    got(hub_server, folder, preset=moved, token=TOKEN)
    assert {seen.headers.get("authorization") for seen in hub_server.seen} == {f"Bearer {TOKEN}"}
    assert verified(folder)


@pytest.mark.parametrize(
    ("status", "headers", "token", "told"),
    [
        (
            401,
            {"X-Error-Code": "GatedRepo"},
            "",
            "requires a token for .* accept the terms at .* and set HF_TOKEN",
        ),
        (403, {"X-Error-Code": "GatedRepo"}, "hf_x", "does not allow HF_TOKEN to read .*; accept the terms at"),
        (404, {"X-Error-Code": "RepoNotFound"}, "", r"has no sentence-transformers/all-MiniLM-L6-v2 \(404\)"),
        (404, {"X-Error-Code": "RevisionNotFound"}, "", r"has no .* at c{40} \(404\)"),
        (404, {"X-Error-Code": "EntryNotFound"}, "", r"has no .*/onnx/model\.onnx \(404\); update dowse"),
        (407, {}, "", "the proxy for .* requires a password"),
        (418, {}, "", "does not send .*: status 418"),
    ],
)
def test_a_refusal_says_what_to_do(
    hub: FakeHub, hub_server: LocalServer, folder: Path, status: int, headers: dict[str, str], token: str, told: str
) -> None:
    hub.refuses = [Reply(status, b"no", headers)]
    with pytest.raises(ModelError, match=told):
        got(hub_server, folder, token=token)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_passing_failure_is_tried_again(hub: FakeHub, hub_server: LocalServer, folder: Path, status: int) -> None:
    hub.refuses = [Reply(status, b"later"), Reply(status, b"later")]
    got(hub_server, folder)
    assert verified(folder)


def test_a_hub_that_is_not_there_is_named(folder: Path) -> None:
    waits: list[float] = []
    hub = DownloadSource("http://127.0.0.1:9", wait=waits.append)
    with pytest.raises(
        ModelError, match=r"cannot reach 127\.0\.0\.1:9: Connection refused; .* HTTPS_PROXY, .* HF_ENDPOINT"
    ):
        pull(MINILM, folder, hub=hub, progress=lambda done, total: None)
    assert waits == []


def test_a_model_that_the_disk_has_no_room_for_is_not_begun(
    hub: FakeHub, hub_server: LocalServer, folder: Path
) -> None:
    hub.size_of["onnx/model.onnx"] = 10**18
    with pytest.raises(ModelError, match=r"MB free, and the download needs 1,000,000,000,000 MB; free some space"):
        got(hub_server, folder)
    assert [seen for seen in hub_server.seen if seen.method == "GET"] == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is Linux's")
def test_a_disk_that_is_full_is_said(hub_server: LocalServer, folder: Path) -> None:
    part_of(folder).mkdir(parents=True)
    (part_of(folder) / "model.onnx").symlink_to("/dev/full")
    with pytest.raises(ModelError, match=r"cannot write .*/model\.onnx \(No space left on device\); free some space"):
        got(hub_server, folder)


def test_a_folder_that_cannot_be_made_is_said(hub_server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelError, match=r"cannot write .*; set DOWSE_MODELS to another folder"):
        got(hub_server, tmp_path / "file" / "minilm")


def test_two_do_not_pull_the_same_model_at_once(hub_server: LocalServer, folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    with (
        filelock.FileLock(folder.with_name("minilm.lock")),
        pytest.raises(ModelError, match="another process is downloading minilm"),
    ):
        got(hub_server, folder)


def test_progress_counts_all_bytes(hub: FakeHub, hub_server: LocalServer, folder: Path) -> None:
    hub.cuts = [300_000]
    steps: list[tuple[int, int]] = []
    manifest = got(hub_server, folder, progress=lambda done, total: steps.append((done, total)))
    assert {total for _, total in steps} == {manifest.bytes}
    assert [done for done, _ in steps] == sorted(done for done, _ in steps)
    assert steps[-1][0] == manifest.bytes


def test_a_damaged_file_is_noticed_and_comes_anew_alone(hub_server: LocalServer, folder: Path) -> None:
    got(hub_server, folder)
    (folder / "model.onnx").write_bytes(b"X" + BIG[1:])
    assert is_whole(folder), "the size is the same"
    assert not verified(folder)
    assert remove_damaged(folder) == ["model.onnx"]
    hub_server.seen.clear()
    got(hub_server, folder)
    assert [seen.path.rpartition("/")[2] for seen in hub_server.seen if seen.method == "GET"] == ["model.onnx"]
    assert verified(folder)


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "a/../../b", ""])
def test_a_manifest_that_names_files_elsewhere_is_none(tmp_path: Path, name: str) -> None:
    manifest = {"name": "m", "repo": "r", "commit": "c", "files": {name: {"sha256": "0" * 64, "bytes": 0}}}
    (tmp_path / "dowse-model.json").write_text(json.dumps(manifest))
    assert manifest_of(tmp_path) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"files": 1}', '{"files": {"a": 1}}', "\x00", '{"files": {}}'])
def test_a_manifest_that_makes_no_sense_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "dowse-model.json").write_text(text)
    assert manifest_of(tmp_path) is None
    assert not is_whole(tmp_path)


def test_a_missing_or_shorter_file_is_not_whole(hub_server: LocalServer, folder: Path) -> None:
    got(hub_server, folder)
    (folder / "model.onnx").write_bytes(BIG[:-1])
    assert not is_whole(folder)
    (folder / "model.onnx").unlink()
    assert not is_whole(folder)
    assert list(pulled(folder.parent)) == []


def test_the_environment_names_the_hub_and_who_asks() -> None:
    hub = hub_of({"HF_ENDPOINT": "https://mirror.example/", "HF_TOKEN": " hf_x\n"})
    assert (hub.endpoint, hub.token) == ("https://mirror.example", "hf_x")
    assert hub_of({}).endpoint == "https://huggingface.co"
    assert "hf_x" not in repr(hub)


@pytest.mark.parametrize("said", [{"HF_ENDPOINT": "file:///etc"}, {"HF_TOKEN": "a\nb"}, {"HF_TOKEN": "ключ"}])
def test_what_the_environment_cannot_mean_is_said(said: dict[str, str]) -> None:
    with pytest.raises(ModelError, match=next(iter(said))):
        hub_of(said)


def test_a_proxy_is_gone_through(
    hub: FakeHub, hub_server: LocalServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", hub_server.url)
    source = DownloadSource("http://hub.invalid", wait=lambda seconds: None)
    pull(MINILM, folder, hub=source, progress=lambda done, total: None)
    assert all(seen.path.startswith("http://hub.invalid/") for seen in hub_server.seen)
    assert verified(folder)


def test_a_proxy_that_requires_a_password_is_asked_once(
    hub: FakeHub, hub_server: LocalServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("https_proxy", hub_server.url)
    hub.refuses = [Reply(407)] * 3
    source = DownloadSource("https://hub.invalid", wait=lambda seconds: None)
    with pytest.raises(
        ModelError, match=r"the proxy for hub\.invalid requires a password \(407\); add it to HTTPS_PROXY"
    ):
        pull(MINILM, folder, hub=source, progress=lambda done, total: None)
    assert [(seen.method, seen.path) for seen in hub_server.seen] == [("CONNECT", "hub.invalid:443")]


def test_presets_are_pinned_and_complete() -> None:
    for name, preset in PRESETS.items():
        assert name == preset.name
        assert len(preset.revision) == 40
        assert set(preset.files) == {"model.onnx", "tokenizer.json", "config.json"}
        assert (preset.pooling == "none") == (preset.kind == "reranker")
        assert preset.megabytes > 0
