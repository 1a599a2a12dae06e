"""The roots of sites in the settings of a vault, from the file to its links."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.links import LinksRequest, list_links
from dowse.app.sessions.vault_session import open_session
from dowse.filesystem import scan_cache
from dowse.model.errors import SettingsError


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault whose pages do not show which folder is published."""
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 0.0)  # every request looks at the files
    for path, text in {"a.md": "[x](/docs/pods/)\n", "content/pods.md": "Pods.\n"}.items():
        file = tmp_path / "site" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return tmp_path / "site"


def _rules(site: Path) -> Mapping[str, str]:
    with closing(open_session(site)) as vault:
        return {each.target: each.rule for each in list_links(vault, LinksRequest()).links}


def test_a_root_in_the_settings_resolves_links_of_an_index_that_exists(site: Path) -> None:
    assert _rules(site) == {"/docs/pods/": ""}
    (site / "dowse.toml").write_text('[links]\nroots = {"/docs" = "content"}\n', "utf-8")
    assert _rules(site) == {"content/pods.md": "root"}


def test_a_root_that_is_removed_from_the_settings_resolves_no_link(site: Path) -> None:
    (site / "dowse.toml").write_text('[links]\nroots = {"/docs" = "content"}\n', "utf-8")
    assert _rules(site) == {"content/pods.md": "root"}
    (site / "dowse.toml").unlink()
    assert _rules(site) == {"/docs/pods/": ""}


def test_a_root_outside_of_the_vault_is_an_error(site: Path) -> None:
    (site / "dowse.toml").write_text('[links]\nroots = {"/docs" = "../other"}\n', "utf-8")
    with pytest.raises(SettingsError, match="must be a folder inside the vault"):
        open_session(site)


def test_a_path_in_a_site_of_mkdocs_means_no_file_elsewhere_once_its_configuration_is_there(site: Path) -> None:
    for path, text in {"docs/a/one.md": "[t](two.md)\n", "docs/b/two.md": "Two.\n", "a.md": ""}.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, "utf-8")
    assert _rules(site) == {"docs/b/two.md": "name"}
    (site / "mkdocs.yml").write_text("site_name: x\n", "utf-8")
    assert _rules(site) == {"two.md": ""}
    with closing(open_session(site)) as vault:
        (link,) = list_links(vault, LinksRequest()).links
    assert link.hint == "no such note; did you mean docs/b/two.md?"
    (site / "mkdocs.yml").unlink()
    assert _rules(site) == {"docs/b/two.md": "name"}


def test_a_site_of_docusaurus_is_known_by_a_configuration_that_is_source_code(site: Path) -> None:
    for path, text in {"docs/one.md": "[t](two.md)\n", "x/two.md": "Two.\n", "a.md": ""}.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, "utf-8")
    (site / "docusaurus.config.ts").write_text("export default {}\n", "utf-8")
    assert _rules(site) == {"two.md": ""}
