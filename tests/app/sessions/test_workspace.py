"""The vaults of a server: opened when they are wanted, and opened anew when what they stand on has changed."""

from __future__ import annotations

import gc
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dowse.app.location import silent
from dowse.app.sessions.workspace import Workspace, workspace_of
from dowse.engines.sqlite.file.index_files import FILE
from dowse.model.errors import VaultError
from dowse.search.execute import Request

pytestmark = pytest.mark.slow  # several vaults for each of them


def shelf(folder: Path, *names: str) -> Workspace:
    """Vaults with a note each."""
    for name in names:
        (folder / name).mkdir()
        (folder / name / "a.md").write_text(f"# {name}\n\nhoney\n")
    return workspace_of([folder / name for name in names])


def found(shelf: Workspace, name: str) -> list[str]:
    """The titles of what is found in the vault."""
    answer, _ = shelf.vault(name).search(Request("honey"))
    return [hit.head.title for hit in answer.hits]


def test_a_vault_stays_open(tmp_path: Path) -> None:
    vaults = shelf(tmp_path, "one")
    assert vaults.vault("one") is vaults.vault()


def test_vaults_share_one_embedder_with_the_bundled_vectors(tmp_path: Path) -> None:
    vaults = shelf(tmp_path, "one", "two")
    one, two = (vaults.vault(name).embeddings.static for name in ("one", "two"))
    assert one is two


def test_an_index_that_is_thrown_away_is_built_again(tmp_path: Path) -> None:
    vaults = shelf(tmp_path, "one")
    assert found(vaults, "one") == ["one"]
    shutil.rmtree(tmp_path / "one" / ".dowse")
    assert found(vaults, "one") == ["one"]
    assert (tmp_path / "one" / ".dowse" / FILE).exists()


def test_a_folder_that_is_gone_is_named_and_found_again_when_it_is_back(tmp_path: Path) -> None:
    vaults = shelf(tmp_path, "one")
    assert found(vaults, "one") == ["one"]
    (tmp_path / "one").rename(tmp_path / "away")
    with pytest.raises(VaultError, match=f"{tmp_path / 'one'} is missing"):
        vaults.vault("one")
    (tmp_path / "away").rename(tmp_path / "one")
    assert found(vaults, "one") == ["one"]


def test_at_most_three_are_open_and_the_one_asked_longest_ago_goes(tmp_path: Path) -> None:
    vaults = shelf(tmp_path, "a", "b", "c", "d")
    first = {name: vaults.vault(name) for name in ("a", "b", "c")}
    assert vaults.vault("a") is first["a"]
    vaults.vault("d")
    assert vaults.vault("a") is first["a"]
    assert vaults.vault("c") is first["c"]
    assert vaults.vault("b") is not first["b"]
    assert found(vaults, "b") == ["b"]


def test_an_unknown_vault_is_refused_with_the_near_miss(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="did you mean notes"):
        shelf(tmp_path, "notes", "work").vault("ntoes")


def test_a_vault_that_takes_long_to_open_keeps_no_other_waiting(tmp_path: Path) -> None:
    vaults = shelf(tmp_path, "slow", "quick")
    opened = vaults.vault("quick")
    with ThreadPoolExecutor(1) as pool, vaults._opening["slow"]:  # as held by a thread that opens it
        assert pool.submit(vaults.vault, "quick").result(timeout=10) is opened
        assert vaults.holds("quick")


def test_a_change_of_the_users_settings_opens_the_vault_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "config.toml").write_text("")
    monkeypatch.setenv("DOWSE_CONFIG", str(tmp_path / "config.toml"))
    vaults = shelf(tmp_path, "one")
    first = vaults.vault("one")
    (tmp_path / "config.toml").write_text("[search]\nlimit = 3\n")
    assert vaults.vault("one") is not first
    assert vaults.vault("one").settings.limit == 3


def test_opening_the_vaults_ahead_reports_the_repair_of_an_index(tmp_path: Path) -> None:
    vaults = shelf(tmp_path, "one", "two")
    assert found(vaults, "two") == ["two"]
    index = tmp_path / "two" / ".dowse" / FILE
    opened_again = workspace_of([tmp_path / "one", tmp_path / "two"])
    index.write_bytes(b"noise" * 1000)
    reported: list[str] = []
    opened_again.report = reported.append
    opened_again.warm(silent)
    assert reported == ["two: the index was damaged and is built again from the notes"]


# Several at once


def titles(shelf: Workspace, names: str) -> list[str]:
    """The titles of what is found in the vaults, in order."""
    answer, _ = shelf.searched(names).search(Request("honey", limit=50, mode="fulltext"))
    return sorted(hit.head.title for hit in answer.hits)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("", "a"),
        ("b", "b"),
        ("B", "b"),
        (" b ,", "b"),
        ("b,a", "b a"),
        ("b, c,b", "b c"),
        ("all", "a b c"),
        (" all,", "a b c"),
        ("c,ALL", "c a b"),
    ],
)
def test_vaults_are_meant_by_name_several_between_commas_and_all(tmp_path: Path, said: str, meant: str) -> None:
    vaults = shelf(tmp_path, "a", "b", "c")
    assert [place.name for place in vaults.selected(said)] == meant.split()
    assert titles(vaults, said) == sorted(meant.split())


def test_a_vault_may_be_called_all_or_have_a_comma(tmp_path: Path) -> None:
    vaults = shelf(tmp_path, "a", "all", "one, two")
    assert [place.name for place in vaults.selected("all")] == ["all"]
    assert [place.name for place in vaults.selected("one, two")] == ["one, two"]
    assert [place.name for place in vaults.selected("a,all")] == ["a", "all"]


@pytest.mark.parametrize("said", ["a,x", "x,all", ",", "a;b"])
def test_what_names_no_vault_is_refused(tmp_path: Path, said: str) -> None:
    with pytest.raises(VaultError, match="unknown vault"):
        shelf(tmp_path, "a", "b").selected(said)


def test_who_asks_one_of_all_vaults_for_files_is_told_that_it_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = tmp_path / "vaults.toml"
    known.write_text("[vaults]\n" + "".join(f"{name} = '{tmp_path / name}'\n" for name in ("here", "gone")))
    monkeypatch.setenv("DOWSE_VAULTS", str(known))
    (tmp_path / "here").mkdir()
    vaults = workspace_of((), ("all",))
    assert [place.is_optional for place in vaults.selected("gone")] == [False]
    assert [place.is_optional for place in vaults.selected("gone,here")] == [False, False]
    assert [place.is_optional for place in vaults.selected("all")] == [True, True]


def test_of_more_than_three_at_once_three_stay_open(tmp_path: Path) -> None:
    names = ["a", "b", "c", "d", "e"]
    vaults = shelf(tmp_path, *names)
    assert titles(vaults, "all") == names
    kept = {name: vaults.vault(name) for name in names if vaults.holds(name)}
    assert set(kept) == {"a", "b", "c"}
    assert titles(vaults, "all") == names
    assert all(vaults.vault(name) is vault for name, vault in kept.items())


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="open files can be listed on Linux only")
@pytest.mark.parametrize("turns", [["all"], ["a", "b", "c", "d", "e"]], ids=["together", "in turn"])
def test_the_files_of_those_that_were_let_go_of_are_closed_at_once(tmp_path: Path, turns: list[str]) -> None:
    vaults = shelf(tmp_path, "a", "b", "c", "d", "e")
    gc.disable()  # which looks for what nobody needs only now and then
    try:
        for _ in range(3):
            for names in turns:
                titles(vaults, names)
        paths = [str(path.readlink()) for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]
        assert len({path for path in paths if path.startswith(str(tmp_path)) and path.endswith(FILE)}) == 3
        assert len([path for path in paths if path.startswith(str(tmp_path))]) < 20
    finally:
        gc.enable()


def test_of_all_one_that_is_gone_is_left_out_and_said_but_not_one_that_is_named(tmp_path: Path) -> None:
    vaults = shelf(tmp_path, "a", "b")
    (tmp_path / "b").rename(tmp_path / "away")
    _, state = vaults.searched("all").search(Request("honey"))
    assert titles(vaults, "all") == ["a"]
    assert any("b was left out" in remark for remark in state.remarks)
    with pytest.raises(VaultError, match="is missing"):
        vaults.searched("a,b")
