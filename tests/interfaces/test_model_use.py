"""`dowse model use` and `bench`, and other ways to choose a model: the installed command and the process behind it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import cast

import pytest

from dowse.app.progress_estimate import time_left
from tests.embedders.local_server import LocalServer, Reply, Seen
from tests.embedders.model_servers import FakeOllama
from tests.interfaces.desk import COMMAND, Desk, Shown
from tests.tiny_bert import TinyBert

pytestmark = pytest.mark.slow  # a process, or some, for each of them

_NOTES = 120
_DEADLINE = 60.0  # seconds
_OLLAMA = "ollama:nomic-embed-text"
_WITHOUT = "import sys; sys.modules['onnxruntime'] = None"  # what importing it then raises is what its absence raises


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A vault, indexed, and beside it the model `tiny`."""
    return _indexed(tmp_path)


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """The same for tests whose commands change nothing."""
    return _indexed(tmp_path_factory.mktemp("unchanged"))


def _indexed(folder: Path) -> Desk:
    desk = Desk(folder)
    desk.notes.mkdir()
    for n in range(_NOTES):
        (desk.notes / f"{n:03}.md").write_text(f"# Fox {n}\n\nThe quick fox number{n} and the lazy dog.\n")
    TinyBert().save(folder / "tiny")
    assert desk.dowse("index", "notes").code == 0
    return desk


@pytest.fixture
def ollama() -> Iterator[LocalServer]:
    with LocalServer(FakeOllama()) as server:
        yield server


def status(desk: Desk) -> Mapping[str, object]:
    shown = desk.dowse("status", "notes", "--json")
    assert shown.code == 0, shown.err
    said: dict[str, object] = json.loads(shown.out)
    return said


def until(desk: Desk, embedder: str) -> None:
    """Asks for the status until the embedder answers."""
    _wait_for(lambda: status(desk)["embedder"] == embedder)


def _wait_for(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _DEADLINE
    while not is_so():
        assert time.monotonic() < deadline


def _hangs_after(texts: int) -> Callable[[Seen], Reply]:
    """An Ollama that does not answer any more once it was given so many texts."""
    ollama, given = FakeOllama(), 0

    def answer(request: Seen) -> Reply:
        nonlocal given
        given += len(request.said["input"]) if request.path == "/api/embed" else 0
        return Reply(silent=True) if given > texts else ollama(request)

    return answer


def _found(desk: Desk) -> list[str]:
    shown = desk.dowse("search", "quick fox", "notes", "--mode", "vector", "-n", "3", "--files")
    return shown.out.split()


# In the foreground


def test_a_folder_is_used_as_soon_as_all_chunks_are_embedded(desk: Desk) -> None:
    shown = desk.dowse("model", "use", "tiny", "notes", "--wait")
    name = f"onnx:{desk.folder / 'tiny'}"
    assert (shown.out, shown.err, shown.code) == (f"notes: {name} is in use, {_NOTES} chunks embedded\n", "", 0)
    assert status(desk)["embedder"] == name
    assert len(_found(desk)) == 3
    again = desk.dowse("model", "use", name, "notes", "--wait")
    assert again.out == f"notes: {name} is already in use\n"


def test_back_to_the_bundled_vectors(desk: Desk) -> None:
    desk.dowse("model", "use", "./tiny", "notes", "--wait")
    shown = desk.dowse("model", "use", "static", "notes", "--wait")
    assert shown.out == f"notes: static is in use, {_NOTES} chunks embedded\n"
    assert (status(desk)["embedder"], status(desk)["coming"]) == ("static", "")


@pytest.mark.parametrize(
    ("seconds", "done", "left", "told"),
    [
        (2.0, 50, 450, ""),  # too early to tell
        (10.0, 0, 500, ""),
        (10.0, 50, 450, ", about 2 min left"),
        (10.0, 50, 300, ", about 60 s left"),
        (60.0, 100, 9_000, ", about 2 h left"),
        (60.0, 498, 3, ""),  # soon over
    ],
)
def test_the_rest_of_the_time_is_guessed_by_what_was_done(seconds: float, done: int, left: int, told: str) -> None:
    assert time_left(seconds, done, left) == told


# Behind


def test_the_command_returns_and_the_vectors_come_behind_it(desk: Desk) -> None:
    shown = desk.dowse("model", "use", "tiny", "notes")
    name = f"onnx:{desk.folder / 'tiny'}"
    assert shown.out == (
        f"notes: {name} embeds {_NOTES} chunks in the background; searches use static until it is done\n"
    )
    assert re.search(
        r"^dowse: see the progress with `dowse status \S+notes` and errors in \S+embedding.log;", shown.err
    )
    until(desk, name)
    assert status(desk)["coming"] == ""
    assert len(_found(desk)) == 3


def test_when_the_process_behind_is_killed_the_next_run_goes_on(desk: Desk, ollama: LocalServer) -> None:
    asked = desk.with_variables(OLLAMA_HOST=ollama.url)
    ollama.answer = _hangs_after(182)  # 80 with their titles, a few that ask who it is, some of the rest
    assert asked.dowse("model", "use", _OLLAMA, "notes").code == 0
    _wait_for(lambda: status(asked)["coming_embedded"] == 80)
    said = status(asked)
    assert (said["embedder"], said["coming"]) == ("static", _OLLAMA)
    assert (
        said["remarks"] == f"80 of 120 chunks embedded with {_OLLAMA}; searches use static until embedding has finished"
    )
    assert "80 of 120 chunks embedded with ollama:nomic-embed-text" in asked.dowse("status", "notes").out
    assert len(_found(asked)) == 3
    busy = asked.dowse("index", "notes")
    assert "another process is embedding this vault" in busy.err
    for process in _behind(desk):
        os.kill(process, signal.SIGKILL)
    _wait_for(lambda: not _behind(desk))
    ollama.answer = FakeOllama()
    ollama.seen.clear()
    assert asked.dowse("index", "notes").err == ""
    assert status(asked)["embedder"] == _OLLAMA
    given = [text for seen in ollama.seen if seen.path == "/api/embed" for text in seen.said["input"]]
    assert sum("fox" in text.casefold() for text in given) == 2 * (_NOTES - 80)  # the text and the title of each


def _behind(desk: Desk) -> list[int]:
    """The processes that embed this desk's vault."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes()
        except OSError:
            continue
        if b"dowse\0index" in line and str(desk.notes).encode() in line:
            found.append(int(path.parent.name))
    return found


def test_of_two_at_once_one_embeds_and_the_other_says_so(desk: Desk) -> None:
    TinyBert(seed=2).save(desk.folder / "other")
    desk.dowse("model", "use", "tiny", "notes", "--wait")
    command = [str(COMMAND), "index", "notes", "--embedder", f"onnx:{desk.folder / 'other'}"]
    running = [
        subprocess.Popen(command, cwd=desk.folder, env=desk.environment, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [process.communicate(timeout=_DEADLINE)[1] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert all(not text or "another process is embedding" in text for text in said)
    until(desk, f"onnx:{desk.folder / 'other'}")
    assert len(_found(desk)) == 3


def test_a_failure_behind_is_told_by_the_status_and_searches_go_on(desk: Desk, ollama: LocalServer) -> None:
    asked = desk.with_variables(OLLAMA_HOST=ollama.url)
    healthy, left = ollama.answer, 170  # 80 chunks with their titles, and some

    def fails(request: Seen) -> Reply:
        nonlocal left
        left -= len(request.said["input"]) if request.path == "/api/embed" else 0
        return healthy(request) if left >= 0 else Reply(401, b"{}")

    ollama.answer = fails
    asked.dowse("model", "use", _OLLAMA, "notes")
    _wait_for(lambda: "embedding stopped" in str(status(asked)["remarks"]))
    remarks = str(status(asked)["remarks"])
    assert remarks.startswith(
        f"80 of 120 chunks embedded with {_OLLAMA}; embedding stopped: Ollama at {ollama.url} requires a key"
    )
    assert len(_found(asked)) == 3
    ollama.answer = healthy
    waited = asked.dowse("model", "use", _OLLAMA, "notes", "--wait")
    assert waited.out == f"notes: {_OLLAMA} is in use, 120 chunks embedded\n"


# Mistakes


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nonsense", "'nonsense' is neither a known model nor a folder here; `dowse model list` shows"),
        ("minlm", "'minlm' is neither a known model nor a folder here; did you mean minilm?"),
        ("nomic", "nomic is not on this machine; run `dowse model pull nomic` to download it (548 MB)"),
        (
            "onnx:minilm-int8",
            "minilm-int8 is not on this machine; run `dowse model pull minilm-int8` to download it (24 MB)",
        ),
        ("ollama", "'ollama' is neither a known model nor a folder here; write ollama:MODEL"),
        (
            "nobody:x",
            "'nobody:x' is not a known embedder; choose one of static, onnx:NAME, st:NAME, ollama:MODEL, openai:",
        ),
        ("./nowhere", "a model is a folder with model.onnx and tokenizer.json"),
        ("notes", "has no model.onnx"),
        ("ollama:x", "does not answer (Connection refused); start it with `ollama serve`"),
        ("openai:x", "OpenAI requires a key: set OPENAI_API_KEY"),
        (
            "ms-marco-minilm",
            "ms-marco-minilm is not on this machine; run `dowse model pull ms-marco-minilm` to download it",
        ),
    ],
)
def test_a_model_that_cannot_be_had_is_said_in_a_line_and_changes_nothing(
    unchanged: Desk, name: str, told: str
) -> None:
    shown = unchanged.with_variables(OLLAMA_HOST="127.0.0.1:9").dowse("model", "use", name, "notes")
    assert (shown.out, shown.code, shown.err.count("\n")) == ("", 2, 1)
    assert told in shown.err
    said = status(unchanged)
    assert (said["embedder"], said["coming"], said["remarks"]) == ("static", "", "")


def test_without_the_extra_it_is_said_what_to_install(desk: Desk) -> None:
    shown = desk.dowse_after(_WITHOUT, "model", "use", "tiny", "notes")
    assert (shown.out, shown.code) == ("", 2)
    assert shown.err == "dowse: onnx models need ONNX Runtime: pip install 'dowse[onnx]'\n"
    desk.dowse("model", "use", "tiny", "notes", "--wait")
    searched = desk.dowse_after(_WITHOUT, "search", "number7", "notes")
    assert searched.code == 0
    assert "semantic was left out: onnx models need ONNX Runtime: pip install 'dowse[onnx]'" in searched.err


# Other ways to choose


def test_the_environment_may_choose(desk: Desk) -> None:
    name = f"onnx:{desk.folder / 'tiny'}"
    chosen = desk.with_variables(DOWSE_EMBEDDER=name)
    assert chosen.dowse("index", "notes").err == ""
    assert status(chosen)["embedder"] == name
    wrong = desk.with_variables(DOWSE_EMBEDDER="tiny").dowse("search", "fox", "notes")
    assert wrong.code == 2
    assert wrong.err.startswith("dowse: DOWSE_EMBEDDER: there is no model 'tiny'; ")


def test_your_own_settings_may_name_a_folder_and_those_of_a_vault_may_not(desk: Desk) -> None:
    said = f'[space]\nembedder = "onnx:{desk.folder / "tiny"}"\n'
    config = desk.folder / "config.toml"
    config.write_text(said)
    own = desk.with_variables(DOWSE_CONFIG=str(config))
    assert own.dowse("index", "notes").err == ""
    assert status(own)["embedder"] == f"onnx:{desk.folder / 'tiny'}"
    (desk.notes / "dowse.toml").write_text(said)
    refused = desk.dowse("search", "fox", "notes")
    assert refused.code == 2
    assert "dowse.toml:2" in refused.err


def test_a_folder_that_came_with_the_notes_is_no_preset(desk: Desk) -> None:
    """Else whoever shares notes would have their model run by everybody who searches in that folder."""
    TinyBert().save(desk.notes / "minilm2")
    (desk.notes / "dowse.toml").write_text('[space]\nembedder = "onnx:minilm2"\n')
    said = desk.dowse_after("import os; os.chdir('notes')", "index", ".").err
    assert said == (
        "dowse: dowse.toml names onnx:minilm2 as its embedding model, an unknown model; "
        "`dowse model list` lists the known ones\n"
    )
    assert status(desk)["embedder"] == "static"


def test_a_folder_asked_for_by_index_is_remembered_with_its_whole_path(desk: Desk) -> None:
    assert desk.dowse("index", "notes", "--embedder", "onnx:tiny").err == ""
    assert desk.dowse_after("import os; os.chdir('notes')", "index", ".").err == ""
    assert status(desk)["embedder"] == f"onnx:{desk.folder / 'tiny'}"


def test_the_option_of_index_takes_a_name_without_its_kind(desk: Desk) -> None:
    assert desk.dowse("index", "notes", "--embedder", "tiny").err == ""
    assert status(desk)["embedder"] == f"onnx:{desk.folder / 'tiny'}"


def test_how_to_go_on_names_the_folder_of_the_index(desk: Desk) -> None:
    said = desk.dowse("model", "use", "./tiny", "notes", "--index-dir", "elsewhere").err
    assert f"continue with `dowse index {desk.notes} --index-dir elsewhere`" in said


def test_a_preset_that_the_user_wants_and_nobody_has_pulled_leaves_what_answers(desk: Desk) -> None:
    (desk.folder / "config.toml").write_text('[space]\nembedder = "onnx:nomic"\n')
    own = {"DOWSE_MODELS": str(desk.folder / "models"), "DOWSE_CONFIG": str(desk.folder / "config.toml")}
    shown = desk.with_variables(**own).dowse("index", "notes")
    assert shown.code == 0
    assert "nomic is not on this machine; run `dowse model pull nomic` to download it (548 MB)" in shown.err
    assert "searches use static until the model is available" in shown.err
    assert len(_found(desk)) == 3


# Measuring


@pytest.fixture
def judged(desk: Desk) -> Path:
    """Two documents and what is right."""
    folder = desk.folder / "judged"
    (folder / "qrels").mkdir(parents=True)
    (folder / "corpus.jsonl").write_text(
        '{"_id": "a", "title": "Fox", "text": "the quick fox"}\n{"_id": "b", "title": "Tax", "text": "carbon tax"}\n'
    )
    (folder / "queries.jsonl").write_text('{"_id": "1", "text": "fox"}\n{"_id": "2", "text": "carbon"}\n')
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\ta\t1\n2\tb\t1\n")
    return folder


def test_bench_measures_each_on_the_notes_and_on_judged_queries(desk: Desk, judged: Path) -> None:
    shown = desk.dowse("model", "bench", "static", "./tiny", "--folder", "notes", "--judged", str(judged), "--json")
    assert shown.code == 0, shown.err
    rows = json.loads(shown.out)
    assert [row["embedder"] for row in rows] == ["static", f"onnx:{desk.folder / 'tiny'}"]
    for row in rows:
        assert row["chunks"] == _NOTES
        assert min(row["chunks_per_second"], row["query_ms"], row["first_query_ms"]) > 0
        assert row["ndcg@10"]["judged"] > 0.6


def test_bench_asks_first_whether_all_can_be_had(desk: Desk) -> None:
    shown = desk.dowse("model", "bench", "static", "minlm", "--folder", "notes")
    assert (shown.out, shown.code) == ("", 2)
    assert "did you mean minilm?" in shown.err


def test_eval_takes_an_embedder_and_a_reranker(desk: Desk, judged: Path) -> None:
    TinyBert().save(desk.folder / "judge", gives="score")
    line = ("eval", str(judged), "--embedder", "./tiny", "--reranker", "./judge", "--profile", "deep", "--json")
    (row,) = _json(desk.dowse(*line))
    assert row["embedder"] == f"onnx:{desk.folder / 'tiny'}"
    (desk.folder / "judge" / "model.onnx").write_bytes(b"no model")
    broken = desk.dowse(*line)
    assert (broken.out, broken.code) == ("", 2)
    assert "is not a model that ONNX Runtime can run" in broken.err


def test_eval_compares_profiles_query_by_query_and_writes_their_rankings(desk: Desk, judged: Path) -> None:
    line = ("eval", str(judged), "--profile", "default", "--profile", "rrf", "--mode", "fulltext", "--per-query")
    shown = desk.dowse(*line, "--run", "runs")
    assert shown.code == 0, shown.err
    assert "rrf − default/fulltext" in shown.out
    (row,) = _json(desk.dowse(*line, "--json"))
    (difference,) = cast("list[dict[str, object]]", row["differences"])
    assert (difference["profile"], difference["mode"]) == ("rrf", "fulltext")
    per_query = cast("list[dict[str, object]]", row["per_query"])
    assert len(per_query) == row["queries"]
    for query in per_query:
        assert f"{query['query']}  {query['text']}" in shown.out
    written = {path.name: path.read_text("utf-8").splitlines() for path in (desk.folder / "runs").iterdir()}
    assert sorted(written) == [f"{judged.name}.default.fulltext.run", f"{judged.name}.rrf.fulltext.run"]
    assert all(len(line.split()) == 6 for lines in written.values() for line in lines)


def test_eval_names_the_run_file_that_it_cannot_write(desk: Desk, judged: Path) -> None:
    (desk.folder / "runs").write_text("a file")
    shown = desk.dowse("eval", str(judged), "--mode", "fulltext", "--run", "runs")
    assert shown.code == 2
    assert "cannot write" in shown.err


def _json(shown: Shown) -> list[dict[str, object]]:
    assert shown.code == 0, shown.err
    said: list[dict[str, object]] = json.loads(shown.out)
    return said
