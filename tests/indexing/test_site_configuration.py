"""The folders that a site generator publishes, as its configuration states them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.filesystem.walk import FoundPath
from dowse.formats.detect import parse_file
from dowse.graph.site_folders import SiteFolder
from dowse.indexing.antora_configuration import is_configuring
from dowse.indexing.site_configuration import REMEMBERED, configure_sites, known_sites, known_titles
from tests.contract.engines import fill

_PATHS = ("README.md", "docs/a.md", "docs/de/docs/b.md", "www/docs/c.md", "www/blog/d.md")


def _engine() -> MemoryEngine:
    engine = MemoryEngine()
    fill(engine, *(parse_file(path, b"# T", modified=0.0) for path in _PATHS))
    return engine


def _configured(root: Path, engine: MemoryEngine, files: Mapping[str, str]) -> None:
    found = []
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
        status = (root / path).stat()
        found.append(FoundPath(path, status.st_size, status.st_mtime_ns))
    configure_sites(root, found, engine)


def _marked(engine: MemoryEngine) -> list[str]:
    return sorted(path for path, stamp in engine.known().items() if stamp.mtime_ns < 0)


@pytest.mark.parametrize(
    ("path", "text", "site"),
    [
        ("mkdocs.yml", "site_name: x\n", SiteFolder("docs", "mkdocs")),
        ("docs/de/mkdocs.yml", "INHERIT: ../en/mkdocs.yml\n", SiteFolder("docs/de/docs", "mkdocs")),
        ("mkdocs.yaml", "docs_dir: 'Guide/x'  # here\n", SiteFolder("guide/x", "mkdocs")),
        ("mkdocs.yml", "docs_dir: ./src/\n", SiteFolder("src", "mkdocs")),
        ("support/mkdocs.yml", "docs_dir: ../doc\n", SiteFolder("doc", "mkdocs")),
        ("mkdocs.yml", "docs_dir: .docs\n", SiteFolder(".docs", "mkdocs")),
        ("support/mkdocs.yml", "docs_dir: ..\n", SiteFolder("", "mkdocs")),
        ("mkdocs.yml", f"docs_dir: {' ' * 100_000}src\n", SiteFolder("src", "mkdocs")),
        ("www/docusaurus.config.ts", "", SiteFolder("www", "docusaurus")),
        ("docusaurus.config.js", "", SiteFolder("", "docusaurus")),
        ("astro.config.mjs", "integrations: [starlight({})]", SiteFolder("src/content/docs", "starlight")),
        ("Web/astro.config.ts", "starlight()", SiteFolder("web/src/content/docs", "starlight")),
    ],
)
def test_the_folder_of_a_site_is_stated_by_its_configuration(
    tmp_path: Path, path: str, text: str, site: SiteFolder
) -> None:
    _configured(tmp_path, engine := _engine(), {path: text})
    assert known_sites(engine) == (site,)


@pytest.mark.parametrize("plugin", ["- roamlinks", "  - 'ezlinks':\n      warn: true", "  obsidian-bridge: {}\r"])
def test_a_site_with_a_plugin_that_looks_for_names_is_resolved_as_notes_are(tmp_path: Path, plugin: str) -> None:
    _configured(tmp_path, engine := _engine(), {"mkdocs.yml": f"plugins:\n  - search\n{plugin}\n"})
    assert known_sites(engine) == ()


def test_a_site_of_astro_without_starlight_is_resolved_as_notes_are(tmp_path: Path) -> None:
    _configured(tmp_path, engine := _engine(), {"astro.config.mjs": "export default defineConfig({})"})
    assert known_sites(engine) == ()


def test_a_folder_outside_of_the_vault_is_no_site(tmp_path: Path) -> None:
    _configured(tmp_path, engine := _engine(), {"mkdocs.yml": "docs_dir: ../docs", "x/mkdocs.yml": "docs_dir: ../.."})
    assert known_sites(engine) == ()


_CONFIGURED = SiteFolder("www", "docusaurus")
_RELEASE = _CONFIGURED._replace(released="www/versioned_docs/version-2.x")


@pytest.mark.parametrize(
    ("text", "versions", "site"),
    [
        ("", '["2.X", "1.x"]', _RELEASE),
        ("lastVersion: '2.x',", '["3.x", "2.x"]', _RELEASE),
        ("const lastVersion = versions[0]", '["2.x"]', _RELEASE),
        ("lastVersion: 'current',", '["2.x"]', _CONFIGURED),
        ("lastVersion: '4.x',", '["2.x"]', _CONFIGURED),
        ("", '["current", "2.x"]', _CONFIGURED),
        ("", "[", _CONFIGURED),
        ("", '{"a": 1}', _CONFIGURED),
    ],
)
def test_a_site_of_docusaurus_has_the_released_version_that_its_files_state(
    tmp_path: Path, text: str, versions: str, site: SiteFolder
) -> None:
    files = {"www/docusaurus.config.ts": text, "www/versions.json": versions}
    _configured(tmp_path, engine := _engine(), files)
    assert known_sites(engine) == (site,)


def test_a_site_of_docusaurus_may_have_documents_in_another_folder(tmp_path: Path) -> None:
    paths = ("../docs", "../Docs/de/", "../../out", "../", "./own")
    text = "".join(f"path: '{path}',\n" for path in paths)
    _configured(tmp_path, engine := _engine(), {"www/docusaurus.config.ts": text})
    outside = [SiteFolder(folder, "docusaurus", outside_of="www") for folder in ("docs", "docs/de")]
    assert known_sites(engine) == (_CONFIGURED, *outside)


@pytest.mark.parametrize("folder", ["", "docs", "docs/de"])
def test_a_vault_of_obsidian_that_is_published_too_is_no_site(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder / ".obsidian").mkdir(parents=True)
    _configured(tmp_path, engine := _engine(), {"docs/de/mkdocs.yml": "", "www/docusaurus.config.ts": ""})
    assert known_sites(engine) == (() if not folder else (SiteFolder("www", "docusaurus"),))


def test_a_change_of_a_site_marks_its_documents_and_no_others(tmp_path: Path) -> None:
    engine = _engine()
    _configured(tmp_path, engine, {"www/docusaurus.config.ts": ""})
    assert _marked(engine) == ["www/blog/d.md", "www/docs/c.md"]
    _configured(tmp_path, engine, {"www/docusaurus.config.ts": "x", "notes/mkdocs.txt": ""})
    assert _marked(engine) == ["www/blog/d.md", "www/docs/c.md"]
    _configured(tmp_path, engine, {"www/docusaurus.config.ts": "x", "mkdocs.yml": "docs_dir: docs/de"})
    assert _marked(engine) == ["docs/de/docs/b.md", "www/blog/d.md", "www/docs/c.md"]
    _configured(tmp_path, engine, {})
    assert (known_sites(engine), engine.recalled(REMEMBERED)) == ((), "")


def test_a_change_of_the_navigation_marks_the_pages_with_another_title_and_no_others(tmp_path: Path) -> None:
    engine, nav = _engine(), "docs_dir: www\nnav:\n  - Boats: docs/c.md\n  - Fees: blog/d.md\n"
    _configured(tmp_path, engine, {"mkdocs.yml": nav})
    assert known_titles(engine) == {"www/docs/c.md": "Boats", "www/blog/d.md": "Fees"}
    other = _engine()
    other.remember(REMEMBERED, engine.recalled(REMEMBERED))
    _configured(tmp_path, other, {"mkdocs.yml": nav.replace("Fees", "Rates")})
    assert (_marked(other), known_titles(other)["www/blog/d.md"]) == (["www/blog/d.md"], "Rates")
    before = other.recalled(REMEMBERED)
    _configured(tmp_path, other, {"mkdocs.yml": nav.replace("Fees", "Rates") + "theme: dark\n"})
    assert (_marked(other), other.recalled(REMEMBERED)) == (["www/blog/d.md"], before)


@pytest.mark.parametrize("fact", ["x", "[]", '{"titles": 1}', '{"titles": {"a.md": 1}}', "[" * 100_000])
def test_a_stored_fact_of_another_form_has_no_titles(fact: str) -> None:
    engine = _engine()
    engine.remember(REMEMBERED, fact)
    assert known_titles(engine) == {}


@pytest.mark.parametrize("fact", ["x", "[]", '{"sites": 1}', '{"sites": [["docs", "else"]]}', "[" * 100_000])
def test_a_stored_fact_of_another_form_is_no_site(fact: str) -> None:
    engine = _engine()
    engine.remember(REMEMBERED, fact)
    assert known_sites(engine) == ()


@pytest.mark.parametrize("path", ["www/versions.json", "docusaurus.config.ts", "www/mkdocs.yml"])
def test_a_change_of_a_file_that_configures_a_site_is_looked_at(path: str) -> None:
    assert is_configuring(path)
