"""Which embedder answers, and how another one takes its place: on a real index, with models in folders and servers."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from dowse.app.sessions.embedding_state import EmbeddingState
from dowse.embedders import remote
from dowse.embedders.static import StaticEmbedder
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.indexing.batches import TimeBudget
from dowse.indexing.chunk_vectors import ChunkVectors
from dowse.model.errors import ModelError
from dowse.model.hit import cosine_of
from dowse.net.json_client import RetryPolicy
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import Store
from dowse.query.ast import MatchAll
from tests.contract.engines import fill
from tests.embedders.local_server import LocalServer, Reply, Seen, said
from tests.embedders.model_servers import FakeOllama, FakeOpenAI
from tests.embedders.stand_in import standing_in
from tests.making import make, whole
from tests.tiny_bert import TinyBert

pytestmark = pytest.mark.slow  # an index or two for each of them

_WORDS = ("the quick fox", "a lazy dog", "carbon tax", "water for the boat", "keys")
_STATIC = StaticEmbedder()
_OLLAMA, _OPENAI = "ollama:nomic-embed-text", "openai:any"
_MANY = 180  # chunks; a server is given 80 at a time


@dataclass
class Vault:
    """An index, and the embedders of one process."""

    engine: Store
    environment: Mapping[str, str] = field(default_factory=dict)
    wanted: str = "static"
    reported: list[tuple[str, int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.embeddings = EmbeddingState(self.environment, _STATIC)

    def configure(self, wanted: str = "") -> None:
        """Says what is wanted, from now on."""
        self.wanted = wanted or self.wanted
        self.embeddings.configure(self.engine, self.wanted, chunking="c")

    def finish(self, meanwhile: Callable[[], None] = lambda: None) -> tuple[str, ...]:
        """What is said once all was embedded that could be; `meanwhile` is called at each report of progress."""

        def told(what: str, done: int, total: int) -> None:
            self.reported.append((what, done, total))
            meanwhile()

        self.configure()
        self.reported.clear()
        with suppress(ModelError):  # the report says it
            self.embeddings.finish(self.engine, self.configure, progress=told)
        return self.embeddings.report(self.engine, wanted=self.wanted)

    @property
    def answers(self) -> str:
        """The embedder of the vectors that answer, as they are wide: only its own queries fit."""
        embedder = self.embeddings.active_embedder(self.engine)
        (query,) = embedder.embed(["the quick fox"], as_query=True)
        near = self.engine.nearest(query, MatchAll(), 5)
        assert near, "a query of one space was asked of another"
        return embedder.name

    @property
    def embedded(self) -> int:
        """How many texts were embedded by the last `finish`, by all embedders."""
        reports = [done for _, done, _ in self.reported]
        return sum(max(0, after - before) for before, after in pairwise(reports))


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[SqliteEngine]:
    (tmp_path / "index").mkdir()
    made = SqliteEngine(tmp_path / "index")
    yield made
    made.close()


@pytest.fixture
def vault(engine: SqliteEngine) -> Vault:
    """Five notes, with the bundled vectors."""
    return _filled(Vault(engine), len(_WORDS))


def _filled(vault: Vault, count: int, *, title: str = "") -> Vault:
    vault.configure()
    fill(vault.engine, *(make(f"{n:03}.md", f"{_WORDS[n % len(_WORDS)]} {n}", title=title) for n in range(count)))
    vault.finish()
    assert vault.answers == "static"
    return vault


@pytest.fixture
def ollama(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalServer]:
    """Ollama; nobody waits for it for long."""
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(remote, "_FOR_DOCUMENTS", RetryPolicy(seconds=0.4))
    monkeypatch.setattr(remote, "_FOR_QUERIES", RetryPolicy(seconds=0.4))
    with LocalServer(FakeOllama()) as server:
        yield server


@pytest.fixture
def served(engine: SqliteEngine, ollama: LocalServer) -> Vault:
    """Many notes with the bundled vectors, and an Ollama."""
    return _filled(Vault(engine, {"OLLAMA_HOST": ollama.url}), _MANY)


def _tiny(tmp_path: Path, name: str) -> str:
    return f"onnx:{TinyBert(seed=len(name)).save(tmp_path / name)}"


def _fails_after(answer: Callable[[Seen], Reply], texts: int, failure: Reply) -> Callable[[Seen], Reply]:
    """Answers as before until so many texts of notes were embedded, then with the failure to whatever is asked."""
    left = texts

    def failing(request: Seen) -> Reply:
        nonlocal left
        if request.path == "/api/embed":
            given = sum(text not in {"dowse", "water"} for text in request.said["input"])
            left -= given
            if left < 0 or (not given and left == 0):
                return failure
        return answer(request)

    return failing


# Taking over


def test_the_old_vectors_answer_until_the_new_ones_are_all_there(vault: Vault, tmp_path: Path) -> None:
    tiny = _tiny(tmp_path, "tiny")
    vault.wanted = tiny
    meanwhile: list[str] = []
    assert vault.finish(lambda: meanwhile.append(vault.answers)) == ()
    assert set(meanwhile) == {"static"}
    assert vault.answers == tiny
    assert vault.embedded == len(_WORDS)
    assert {(what, total) for what, _, total in vault.reported} == {("meaning", len(_WORDS))}


def test_a_vault_without_notes_has_its_new_embedder_at_once(engine: SqliteEngine, tmp_path: Path) -> None:
    empty = Vault(engine)
    empty.finish()
    empty.wanted = _tiny(tmp_path, "tiny")
    assert empty.finish() == ()
    fill(engine, make("first.md", "the quick fox"))
    empty.finish()
    assert empty.answers == empty.wanted


def test_going_back_before_the_end_costs_nothing(vault: Vault, tmp_path: Path) -> None:
    vault.configure(_tiny(tmp_path, "tiny"))
    vault.wanted = "static"
    assert vault.finish() == ()
    assert (vault.embedded, vault.answers) == (0, "static")


def test_models_may_be_changed_to_and_fro(vault: Vault, tmp_path: Path) -> None:
    one, other = _tiny(tmp_path, "one"), _tiny(tmp_path, "another")
    for wanted in (one, other, one, "static", other):
        vault.wanted = wanted
        assert vault.finish() == ()
        assert vault.answers == wanted


def test_what_comes_to_be_wanted_meanwhile_is_embedded_by_the_same_run(vault: Vault, tmp_path: Path) -> None:
    """Another process says so and cannot embed itself: this one has the right to."""
    one, other = _tiny(tmp_path, "one"), _tiny(tmp_path, "another")
    vault.wanted = one
    elsewhere = Vault(vault.engine)

    def change() -> None:
        if vault.wanted == one:
            vault.wanted = other
            elsewhere.configure(other)

    assert vault.finish(change) == ()
    assert vault.answers == other
    assert vault.engine.spaces().coming == ""


def test_the_embedder_that_answers_may_be_gone_for_good_when_another_is_to_come(
    served: Vault, ollama: LocalServer, tmp_path: Path
) -> None:
    served.wanted = _OLLAMA
    served.finish()
    fill(served.engine, make("late.md", "the quick fox again"))
    ollama.answer = lambda _: Reply(503)
    served.wanted = _tiny(tmp_path, "tiny")
    assert served.finish() == ()
    assert served.answers == served.wanted


def test_a_report_does_not_depend_on_the_model_that_another_request_wants(vault: Vault, tmp_path: Path) -> None:
    missing = f"onnx:{tmp_path / 'missing'}"
    vault.configure(missing)
    vault.embeddings.configure(vault.engine, "static", chunking="c")  # the request of another thread
    (remark,) = vault.embeddings.report(vault.engine, wanted=missing)
    assert str(tmp_path / "missing") in remark
    assert remark.endswith("searches use static until the model is available")
    vault.configure(missing)
    assert vault.embeddings.report(vault.engine, wanted="static") == ()


# A model that is another one


@pytest.mark.parametrize("changed", ["weights", "prefix", "width"])
def test_a_model_that_was_changed_is_noticed_and_said_and_never_asked_about_old_vectors(
    vault: Vault, tmp_path: Path, changed: str
) -> None:
    tiny = vault.wanted = _tiny(tmp_path, "tiny")
    vault.finish()
    _change(tmp_path / "tiny", changed)
    with pytest.raises(ModelError, match="is no longer the model that created the vectors; run `dowse index`"):
        vault.embeddings.active_embedder(vault.engine).embed(["fox"], as_query=True)
    (said_before,) = vault.embeddings.report(vault.engine, wanted=vault.wanted)
    assert said_before == (
        f"{tiny} is no longer the model that created the vectors; "
        "the next search creates vectors with static, and `dowse index` re-embeds all chunks"
    )
    vault.configure()
    meanwhile: list[str] = []
    (told,) = vault.finish(lambda: meanwhile.append(vault.embeddings.active_embedder(vault.engine).name))
    assert told == f"{tiny} is no longer the model that created the vectors; all chunks were re-embedded"
    assert set(meanwhile) == {"static"}
    assert (vault.answers, vault.finish()) == (tiny, ())


def _change(folder: Path, what: str) -> None:
    if what == "prefix":
        (folder / "config_sentence_transformers.json").write_text('{"prompts": {"query": "query: "}}')
    elif what == "width":
        TinyBert(seed=4).save(folder, hidden_size=17)
    else:
        TinyBert(seed=9).save(folder)


def test_while_it_is_embedded_anew_it_is_said_why(vault: Vault, tmp_path: Path) -> None:
    vault.wanted = _tiny(tmp_path, "tiny")
    vault.finish()
    _change(tmp_path / "tiny", "weights")
    vault.configure()
    with pytest.raises(KeyboardInterrupt):
        vault.finish(_interrupt_when(lambda: bool(vault.engine.spaces().coming)))
    (told,) = Vault(vault.engine).embeddings.report(vault.engine, wanted=vault.wanted)
    assert told.startswith(f"{vault.wanted} is no longer the model that created the vectors; ")
    assert told.endswith(
        f"0 of 5 chunks embedded with {vault.wanted}; searches use static until `dowse index` has finished"
    )


def _interrupt_when(is_time: Callable[[], bool]) -> Callable[[], None]:
    def interrupt() -> None:
        if is_time():
            raise KeyboardInterrupt

    return interrupt


def test_a_folder_that_is_away_and_comes_back_has_its_vectors_still(vault: Vault, tmp_path: Path) -> None:
    tiny = vault.wanted = _tiny(tmp_path, "tiny")
    vault.finish()
    shutil.move(tmp_path / "tiny", tmp_path / "elsewhere")
    (told,) = vault.finish()
    assert told.startswith(f"there is no folder {tmp_path / 'tiny'}")
    assert told.endswith("; searches use static until the model is available")
    assert vault.answers == "static"
    shutil.move(tmp_path / "elsewhere", tmp_path / "tiny")
    assert vault.finish() == ()
    assert (vault.answers, vault.embedded) == (tiny, 0)


def test_notes_that_came_while_the_folder_was_away_are_all_that_is_embedded_then(vault: Vault, tmp_path: Path) -> None:
    tiny = vault.wanted = _tiny(tmp_path, "tiny")
    vault.finish()
    shutil.move(tmp_path / "tiny", tmp_path / "elsewhere")
    vault.finish()
    fill(vault.engine, make("late.md", "the quick fox again"))
    vault.finish()
    assert vault.answers == "static"
    shutil.move(tmp_path / "elsewhere", tmp_path / "tiny")
    assert vault.finish() == ()
    assert (vault.answers, vault.embedded) == (tiny, 1)


def test_a_wanted_model_that_cannot_be_had_leaves_what_answers(vault: Vault, tmp_path: Path) -> None:
    tiny = vault.wanted = _tiny(tmp_path, "tiny")
    vault.finish()
    vault.wanted = f"onnx:{tmp_path / 'nowhere'}"
    (told,) = vault.finish()
    assert told.startswith("there is no folder")
    assert told.endswith(f"; searches use {tiny} until the model is available")
    assert vault.answers == tiny


def test_a_model_that_says_how_wide_it_is_only_when_it_is_loaded_takes_over_and_stays(
    vault: Vault, tmp_path: Path
) -> None:
    stand_in = (
        "import numpy as np\n"
        "class SentenceTransformer:\n"
        "    prompts = {}\n"
        "    def __init__(self, name, *, local_files_only): pass\n"
        "    def get_embedding_dimension(self): return 3\n"
        "    def encode(self, texts, **_): return np.tile(np.array([[0.6, 0.8, 0]]), (len(texts), 1))\n"
    )
    (tmp_path / "model").mkdir()
    vault.wanted = f"st:{tmp_path / 'model'}"
    with standing_in(tmp_path / "lib", stand_in):
        assert vault.finish() == ()
        assert vault.answers == vault.wanted
        assert (vault.finish(), vault.embedded) == ((), 0)
        assert Vault(vault.engine).answers == vault.wanted


# Servers


_DROPPED = Reply(200, b"{}", {}, cut=0)
_FAILURES: Mapping[str, tuple[Reply, str]] = {
    "gone": (_DROPPED, "does not answer"),
    "timeout": (Reply(silent=True), "no response within 0 s"),
    "too many requests": (said({"error": "slow down"}, 429), "answered 429: slow down"),
    "broken": (said({"error": "out of memory"}, 500), "answered 500: out of memory"),
    "no JSON": (Reply(200, b"<html>"), "did not send JSON"),
    "wrong width": (said({"embeddings": [[1.0, 2.0, 3.0]] * 16}), "sent vectors of 3 dimensions"),
}


@pytest.mark.parametrize("failure", _FAILURES)
def test_a_server_that_fails_in_the_middle_leaves_what_answers_and_goes_on_where_it_stopped(
    served: Vault, ollama: LocalServer, failure: str
) -> None:
    healthy = ollama.answer
    reply, why = _FAILURES[failure]
    ollama.answer = _fails_after(healthy, 80, reply)
    served.wanted = _OLLAMA
    (told,) = served.finish()
    assert told.startswith(f"80 of {_MANY} chunks embedded with {_OLLAMA}; embedding stopped: ")
    assert why in told
    assert told.endswith("; searches use static until `dowse index` has finished")
    assert served.answers == "static"
    ollama.answer = healthy
    again = Vault(served.engine, served.environment, _OLLAMA)
    assert (again.finish(), again.embedded) == ((), _MANY - 80)
    assert again.answers == _OLLAMA


def test_texts_that_are_refused_are_counted_and_named_and_hold_up_nobody(served: Vault, ollama: LocalServer) -> None:
    def refuses(text: str) -> Reply | None:
        return said({"error": "too long for it"}, 400) if "carbon" in text else None

    ollama.answer = FakeOllama(refuses=refuses)
    served.wanted = _OLLAMA
    (told,) = served.finish()
    assert told.startswith(f"144 of {_MANY} chunks embedded; 36 failed: Ollama at {ollama.url} answered 400: too long")
    assert told.endswith("(002.md); `dowse index` tries them again")
    assert served.answers == _OLLAMA
    ollama.answer = FakeOllama()
    served.engine.retry()
    assert (served.finish(), served.embedded) == ((), 36)


def test_another_model_behind_the_name_is_noticed_before_it_is_asked_about_old_vectors(
    served: Vault, ollama: LocalServer
) -> None:
    served.wanted = _OLLAMA
    served.finish()
    ollama.answer = FakeOllama(digest="another", dim=26)
    later = Vault(served.engine, served.environment, _OLLAMA)
    with pytest.raises(ModelError, match="ollama:nomic-embed-text is now another model on the server"):
        later.embeddings.active_embedder(later.engine).embed(["fox"], as_query=True)
    meanwhile: list[str] = []
    (told,) = later.finish(lambda: meanwhile.append(later.embeddings.active_embedder(later.engine).name))
    assert told == f"{_OLLAMA} is no longer the model that created the vectors; all chunks were re-embedded"
    assert set(meanwhile) == {"static"}
    assert later.answers == _OLLAMA


@dataclass(slots=True)
class _Interrupted(MemoryEngine):
    """The process ends before the second of two facts about a model is stored."""

    is_interrupted: bool = False

    def remember(self, key: str, value: str) -> None:
        if self.is_interrupted and key.startswith("changed to of"):
            raise KeyboardInterrupt
        MemoryEngine.remember(self, key, value)


def test_another_model_behind_the_name_is_noticed_again_after_a_process_that_ended_there(ollama: LocalServer) -> None:
    index = _Interrupted()
    vault = _filled(Vault(index, {"OLLAMA_HOST": ollama.url}), len(_WORDS))
    vault.wanted = _OLLAMA
    vault.finish()
    ollama.answer = FakeOllama(digest="another", dim=26)
    index.is_interrupted = True
    with pytest.raises(KeyboardInterrupt):
        Vault(index, vault.environment, _OLLAMA).finish()
    index.is_interrupted = False
    (told,) = Vault(index, vault.environment, _OLLAMA).finish()
    assert told == f"{_OLLAMA} is no longer the model that created the vectors; all chunks were re-embedded"


def test_a_model_that_is_changed_while_it_embeds_never_has_its_vectors_among_those_of_the_other(
    served: Vault, ollama: LocalServer
) -> None:
    first, second = FakeOllama(), FakeOllama(digest="another", makes=lambda _, dim: [1.0] * dim)
    seen: list[int] = []

    def pulled_anew(request: Seen) -> Reply:
        if request.path == "/api/embed":
            seen.append(len(request.said["input"]))
        return (first if sum(seen) <= 90 else second)(request)

    ollama.answer = pulled_anew
    served.wanted = _OLLAMA
    served.finish()
    assert served.answers == _OLLAMA
    vectors = [row for n in range(_MANY) for row in served.engine.vectors(f"{n:03}.md").values()]
    assert len(vectors) == _MANY
    np.testing.assert_allclose(vectors, np.full((_MANY, 26), 26**-0.5), atol=0.01)


def test_a_server_that_gives_wider_vectors_is_taken_for_another_one_also_by_who_has_asked_it_before(
    engine: SqliteEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that serves searches goes on, while another one embeds anew."""
    monkeypatch.delenv("HTTP_PROXY", raising=False)
    with LocalServer(FakeOpenAI()) as server:
        here = _filled(Vault(engine, {"OPENAI_BASE_URL": f"{server.url}/v1"}), len(_WORDS))
        here.wanted = _OPENAI
        here.finish()
        assert here.answers == _OPENAI
        server.answer = _wider
        other = Vault(engine, here.environment, _OPENAI)
        other.finish()
        assert other.answers == _OPENAI
        here.configure()
        assert here.answers == _OPENAI


def _wider(request: Seen) -> Reply:
    data = [{"index": n, "embedding": [float(len(text)), 1, 2]} for n, text in enumerate(request.said["input"])]
    return said({"data": data})


def test_a_search_waits_for_no_server_that_hangs(
    served: Vault, ollama: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    served.wanted = _OLLAMA
    served.finish()
    fill(served.engine, make("late.md", "the quick fox again"))
    monkeypatch.setattr(remote, "_FOR_DOCUMENTS", RetryPolicy(seconds=600.0))
    ollama.answer = lambda _: Reply(silent=True)
    done: list[int] = []
    later = Vault(served.engine, served.environment, _OLLAMA)
    later.embeddings.embed_soon(later.engine, done.append, budget=TimeBudget(lambda: 0.0))
    assert done == []
    assert len(ollama.seen) > 0


def test_a_vector_that_was_made_for_vectors_that_are_gone_is_dropped(
    served: Vault, ollama: LocalServer, tmp_path: Path
) -> None:
    """They are as wide as those that took over while the server was asked, so that nothing else would tell."""
    narrow, tiny, late = FakeOllama(dim=16), _tiny(tmp_path, "tiny"), make("late.md", "the quick fox again", title="")
    ollama.answer = narrow
    served.wanted = _OLLAMA
    served.finish()
    fill(served.engine, late)
    other = Vault(served.engine, {"OLLAMA_HOST": "127.0.0.1:9"}, tiny)
    other.embeddings.model(tiny).embed(["loaded now"])  # and not while the query waits for the server

    def answer(request: Seen) -> Reply:
        if b"again" in request.body:
            other.finish()
        return narrow(request)

    ollama.answer = answer
    monotonic = iter(range(100))
    served.embeddings.embed_soon(served.engine, lambda _: None, budget=TimeBudget(lambda: next(monotonic) * 1e-6))
    (kept,) = served.engine.vectors("late.md").values()
    (right,) = other.embeddings.model(tiny).embed([whole(late).enriched])
    assert float(kept @ right) > 0.99


# Rescoring


def _half_changed(vault: Vault, wanted: str) -> Store:
    """The index of the vault, in which half of the chunks have a vector of the wanted embedder."""
    vault.configure(wanted)
    space = vault.engine.recalled("coming")
    vectors_of = ChunkVectors(vault.embeddings.model(wanted))
    vectors, _ = vectors_of(vault.engine.pending(len(_WORDS) // 2, space=space))
    vault.engine.write(WriteBatch(vectors=vectors, space=space))
    return vault.engine


def test_the_coming_embedder_rescores_during_a_change_from_the_bundled_one(vault: Vault, tmp_path: Path) -> None:
    tiny = _tiny(tmp_path, "tiny")
    index = _half_changed(vault, tiny)
    embedder = vault.embeddings.rescoring_embedder(index)
    assert embedder is not None
    assert embedder.name == tiny
    (same,) = vault.embeddings.model(tiny).embed(["fox"], as_query=True)
    assert embedder.embed(["fox"], as_query=True)[0].tolist() == same.tolist()


def test_searches_share_the_coming_embedder(vault: Vault, tmp_path: Path) -> None:
    """After a timeout, each of them would wait anew."""
    index = _half_changed(vault, _tiny(tmp_path, "tiny"))
    assert vault.embeddings.rescoring_embedder(index) is vault.embeddings.rescoring_embedder(index)


def test_without_a_change_of_the_embedder_none_rescores(vault: Vault, tmp_path: Path) -> None:
    assert vault.embeddings.rescoring_embedder(vault.engine) is None
    vault.wanted = _tiny(tmp_path, "tiny")
    vault.finish()
    assert vault.embeddings.rescoring_embedder(vault.engine) is None


def test_the_bundled_embedder_does_not_rescore(engine: SqliteEngine) -> None:
    vault = _with_prefix(engine)
    vault.configure()
    assert vault.engine.recalled("coming")
    assert vault.embeddings.rescoring_embedder(vault.engine) is None


def test_the_hits_of_a_sentence_encoder_are_not_rescored(vault: Vault, tmp_path: Path) -> None:
    vault.wanted = _tiny(tmp_path, "tiny")
    vault.finish()
    vault.configure(_tiny(tmp_path, "another"))
    assert vault.engine.recalled("coming")
    assert vault.embeddings.rescoring_embedder(vault.engine) is None


def test_a_model_that_has_changed_does_not_rescore(vault: Vault, tmp_path: Path) -> None:
    tiny = _tiny(tmp_path, "tiny")
    index = _half_changed(vault, tiny)
    TinyBert(seed=99).save(tmp_path / "tiny")
    assert vault.embeddings.rescoring_embedder(index) is None


def test_a_model_that_is_gone_does_not_rescore(vault: Vault, tmp_path: Path) -> None:
    index = _half_changed(vault, _tiny(tmp_path, "tiny"))
    shutil.rmtree(tmp_path / "tiny")
    assert vault.embeddings.rescoring_embedder(index) is None


def test_a_model_that_dowse_may_not_use_does_not_rescore(vault: Vault, tmp_path: Path) -> None:
    index = _half_changed(vault, _tiny(tmp_path, "tiny"))
    vault.embeddings.refusal = lambda _index, name: "" if name == "static" else "not confirmed"
    assert vault.embeddings.rescoring_embedder(index) is None


def test_another_model_behind_the_name_does_not_rescore(served: Vault, ollama: LocalServer) -> None:
    ollama.answer = _fails_after(FakeOllama(), 80, said({"error": "out of memory"}, status=500))
    served.wanted = _OLLAMA
    served.finish()
    assert 0 < served.engine.spaces().made < _MANY
    ollama.answer = FakeOllama(digest="another")
    later = Vault(served.engine, served.environment, _OLLAMA)
    embedder = later.embeddings.rescoring_embedder(later.engine)
    assert embedder is not None
    with pytest.raises(ModelError, match="is now another model on the server"):
        embedder.embed(["fox"], as_query=True)


# Rerankers


def test_a_reranker_that_comes_to_be_there_is_used_without_a_new_start(tmp_path: Path) -> None:
    embeddings = EmbeddingState({}, _STATIC)
    name = f"onnx:{tmp_path / 'judge'}"
    with pytest.raises(ModelError, match="there is no folder"):
        embeddings.scorer(name).score("fox", ["the quick fox"])
    TinyBert().save(tmp_path / "judge", gives="score")
    assert len(embeddings.scorer(name).score("fox", ["the quick fox"])) == 1
    assert embeddings.scorer(name) is embeddings.scorer(name)


# The form of the vectors


def _with_prefix(engine: SqliteEngine) -> Vault:
    """Five notes whose vectors have the form of an index without a form; the other form is wanted."""
    vault = Vault(engine)
    vault.embeddings.form = "prefix"
    _filled(vault, len(_WORDS), title="Bees")
    vault.embeddings.form = "blend"
    return vault


def _norms(vault: Vault) -> list[float]:
    (query,) = _STATIC.embed(["fox"])
    return [round(hit.score / cosine_of(hit), 2) for hit in vault.engine.nearest(query, MatchAll(), 9)]


def test_vectors_of_the_earlier_form_answer_until_those_of_the_wanted_form_are_complete(engine: SqliteEngine) -> None:
    vault = _with_prefix(engine)
    before = engine.recalled("fingerprint")
    vault.configure()
    assert (engine.recalled("fingerprint"), engine.spaces().made) == (before, 0)
    assert set(_norms(vault)) == {1.0}
    (remark,) = vault.embeddings.report(engine, wanted="static")
    assert "0 of 5 chunks embedded with static; searches use the earlier vectors" in remark
    assert vault.finish() == ()
    assert vault.embedded == len(_WORDS)
    assert all(norm < 0.99 for norm in _norms(vault))
    assert engine.recalled("coming") == ""


def test_the_form_of_the_vectors_may_be_changed_back(engine: SqliteEngine) -> None:
    vault = _with_prefix(engine)
    vault.finish()
    vault.embeddings.form = "prefix"
    assert vault.finish() == ()
    assert set(_norms(vault)) == {1.0}


def test_searches_continue_the_change_of_the_form_of_the_bundled_vectors(engine: SqliteEngine) -> None:
    vault = _with_prefix(engine)
    vault.configure()
    assert vault.embeddings.is_changing_soon(engine)
    done: list[int] = []
    vault.embeddings.embed_soon(engine, done.append, budget=TimeBudget(lambda: 0.0))
    assert (done, engine.recalled("coming")) == ([len(_WORDS)], "")
    assert not vault.embeddings.is_changing_soon(engine)
    assert all(norm < 0.99 for norm in _norms(vault))


def test_a_search_without_time_left_keeps_the_vectors_of_the_earlier_form(engine: SqliteEngine) -> None:
    vault = _with_prefix(engine)
    vault.configure()
    vault.embeddings.embed_soon(engine, lambda _: None, budget=TimeBudget(lambda: 1.0, 0.5))
    assert set(_norms(vault)) == {1.0}
    assert engine.recalled("coming")


def test_a_new_note_gets_a_vector_of_each_form_during_the_change(engine: SqliteEngine) -> None:
    vault = _with_prefix(engine)
    vault.configure()
    fill(engine, make("late.md", "the quick fox", title="Late"))
    space = engine.recalled("fingerprint")
    vault.embeddings.embed_soon(engine, lambda _: None, budget=TimeBudget(lambda: 0.0))
    assert engine.recalled("fingerprint") != space
    assert (list(engine.pending(9)), len(_norms(vault))) == ([], len(_WORDS) + 1)


def test_the_vectors_of_a_sentence_encoder_answer_during_a_change_of_the_form(
    engine: SqliteEngine, tmp_path: Path
) -> None:
    vault = _with_prefix(engine)
    vault.embeddings.form = "prefix"
    vault.wanted = _tiny(tmp_path, "tiny")
    vault.finish()
    vault.embeddings.form = "blend"
    meanwhile: list[str] = []
    assert vault.finish(lambda: meanwhile.append(vault.answers)) == ()
    assert set(meanwhile) == {vault.wanted}
    assert vault.embedded == len(_WORDS)
    assert engine.recalled("coming") == ""
