"""Attributes of a component of Antora reach its pages, and a change reads these again and no others."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.indexing.antora_configuration import REMEMBERED

_FILES = {
    "antora-playbook.yml": "asciidoc:\n  attributes:\n    product: Boat\n    maker: Lee Yard\n",
    "docs/antora.yml": (
        "name: ferry\nasciidoc:\n  attributes:\n    product: Ferry\n    version: 1.10@\n    beta: false\n"
    ),
    "docs/modules/ROOT/pages/a.adoc": "= Install {product} {version}\n\n{page-component-name} {beta} {maker}\n",
    "docs/modules/ROOT/pages/b.adoc": ":version: 2\n= Remove {product} {version}\n",
    "other/c.adoc": "= The {product}\n",
    "note.md": "# The {product}\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[VaultSession]:
    """A component in a folder beside another one, indexed."""
    for path, text in _FILES.items():
        _save(tmp_path / path, text, at=1_000)
    with closing(open_session(tmp_path)) as session:
        session.sync()
        yield session


def _save(path: Path, text: str, *, at: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (at, at))


def _titles(vault: VaultSession) -> list[str]:
    """Those of the pages, by path."""
    heads = sorted(vault.engine.heads(vault.engine.known()).items())
    return [head.title for path, head in heads if not path.endswith(".yml")]


def test_pages_have_the_attributes_of_their_component_and_of_the_folders_around(vault: VaultSession) -> None:
    assert _titles(vault) == ["Install Ferry 1.10", "Remove Ferry 2", "The {product}", "The Boat"]
    page = "docs/modules/ROOT/pages/a.adoc"
    assert vault.engine.documents([page])[page].text.endswith("\nferry {beta} Lee Yard\n")


def test_a_changed_value_reads_the_documents_of_the_folder_again(vault: VaultSession) -> None:
    text = _FILES["docs/antora.yml"].replace("product: Ferry", "product: Ship")
    _save(vault.root / "docs/antora.yml", text, at=2_000)
    assert vault.sync().changed == 3
    assert _titles(vault) == ["Install Ship 1.10", "Remove Ship 2", "The {product}", "The Boat"]
    assert vault.sync().changed == 0


@pytest.mark.parametrize("stored", ["x\n[1", "x\n[1]", 'x\n{"docs": 5, "": {"product": 5}}', "x\n" + "[" * 100_000])
def test_an_index_with_other_values_is_no_error_and_is_put_right(vault: VaultSession, stored: str) -> None:
    """An index may come with the vault, so that anybody may have written it."""
    vault.engine.remember(REMEMBERED, stored)
    vault.sync()
    assert _titles(vault) == ["Install Ferry 1.10", "Remove Ferry 2", "The {product}", "The Boat"]


def test_without_the_file_the_names_stay_as_written(vault: VaultSession) -> None:
    for path in ("docs/antora.yml", "antora-playbook.yml"):
        (vault.root / path).unlink()
    vault.sync()
    assert _titles(vault)[:2] == ["Install {product} {version}", "Remove {product} 2"]


def test_a_saved_page_has_the_attributes_that_the_index_knows(vault: VaultSession) -> None:
    with closing(open_session(vault.root)) as other:
        page = "docs/modules/ROOT/pages/a.adoc"
        other.freshen()
        _save(vault.root / page, "= Update {product}\n", at=3_000)
        assert other.sync_files([page], patience=1.0) is not None
        assert _titles(other)[0] == "Update Ferry"


def test_a_file_that_is_no_yaml_states_nothing(vault: VaultSession) -> None:
    _save(vault.root / "docs/antora.yml", "asciidoc: [attributes: {", at=2_000)
    vault.sync()
    assert _titles(vault)[0] == "Install Boat {version}"


def test_pages_that_state_no_title_have_that_of_the_navigation_of_mkdocs(tmp_path: Path) -> None:
    pages = {"docs/trie.md": "## Definition\n\nA tree.\n", "docs/cost.md": "# Costs\n\nFees.\n", "trie.md": "A trie.\n"}
    nav = "nav:\n  - Prefix tree: trie.md\n  - Fees: cost.md\n"
    for path, text in {**pages, "mkdocs.yml": nav}.items():
        _save(tmp_path / path, text, at=1_000)
    with closing(open_session(tmp_path)) as session:
        session.sync()
        assert _titles(session) == ["Costs", "Prefix tree", "trie"]
        _save(tmp_path / "mkdocs.yml", nav.replace("Prefix tree", "Trie"), at=2_000)
        session.sync()
        assert _titles(session) == ["Costs", "Trie", "trie"]
        _save(tmp_path / "mkdocs.yml", nav.replace("Prefix tree", "字典树（Trie）"), at=2_500)
        session.sync()
        (head,) = session.engine.heads(["docs/trie.md"]).values()
        assert (head.title, head.aliases) == ("字典树（Trie）", ("字典树",))
        _save(tmp_path / "mkdocs.yml", "site_name: x\n", at=3_000)
        session.sync()
        assert _titles(session) == ["Costs", "trie", "trie"]
