"""A vault on disk that gets another embedder: what is found meanwhile, what is said, and what is made only once."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from dowse.app.model_switch import SwitchRequest, choose, switch_model
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.embedders import remote
from dowse.embedders.onnx import OnnxEmbedder
from dowse.filesystem import scan_cache
from dowse.model.errors import ModelError
from dowse.model.search_mode import Mode
from dowse.net.json_client import RetryPolicy
from dowse.ports.models import Matrix
from dowse.search.execute import Request
from tests.embedders.local_server import LocalServer, Reply
from tests.embedders.model_servers import FakeOllama
from tests.tiny_bert import TinyBert

pytestmark = pytest.mark.slow  # an index or two for each of them

_NOTES = 150


@pytest.fixture(autouse=True)
def _nothing_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DOWSE_INDEX_DIR", "http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 0.0)  # every search looks at the tree, however little time went by


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A vault, indexed."""
    folder = tmp_path / "notes"
    folder.mkdir()
    for n in range(_NOTES):
        (folder / f"{n:03}.md").write_text(f"# Fox {n}\n\nThe quick fox number{n} jumps over the lazy dog.\n")
    with _opened(folder) as vault:
        assert vault.sync().remarks == ()
    return folder


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A model."""
    return TinyBert().save(tmp_path / "tiny")


@contextmanager
def _opened(root: Path, *, chunker: str = "", embedder: str = "") -> Iterator[VaultSession]:
    with closing(open_session(root, chunker=chunker, embedder=embedder)) as vault:
        yield vault


def _found(vault: VaultSession, query: str = "quick fox", *, mode: Mode = "vector") -> tuple[list[str], str]:
    """The documents that a search finds, and its notes."""
    answer, _ = vault.search(Request(query, limit=5, mode=mode))
    return [hit.head.path for hit in answer.hits], "; ".join(note.hint for note in answer.notes)


def _answers(vault: VaultSession) -> str:
    return vault.status().embedder


def _stop_after(chunks: int) -> Callable[[str, int, int], None]:
    """Progress that ends the process, as Ctrl-C does, once so many chunks are embedded."""

    def told(what: str, done: int, _total: int) -> None:
        if what == "meaning" and done >= chunks:
            raise KeyboardInterrupt

    return told


def test_an_embedder_that_is_wanted_for_one_search_is_told_in_it_and_not_when_nobody_wants_it(
    root: Path, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    until = f"0 of {_NOTES} chunks embedded with onnx:{tiny}; searches use static until `dowse index` has finished"
    with monkeypatch.context() as wanting:
        wanting.setenv("DOWSE_EMBEDDER", f"onnx:{tiny}")
        with _opened(root) as vault:
            assert vault.search(Request("fox"))[1].remarks == (until,)
            assert vault.status().index.remarks == (until,)
    with _opened(root) as vault:
        assert (vault.status().index.remarks, vault.status().next_embedder) == ((), "")
        assert vault.search(Request("fox"))[1].remarks == ()


def test_an_interrupted_switch_goes_on_where_it_stopped(root: Path, tiny: Path) -> None:
    with _opened(root) as vault:
        name = choose(vault, str(tiny), reranks=False)
        with pytest.raises(KeyboardInterrupt):
            vault.sync(progress=_stop_after(64))
    with _opened(root) as vault:
        assert _found(vault)[0]
        status = vault.status()
        assert status.embedder == "static"
        assert status.index.remarks == (
            f"64 of {_NOTES} chunks embedded with {name}; searches use static until `dowse index` has finished",
        )
        told: list[int] = []
        assert vault.sync(progress=lambda what, done, _: told.append(done) if what == "meaning" else None).remarks == ()
        assert (told[0], told[-1]) == (64, _NOTES)
        assert _answers(vault) == name
        assert len(_found(vault)[0]) == 5


def test_choosing_what_answers_again_stops_what_was_to_come(root: Path, tiny: Path) -> None:
    """Else it would take over when it is done, which another process may be about to see to."""
    with _opened(root) as vault, _opened(root) as behind:
        choose(vault, str(tiny), reranks=False)

        def change(_what: str, _done: int, _total: int) -> None:
            choose(vault, "static", reranks=False)

        behind.embed(progress=change)
        assert (_answers(behind), behind.engine.spaces().coming) == ("static", "")


def test_who_goes_back_to_what_answers_reads_that_the_change_has_ended(root: Path, tiny: Path) -> None:
    with _opened(root) as vault:
        name = choose(vault, str(tiny), reranks=False)
        back = switch_model(vault, SwitchRequest("static"))
        assert (back.state, back.remarks) == ("in use", (f"the change to {name} has ended",))
        assert switch_model(vault, SwitchRequest("static")).remarks == ()


def test_a_search_during_which_other_vectors_take_over_is_of_those_that_answered_before(
    root: Path, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the vector of the query and the look at those of the notes lies the moment when the tables change."""
    other = TinyBert(seed=2).save(tiny.with_name("other"))
    with _opened(root) as vault, _opened(root) as behind:
        choose(vault, str(tiny), reranks=False)
        vault.sync()
        before = _scores(vault, "number7 lazy dog", heal=False)
        embed, pending = OnnxEmbedder.embed, [choose(behind, str(other), reranks=False)]

        def embed_while_others_take_over(self: OnnxEmbedder, texts: list[str], *, as_query: bool = False) -> Matrix:
            rows = embed(self, texts, as_query=as_query)
            if as_query and pending:
                pending.clear()
                behind.embed()
            return rows

        monkeypatch.setattr(OnnxEmbedder, "embed", embed_while_others_take_over)
        scores = _scores(vault, "number7 lazy dog", heal=False)
        assert (scores, pending) == (before, [])
        assert _answers(vault) == f"onnx:{other}"
        assert (
            before != _scores(vault, "number7 lazy dog", heal=False) == _scores(behind, "number7 lazy dog", heal=False)
        )


def _scores(vault: VaultSession, query: str, *, heal: bool) -> list[tuple[str, float]]:
    answer, _ = vault.search(Request(query, limit=20, mode="vector"), heal=heal)
    return [(hit.head.path, round(hit.score, 5)) for hit in answer.hits]


@pytest.mark.slow
def test_searches_beside_a_change_to_and_fro_are_those_of_one_embedder_or_the_other(root: Path, tiny: Path) -> None:
    other = TinyBert(seed=2).save(tiny.with_name("other"))
    query = "number7 lazy dog"
    with _opened(root) as vault, _opened(root) as behind:
        right = []
        for folder in (tiny, other):
            choose(behind, str(folder), reranks=False)
            behind.sync()
            right.append(_scores(behind, query, heal=False))
        assert right[0] != right[1]
        over = threading.Event()
        found: list[list[tuple[str, float]]] = []

        def search() -> None:
            while not over.is_set():
                found.append(_scores(vault, query, heal=False))

        searching = threading.Thread(target=search)
        searching.start()
        for folder in (tiny, other, tiny, other):
            choose(behind, str(folder), reranks=False)
            behind.embed()
        over.set()
        searching.join()
    assert found
    assert all(scores in right for scores in found)


def test_while_the_server_is_down_words_answer_and_a_note_says_so(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "_FOR_DOCUMENTS", RetryPolicy(seconds=5.0))
    with LocalServer(FakeOllama()) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        with _opened(root) as vault:
            choose(vault, "ollama:nomic-embed-text", reranks=False)
            assert vault.sync().remarks == ()
            assert _found(vault, mode="hybrid")[1] == ""
    with _opened(root) as vault:
        paths, notes = _found(vault, "number7 fox", mode="hybrid")
        assert paths[0] == "007.md"
        assert notes.startswith(f"semantic was left out: Ollama at {server.url} does not answer (Connection refused)")
        (root / "late.md").write_text("# Late\n\nA note that came while the server was down.\n")
        assert "late.md" in _found(vault, "server down", mode="hybrid")[0]
        (remark,) = vault.status().index.remarks
        assert remark == f"{_NOTES} of {_NOTES + 1} chunks embedded; run `dowse index` to finish"
        (remark,) = vault.sync().remarks
        assert "chunks embedded; embedding stopped: Ollama at" in remark


def test_a_server_that_comes_back_is_asked_for_what_is_left(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LocalServer(FakeOllama()) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        with _opened(root) as vault:
            choose(vault, "ollama:nomic-embed-text", reranks=False)
            healthy, server.answer = server.answer, lambda _: Reply(503)
            monkeypatch.setattr(remote, "_FOR_DOCUMENTS", RetryPolicy(seconds=5.0))
            (remark,) = vault.sync().remarks
            assert remark.startswith(f"0 of {_NOTES} chunks embedded with ollama:nomic-embed-text; embedding stopped: ")
            assert f"Ollama at {server.url} answered 503" in remark
            server.answer = healthy
            assert vault.sync().remarks == ()
            assert _answers(vault) == "ollama:nomic-embed-text"


def test_a_reranker_that_fails_leaves_the_order_of_the_lists_and_a_note_says_so(root: Path, tmp_path: Path) -> None:
    folder = TinyBert().save(tmp_path / "judge", gives="score")
    with _opened(root) as vault:
        reranked = vault.settings.named("deep")
        plain, _ = vault.search(Request("number7 fox", limit=5))
        choose(vault, str(folder), reranks=True)
        answer, _ = vault.search(Request("number7 fox", limit=5), reranked)
        assert any(reason.source == "rerank" for hit in answer.hits for reason in hit.why)
        (folder / "model.onnx").write_bytes(b"no model")
        _says_what_is_wrong(vault, "rerank was left out: ", "is not a model that ONNX Runtime can run")
        (folder / "model.onnx").unlink()
        _says_what_is_wrong(vault, "rerank was left out: ", "has no model.onnx")
        assert plain.hits


def _says_what_is_wrong(vault: VaultSession, *said: str) -> None:
    answer, _ = vault.search(Request("number7 fox", limit=5), vault.settings.named("deep"))
    assert answer.hits[0].head.path == "007.md"
    assert not any(reason.source == "rerank" for hit in answer.hits for reason in hit.why)
    notes = "; ".join(note.hint for note in answer.notes)
    assert all(each in notes for each in said), notes


def test_a_changed_chunker_is_said_and_the_files_are_read_again(root: Path, tiny: Path) -> None:
    with _opened(root) as vault:
        choose(vault, str(tiny), reranks=False)
        vault.sync()
    with _opened(root, chunker="window") as vault:
        (remark,) = vault.status().index.remarks
        assert remark == "the chunker has changed since indexing; the next search reads all files again"
        assert vault.sync().remarks == ()
        assert _answers(vault) == f"onnx:{tiny}"


def test_status_says_that_a_model_is_gone_before_anybody_has_searched(root: Path, tiny: Path) -> None:
    with _opened(root) as vault:
        choose(vault, str(tiny), reranks=False)
        vault.sync()
    tiny.rename(tiny.with_name("away"))
    with _opened(root) as vault:
        (remark,) = vault.status().index.remarks
        assert remark.startswith(f"there is no folder {tiny}")
        assert remark.endswith("searches use static until the model is available")
        paths, notes = _found(vault)
        assert len(paths) == 5
        assert notes == ""


def test_a_search_brings_bundled_vectors_while_those_of_a_changed_model_are_not_made(root: Path, tiny: Path) -> None:
    with _opened(root) as vault:
        choose(vault, str(tiny), reranks=False)
        vault.sync()
        TinyBert(seed=3).save(tiny)
        assert len(_found(vault)[0]) == 5
        (remark,) = vault.status().index.remarks
        assert remark.endswith(
            "is no longer the model that created the vectors; searches use static until `dowse index` has finished"
        )
        assert len(_found(vault)[0]) == 5
        assert _answers(vault) == "static"
        (remark,) = vault.sync().remarks
        assert remark == f"onnx:{tiny} is no longer the model that created the vectors; all chunks were re-embedded"
        assert _answers(vault) == f"onnx:{tiny}"


def test_a_model_that_gives_nothing_is_not_chosen(root: Path, tmp_path: Path) -> None:
    nothing = TinyBert(scale=0.0)
    nothing.weights["one"][:] = 0
    folder = nothing.save(tmp_path / "nothing")
    with _opened(root) as vault:
        with pytest.raises(ModelError, match="returned a zero vector for a plain sentence"):
            choose(vault, str(folder), reranks=False)
        vault.sync()
        assert _answers(vault) == "static"


def test_an_empty_vault_takes_another_embedder(tmp_path: Path, tiny: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    with _opened(folder) as vault:
        choose(vault, str(tiny), reranks=False)
        assert vault.sync().remarks == ()
        (folder / "first.md").write_text("# Fox\n\nThe quick fox.\n")
        assert _found(vault)[0] == ["first.md"]
        assert _answers(vault) == f"onnx:{tiny}"


def test_a_first_search_has_all_meaning_by_the_bundled_vectors_whatever_is_wanted(root: Path, tiny: Path) -> None:
    """By a large model the first search would have those of a handful of chunks, and each further one a few more."""
    shutil.rmtree(root / ".dowse")
    with _opened(root, embedder=f"onnx:{tiny}") as vault:
        _found(vault)
        status = vault.status()
        assert (status.embedder, status.next_embedder) == ("static", f"onnx:{tiny}")
        assert status.counts.embedded == status.counts.chunks == _NOTES
        assert status.index.remarks == (
            f"0 of {_NOTES} chunks embedded with onnx:{tiny}; searches use static until `dowse index` has finished",
        )
        vault.sync()
        assert _answers(vault) == f"onnx:{tiny}"
