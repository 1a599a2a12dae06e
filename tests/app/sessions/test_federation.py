"""Several vaults on disk, searched as one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from dowse.app.location import VaultLocation
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.federation import MAX_FEDERATED_VAULTS, FederatedVault, SearchableVault, opened
from dowse.app.sessions.vault_session import open_session
from dowse.filesystem import scan_cache
from dowse.model.errors import VaultError
from dowse.model.search_mode import Mode
from dowse.search.execute import Request
from tests.embedders.local_server import LocalServer, Reply
from tests.embedders.model_servers import FakeOllama
from tests.making_files import settle
from tests.tiny_bert import TinyBert

pytestmark = pytest.mark.slow  # several vaults for each of them

_FILES: Mapping[str, str] = {
    "bee.md": "---\ntags: [garden]\n---\n# Bee\n\nHoney is made in the [[hive]], near the carbon fox.\n",
    "hive.md": "# Hive\n\nWax and honey. [[comb]]\n",
    "comb.md": "# Comb\n\nSix sides. [[bee]]\n",
    "deep/Tea.md": "---\nparent: '[[Kitchen]]'\ntags: [garden, drink]\n---\n# Tea\n\nLeaves and honey.\n",
    "deep/Kitchen.md": "# Kitchen\n\nWater for [[Tea]] and [[Bread]].\n",
    "deep/Bread.md": "---\nparent: '[[Kitchen]]'\nstatus: inactive\n---\n# Bread\n\nFlour, honey and water.\n",
}
_LEFT, _RIGHT = "left", "my: right"  # a name may have a colon and a blank
_SPLIT = {_LEFT: ("bee.md", "hive.md", "comb.md"), _RIGHT: ("deep/Tea.md", "deep/Kitchen.md", "deep/Bread.md")}


@pytest.fixture(autouse=True)
def _nothing_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    monkeypatch.setenv("DOWSE_CONFIG", "/dev/null")
    monkeypatch.setenv("DOWSE_VAULTS", str(tmp_path / "vaults.toml"))
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 0.0)  # every search looks at the tree, however little time went by


@pytest.fixture
def places(tmp_path: Path) -> tuple[VaultLocation, ...]:
    """The files in two vaults, and in one."""
    split = [_laid_out(tmp_path / f"vault {n}", paths) for n, paths in enumerate(_SPLIT.values())]
    both = tuple(VaultLocation(root, registered=name) for name, root in zip(_SPLIT, split, strict=True))
    return (*both, VaultLocation(_laid_out(tmp_path / "whole", tuple(_FILES)), registered="whole"))


def _laid_out(root: Path, paths: tuple[str, ...]) -> Path:
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_FILES[path], "utf-8")
    settle(root)
    return root


def test_a_missing_heading_has_the_links_of_each_vault_that_has_such_a_name(tmp_path: Path) -> None:
    places = []
    for name, texts in {"a": {"use.md": "[[use#Gap]]", "b.md": "[[use#Gap]]"}, "b": {"c.md": "[[use#Gap]]"}}.items():
        (tmp_path / name).mkdir()
        for path, text in texts.items():
            (tmp_path / name / path).write_text(text, "utf-8")
        places.append(VaultLocation(tmp_path / name, registered=name))
    with _asked(*places) as both:
        assert sorted(_hits(both, "links:use#Gap")) == ["a:b.md", "a:use.md", "b:c.md"]
        assert sorted(_hits(both, "links:a:use#Gap")) == ["a:b.md", "a:use.md"]


@pytest.mark.parametrize(
    ("query", "first", "notes"),
    [
        ("src/boat.py:2", "a:src/boat.py", []),
        ("boat.py:9", "a:boat.py", ["a:boat.py has 2 lines and a:src/boat.py has 2 lines"]),
        ("/home/me/src/buoy.py:2 boat", "b:src/buoy.py", []),
        ("src/sail.py:2 boat", "", ["no document has the path 'src/sail.py'"]),
    ],
)
def test_a_place_is_that_of_the_vault_that_has_the_file(
    query: str, first: str, notes: list[str], tmp_path: Path
) -> None:
    texts = {
        "a/boat.py": "x = 1\n1\n",
        "a/src/boat.py": "def b():\n    return 1\n",
        "b/src/buoy.py": "def f():\n    return boat\n",
    }
    for path, text in texts.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    with _asked(*(VaultLocation(tmp_path / name, registered=name) for name in "ab")) as both:
        answer, _ = both.search(Request(query))
        assert [note.hint for note in answer.notes] == notes
        assert not first or answer.hits[0].ref.doc == first
        assert bool(first) == any(reason.source == "pin" for reason in answer.hits[0].why)


def test_the_name_of_a_file_that_is_not_read_names_its_vault(tmp_path: Path) -> None:
    places = []
    for name in ("a", "b"):
        (tmp_path / name / "img").mkdir(parents=True)
        (tmp_path / name / f"{name}.md").write_text("text", "utf-8")
        places.append(VaultLocation(tmp_path / name, registered=name))
    (tmp_path / "b" / "img" / "p1.png").write_bytes(b"png")
    said = "dowse knows the file b:img/p1.png by path alone; kind:file p1.png finds it in a search of that vault alone"
    with _asked(*places) as both:
        assert said in [note.hint for note in search(both, SearchRequest("p1.png")).notes]
        found = search(both, SearchRequest("kind:file p1.png"))
        assert "found in a search of one vault" in found.notes[0].hint
        assert found.profile == "default"


@contextmanager
def _asked(*places: VaultLocation) -> Iterator[SearchableVault]:
    with closing(opened(places)) as vault:
        yield vault


def _hits(vault: SearchableVault, query: str, *, limit: int = 50, mode: Mode = "hybrid") -> list[str]:
    answer, _ = vault.search(Request(query, limit=limit, mode=mode))
    return [hit.head.path for hit in answer.hits]


def _said(vault: SearchableVault, query: str, *, mode: Mode = "hybrid") -> list[str]:
    answer, state = vault.search(Request(query, mode=mode))
    return [*(note.hint for note in answer.notes), *state.remarks]


def _as_one(address: str) -> str:
    return next(address.removeprefix(f"{name}:") for name in _SPLIT if address.startswith(f"{name}:"))


@pytest.mark.parametrize(
    "query",
    [
        "tag:garden",
        "honey #drink",
        "path:deep",
        "NOT tag:garden",
        "+honey",
        '"leaves and honey"',
        "archived:yes tag:garden OR status:inactive",
        "under:Kitchen",
        "under:Kitchen archived:yes",
        "children:Kitchen",
        "links:bee",
        "linked:hive",
        "related:bee",
        "related:deep/Kitchen.md",
    ],
)
def test_two_vaults_have_the_hits_that_one_of_all_their_documents_has(
    query: str, places: tuple[VaultLocation, ...]
) -> None:
    with _asked(*places[:2]) as both, _asked(places[2]) as whole:
        wanted = set(_hits(whole, query))
        assert wanted, "the query selects something"
        assert set(map(_as_one, _hits(both, query))) == wanted


def test_the_name_of_a_vault_narrows_to_it_and_the_others_are_the_rest(places: tuple[VaultLocation, ...]) -> None:
    with _asked(*places[:2]) as both:
        every, right = set(_hits(both, "+honey")), set(_hits(both, '+honey in:"MY: right"'))
        assert right == {path for path in every if path.startswith("my: right:")} != set()
        assert set(_hits(both, '+honey NOT in:"my: right"')) == every - right
        assert "in: the searched vaults are 'left', 'my: right'" in _said(both, "honey in:centre")


def test_a_path_may_begin_with_the_name_of_its_vault(places: tuple[VaultLocation, ...]) -> None:
    with _asked(*places[:2]) as both:
        assert _hits(both, 'path:"my: right:deep/Tea.md"') == ["my: right:deep/Tea.md"]
        assert _hits(both, "path:left:deep") == []


@pytest.mark.parametrize("name", ["hive.md", "left:hive.md", "Hive", "hive", "left:Hive", "left:hive"])
def test_a_document_is_named_with_its_vault_or_without(name: str, places: tuple[VaultLocation, ...]) -> None:
    with _asked(*places[:2]) as both:
        assert set(_hits(both, f'links:"{name}"')) == {"left:bee.md"}


def test_a_path_without_its_vault_is_the_document_of_that_path(places: tuple[VaultLocation, ...]) -> None:
    """The end of a path is compared by folders, and the first folder has the vault's name before it."""
    with _asked(*places[:2]) as both:
        assert set(_hits(both, "links:deep/Tea.md")) == {"my: right:deep/Kitchen.md"}
        assert set(_hits(both, "links:deep/tea")) == {"my: right:deep/Kitchen.md"}


def test_a_vault_goes_before_any_name_in_it(places: tuple[VaultLocation, ...]) -> None:
    with _asked(*places[:2]) as both:
        assert set(_hits(both, 'links:"my: right:Tea"')) == {"my: right:deep/Kitchen.md"}
        assert set(_hits(both, 'children:"my: right:kitchen"')) == {"my: right:deep/Tea.md"}
        assert not _hits(both, 'links:"left:Tea"')
        assert "no document has the name 'left:Tea'" in str(_said(both, 'links:"left:Tea"'))


def test_an_absolute_path_names_a_document_of_its_vault(places: tuple[VaultLocation, ...]) -> None:
    left, right, whole = (place.root for place in places)
    with _asked(*places[:2]) as both:
        assert set(_hits(both, f'links:"{left}/hive.md"')) == {"left:bee.md"}
        assert set(_hits(both, f'path:"{right}/deep/Tea.md"')) == {"my: right:deep/Tea.md"}
        assert set(_hits(both, f'path:"{left}"')) == {f"left:{path}" for path in _SPLIT[_LEFT]}
        assert _hits(both, f'like:"{left}/bee.md"') == _hits(both, "like:left:bee.md")
    with _asked(places[2]) as one:
        assert set(_hits(one, f'path:"{whole}/deep" tag:drink')) == {"deep/Tea.md"}
        assert _hits(one, f'like:"{whole}/bee.md"') == _hits(one, "like:bee.md")
        assert len(_hits(one, f'path:"{whole}/"')) == 5
        assert not _hits(one, f'like:"{left}/bee.md"')


def test_what_is_like_a_document_is_found_in_the_other_vault_too(places: tuple[VaultLocation, ...]) -> None:
    with _asked(*places[:2]) as both:
        found = _hits(both, "like:bee")
        assert "left:bee.md" not in found
        assert "my: right:deep/Tea.md" in found


def test_communities_stay_in_their_vaults(places: tuple[VaultLocation, ...]) -> None:
    with _asked(*places[:2]) as both:
        answer, _ = both.search(Request("communities: archived:yes"))
        members = [set(each.members) for each in answer.communities]
    assert {f"left:{path}" for path in _SPLIT[_LEFT]} in members
    assert all(len({_as_one(path) in _SPLIT[_LEFT] for path in each}) == 1 for each in members)


def test_the_limit_is_of_all_together_and_the_best_are_kept(places: tuple[VaultLocation, ...]) -> None:
    with _asked(*places[:2]) as both:
        every = _hits(both, "honey")
        assert len({path.split(":")[0] for path in every}) == 2
        assert _hits(both, "honey", limit=1) == every[:1]


def test_a_tag_that_nobody_has_is_compared_with_those_of_all(places: tuple[VaultLocation, ...]) -> None:
    with _asked(*places[:2]) as both:
        assert "no tag #drnk; did you mean #drink?" in _said(both, "tag:drnk")


def test_files_that_changed_in_any_vault_are_read_first(places: tuple[VaultLocation, ...]) -> None:
    with _asked(*places[:2]) as both:
        both.search(Request("honey"))
        (places[1].root / "new.md").write_text("# Quince\n", "utf-8")
        answer, state = both.search(Request("+quince"))
        assert (state.state, state.changed) == ("healed", 1)
        assert [hit.head.path for hit in answer.hits] == ["my: right:new.md"]


# Passages that are alike


def test_a_hit_whose_change_a_watcher_has_not_noticed_yet_is_shown_as_saved(
    places: tuple[VaultLocation, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with _asked(*places[:2]) as both:
        _hits(both, "honey")
        monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)
        assert isinstance(both, FederatedVault)
        for vault in both.vaults.values():
            vault.scan_cache.is_of_server = vault.scan_cache.is_watched = True
        answer, state = both.search(Request("leaves", mode="fulltext"))
        assert (len(answer.hits), state.state) == (1, "fresh")
        (places[1].root / "deep/Tea.md").write_text("# Tea\n\nMint.\n", "utf-8")
        (places[0].root / "hive.md").write_text("# Hive\n\nPollen.\n", "utf-8")
        answer, state = both.search(Request("leaves", mode="fulltext"))
        assert (answer.hits, state.state) == ((), "healed")
        answer, state = both.search(Request("pollen", mode="fulltext"))
        assert (answer.hits, state.state) == ((), "fresh")  # no hit is compared, and nobody has reported the change
        for vault in both.vaults.values():
            vault.scan_cache._ended = float("-inf")
        answer, state = both.search(Request("pollen", mode="fulltext"))
        assert (len(answer.hits), state.state) == (1, "healed")


def test_passages_are_compared_in_each_vault_when_a_query_asks_for_what_is_related(tmp_path: Path) -> None:
    texts = {
        "one": "The carbon tax of the market is high.",
        "two": "The carbon tax of the market is low.",
        "x": "Bread.",
    }
    places = []
    for vault in ("left", "right"):
        (tmp_path / vault).mkdir()
        for name, text in texts.items():
            (tmp_path / vault / f"{name}.md").write_text(f"# {name}\n\n{text}\n")
        places.append(VaultLocation(tmp_path / vault, registered=vault))
    with _asked(*places) as both:
        assert _hits(both, "related:left:one.md") == ["left:two.md"]
        assert _hits(both, "related:right:two.md") == ["right:one.md"]


# Embedders


def test_vectors_of_two_embedders_are_never_compared(places: tuple[VaultLocation, ...], tmp_path: Path) -> None:
    """The query is embedded by each; what is like a document is found by meaning in the vaults of its embedder only."""
    tiny = TinyBert().save(tmp_path / "tiny")
    with _with_model(places[:2], tiny) as both:
        assert [vault.status().embedder for vault in both.vaults.values()] == ["static", f"onnx:{tiny}"]
        own = {name: _measured(vault) for name, vault in both.vaults.items()}
        assert _measured(both) == {f"{name}:{path}": cosine for name in own for path, cosine in own[name].items()}
        assert len(own[_RIGHT]) == 2
        assert {path.split(":")[0] for path in _hits(both, "like:bee", mode="vector")} == {"left"}


def test_a_model_that_is_gone_is_told_with_the_vault_that_wants_it(
    places: tuple[VaultLocation, ...], tmp_path: Path
) -> None:
    tiny = TinyBert().save(tmp_path / "tiny")
    with _with_model(places[:2], tiny):
        shutil.rmtree(tiny)
    with _with_model(places[:2], tiny, is_indexed=True) as both:
        said = _said(both, "honey")
        assert any(each.startswith(f"my: right: there is no folder {tiny}") for each in said)
        assert {"left:bee.md", "my: right:deep/Tea.md"} <= set(_hits(both, "honey"))


def test_the_vaults_of_a_server_that_is_down_are_found_by_words_and_named(
    places: tuple[VaultLocation, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with LocalServer(FakeOllama()) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        with _with_model(places[:2], "ollama:nomic-embed-text") as both:
            assert not any("left out" in each for each in _said(both, "honey"))
            assert {name for name in _SPLIT for path in _measured(both) if path.startswith(name)} == set(_SPLIT)
            server.answer = lambda _: Reply(503)
            down = f"semantic search was left out in my: right: Ollama at {server.url} answered 503"
            assert any(each.startswith(down) for each in _said(both, "honey"))
            assert {path.split(":")[0] for path in _measured(both)} == {"left"}
            assert {"left:bee.md", "my: right:deep/Tea.md"} <= set(_hits(both, "honey"))
    with _with_model(places[:2], "ollama:nomic-embed-text", is_indexed=True) as both:  # which nobody has asked yet
        down = f"semantic search was left out in my: right: Ollama at {server.url} does not answer"
        assert any(each.startswith(down) for each in _said(both, "honey"))
        assert {"left:bee.md", "my: right:deep/Tea.md"} <= set(_hits(both, "honey"))


@contextmanager
def _with_model(
    places: Sequence[VaultLocation], model: Path | str, *, is_indexed: bool = False
) -> Iterator[FederatedVault]:
    """The first as it is, the others embedded by the model: one of a server, or that in a folder."""
    embedder = model if isinstance(model, str) else f"onnx:{model}"
    first, *others = places
    vaults = {first.name: open_session(first.root)}
    vaults |= {each.name: open_session(each.root, embedder=embedder) for each in others}
    with closing(FederatedVault(vaults, {each.name: each.root for each in places})) as together:
        for vault in () if is_indexed else vaults.values():
            vault.sync()
        yield together


def _measured(vault: SearchableVault) -> dict[str, float]:
    """The cosine of each hit with the query."""
    answer, _ = vault.search(Request("carbon fox honey", limit=50, mode="vector"))
    return {hit.head.path: round(each.value, 4) for hit in answer.hits for each in hit.why if each.source == "semantic"}


# Vaults inside each other


def test_a_file_of_two_vaults_is_one_hit_of_the_inner_vault(tmp_path: Path) -> None:
    outer = VaultLocation(_laid_out(tmp_path / "whole", tuple(_FILES)), registered="outer")
    (tmp_path / "whole/deep/dowse.toml").write_text('[ignore]\npatterns = ["Kitchen.md"]\n', "utf-8")
    inner = VaultLocation(tmp_path / "whole/deep", registered="inner")
    with _asked(outer, inner) as both:
        assert sorted(_hits(both, "+honey")) == ["inner:Tea.md", "outer:bee.md", "outer:hive.md"]
        assert _hits(both, "+water") == ["outer:deep/Kitchen.md"]  # which the inner vault leaves out
        assert "outer:deep/Tea.md" not in _hits(both, "Tea")  # by its name
        answer, state = both.search(Request("path:deep/", limit=50))
        assert answer.total == 1
        assert "inner is the folder deep of outer; the files of both are hits of inner" in state.remarks
    with _asked(inner, outer) as both:
        assert sorted(_hits(both, "+honey")) == ["inner:Tea.md", "outer:bee.md", "outer:hive.md"]


# Vaults that cannot be asked


def test_a_vault_that_all_stands_for_is_left_out_when_it_is_gone(
    places: tuple[VaultLocation, ...], tmp_path: Path
) -> None:
    gone = VaultLocation(tmp_path / "gone", registered="gone", is_optional=True)
    with _asked(places[0], gone) as vault:
        assert {"left:bee.md", "left:hive.md"} <= set(_hits(vault, "honey"))
        assert any("gone was left out" in said for said in _said(vault, "honey"))
    assert not gone.root.exists()


def test_no_index_is_begun_in_an_empty_mount_point(places: tuple[VaultLocation, ...], tmp_path: Path) -> None:
    """A folder with an index in it is not empty any more, and nobody would be told that the disk is missing."""
    empty = VaultLocation(tmp_path / "mount", registered="mount", is_optional=True)
    empty.root.mkdir()
    with _asked(places[0], empty) as vault:
        assert any("connect its disk" in said for said in _said(vault, "honey"))
    assert list(empty.root.iterdir()) == []


def test_a_vault_that_was_named_is_not_left_out(places: tuple[VaultLocation, ...], tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="gone"):
        opened([places[0], VaultLocation(tmp_path / "gone", registered="gone")])


def test_when_none_is_left_each_is_told(tmp_path: Path) -> None:
    gone = [VaultLocation(tmp_path / name, registered=name, is_optional=True) for name in ("one", "two")]
    with pytest.raises(VaultError, match=r"(?s)one was left out.*two was left out"):
        opened(gone)


def test_too_many_vaults_are_told_before_any_is_opened(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match=f"cannot search {MAX_FEDERATED_VAULTS + 1} vaults at once"):
        opened([VaultLocation(tmp_path / str(n)) for n in range(MAX_FEDERATED_VAULTS + 1)])
