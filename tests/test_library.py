"""What `import dowse` offers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import dowse
from tests.formats.pdf.making_pdf import pdf


@pytest.mark.parametrize("name", dowse.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(dowse, name) is not None


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = dowse.nothing


def test_importing_dowse_imports_neither_numpy_nor_sqlite() -> None:
    program = "import sys, dowse; sys.exit('numpy' in sys.modules or 'apsw' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder with two notes."""
    (tmp_path / "tax.md").write_text("# Carbon tax\n\nSee [[bread]] and [[nothing]].\n", "utf-8")
    (tmp_path / "bread.md").write_text("# Rye bread\n", "utf-8")
    return tmp_path


def test_a_vault_can_be_searched_from_python(notes: Path) -> None:
    with dowse.open_vault(notes) as vault:
        result = vault.search("carbon", limit=1)
    assert [(hit.path, hit.title, hit.line) for hit in result.hits] == [("tax.md", "Carbon tax", 1)]
    assert result.index.state == "healed"
    assert result.to_dict()["query"] == "carbon"


def test_hits_and_links_of_a_canvas_have_lines_of_the_text_that_get_prints(notes: Path) -> None:
    card = '{"type": "text", "text": "Ferries\\n[[bread]] zebra", "y": 1}'
    group = '{"type": "group", "label": "Harbour"}'
    (notes / "board.canvas").write_text(f'{{"nodes": [{card}, {group}]}}', "utf-8")
    with dowse.open_vault(notes) as vault:
        hit = vault.search("zebra", limit=1).hits[0]
        lines = vault.get("board.canvas").text.split("\n")
        again = vault.search("zebra")
    assert (hit.ref, lines[hit.line - 1]) == ("board.canvas#ferries", "[[bread]] zebra")
    assert again.index.state == "fresh"


def test_a_hit_in_a_pdf_names_its_page(notes: Path) -> None:
    (notes / "report.pdf").write_bytes(pdf("Ferry timetable", "Zebra crossing " * 8))
    with dowse.open_vault(notes) as vault:
        hit = vault.search("zebra", limit=1).hits[0]
        page = vault.get("report.pdf#p2").text
    assert (hit.ref, hit.kind) == ("report.pdf#p2", "doc")
    assert page.startswith("Zebra crossing")


_WITHOUT_PYPDF = "import sys; sys.modules['pypdf'] = None; import dowse"


@pytest.mark.slow
def test_without_the_extra_the_status_names_it_once_for_all_pdfs(notes: Path) -> None:
    for name in ("a.pdf", "b.PDF"):
        (notes / name).write_bytes(pdf("zebra"))
    program = f"{_WITHOUT_PYPDF}\nwith dowse.open_vault({str(notes)!r}) as v: v.index(); print(v.status().remarks)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "2 PDFs are not indexed; `pip install 'dowse[pdf]'` adds the text\n"


def test_archived_documents_are_hits_with_the_option(notes: Path) -> None:
    (notes / "old.md").write_text("---\narchived: true\n---\n# Carbon price\n", "utf-8")
    with dowse.open_vault(notes) as vault:
        found = [{hit.path for hit in vault.search("+carbon", archived=given).hits} for given in (False, True)]
    assert found == [{"tax.md"}, {"tax.md", "old.md"}]


def test_a_type_option_replaces_the_types_of_the_profile(notes: Path) -> None:
    (notes / "day.md").write_text("---\ntype: daily\n---\nThe carbon tax rose.\n", "utf-8")
    with dowse.open_vault(notes) as vault:
        result = vault.search("carbon", profile="balanced", type="daily")
    assert [hit.path for hit in result.hits] == ["day.md"]


def test_a_result_says_the_same_as_the_command(notes: Path) -> None:
    with dowse.open_vault(notes) as vault:
        ours = vault.search("carbon", explain=True).to_dict()
    command = [sys.executable, "-m", "dowse", "search", "carbon", str(notes), "--json", "--explain"]
    theirs = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert ours.keys() == theirs.keys()
    assert [hit["ref"] for hit in ours["hits"]] == [hit["ref"] for hit in theirs["hits"]]  # type: ignore[union-attr,index,call-overload]


def test_every_method_of_a_vault_gives_a_value(notes: Path) -> None:
    with dowse.open_vault(notes) as vault:
        assert vault.index().documents == 2
        assert {file.path for file in vault.find("*.md")} == {"bread.md", "tax.md"}
        assert vault.get("Carbon tax", links=True).to_dict()["links"]
        assert [each.path for each in vault.related("Carbon tax", via=["references"]).related] == ["bread.md"]
        assert [each.target for each in vault.links(states=["broken"]).links] == ["nothing"]
        assert vault.why_not("bread.md", "+carbon -bread").rank is None
        assert vault.status().documents == 2
        assert vault.communities().to_dict()["total"] == 1
        assert vault.pagerank(limit=1).documents[0].path == "bread.md"
        assert vault.facets().ext == ("md",)


_INVALID: tuple[tuple[str, tuple[object, ...], dict[str, object]], ...] = (
    ("search", ("carbon",), {"limit": 0}),
    ("search", ("carbon",), {"limit": -5}),
    ("search", ("carbon",), {"limit": 10**9}),
    ("search", ("carbon",), {"limit": "5"}),
    ("search", ("carbon",), {"limit": True}),
    ("search", ("carbon",), {"limit": 2.5}),
    ("search", ("carbon",), {"mode": "zz"}),
    ("search", ("carbon",), {"min_score": 9}),
    ("search", ("carbon",), {"min_score": "0.5"}),
    ("search", ("carbon",), {"weights": (1, 2, 3, 4)}),
    ("search", ("carbon",), {"weights": (0, 0, 0)}),
    ("search", ("carbon",), {"weights": (-1,)}),
    ("search", ("carbon",), {"weights": "0.7,0.2,0.1"}),
    ("search", ("carbon",), {"weights": 0.5}),
    ("search", ("carbon",), {"tag": None}),
    ("search", ("carbon",), {"path": [Path("a")]}),
    ("search", ("carbon",), {"type": b"note"}),
    ("search", ("carbon",), {"kind": "zz"}),
    ("search", ("carbon",), {"profile": 3}),
    ("search", ("carbon",), {"rerank": "no"}),
    ("search", ("carbon",), {"explain": 1}),
    ("find", ("",), {"limit": -1}),
    ("find", ("",), {"limit": 10**9}),
    ("find", ("",), {"modified": 3}),
    ("find", ("",), {"properties": 3}),
    ("get", ("bread.md",), {"links": "no"}),
    ("related", ("bread.md",), {"depth": -1}),
    ("related", ("bread.md",), {"depth": 7}),
    ("related", ("bread.md",), {"limit": 0}),
    ("related", ("bread.md",), {"via": ["foo"]}),
    ("links", (), {"states": ["zz"]}),
    ("links", (), {"of": 3}),
    ("why_not", ("bread.md", "carbon"), {"mode": "zz"}),
    ("communities", (), {"limit": -1}),
    ("communities", (), {"least": 0}),
    ("pagerank", (), {"limit": -1}),
    ("cypher", ("RETURN 1",), {"rows": -1}),
    ("cypher", ("RETURN 1",), {"seconds": 0}),
    ("index", (), {"full": "no"}),
)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dowse.Vault]:
    """An open vault with two notes, one with a tag and a type."""
    folder = tmp_path_factory.mktemp("notes")
    (folder / "tax.md").write_text("---\ntype: report\ntags: [policy]\n---\n# Carbon tax\n\n[[bread]]\n", "utf-8")
    (folder / "bread.md").write_text("# Rye bread with carbon\n", "utf-8")
    with dowse.open_vault(folder) as vault:
        yield vault


@pytest.mark.parametrize(("method", "values", "options"), _INVALID)
def test_an_invalid_option_is_an_error_that_names_the_option(
    method: str, values: tuple[object, ...], options: dict[str, object], opened: dowse.Vault
) -> None:
    with pytest.raises(dowse.DowseError, match=rf"^{next(iter(options))} must be "):
        getattr(opened, method)(*values, **options)


@pytest.mark.parametrize(
    ("method", "values", "name"),
    [
        ("search", (None,), "query"),
        ("find", (3,), "pattern"),
        ("get", (None,), "ref"),
        ("related", (None,), "ref"),
        ("why_not", (None, "carbon"), "ref"),
        ("why_not", ("bread.md", None), "query"),
        ("cypher", (None,), "query"),
    ],
)
def test_a_value_that_is_not_a_text_is_an_error_that_names_the_parameter(
    method: str, values: tuple[object, ...], name: str, opened: dowse.Vault
) -> None:
    with pytest.raises(dowse.DowseError, match=f"^{name} must be a text, got "):
        getattr(opened, method)(*values)


@pytest.mark.parametrize("options", [{"tag": "policy"}, {"type": "report"}, {"path": "tax.md"}, {"kind": "note"}])
def test_a_single_text_is_one_value_of_a_filter(options: dict[str, Any], opened: dowse.Vault) -> None:
    result = opened.search("tax", **options)
    assert result.hits[0].path == "tax.md"


def test_a_single_text_is_one_value_in_every_method(opened: dowse.Vault) -> None:
    assert [file.path for file in opened.find(tag="policy", properties="type=report")] == ["tax.md"]
    assert [each.path for each in opened.related("tax.md", via="references").related] == ["bread.md"]
    assert [each.target for each in opened.links(states="ok").links] == ["bread.md"]
    assert opened.communities(path="tax.md", least=1).total == 1


@pytest.mark.parametrize("method", [name for name in vars(dowse.Vault) if not name.startswith("_")])
def test_every_option_of_a_method_is_passed_by_name(method: str) -> None:
    function = getattr(dowse.Vault, method)
    if callable(function):
        positional = [each for each in signature(function).parameters.values() if each.kind is not each.KEYWORD_ONLY]
        assert all(each.name in {"self", "query", "pattern", "ref"} for each in positional)


@pytest.mark.parametrize("options", [{"folder": ""}, {"folder": ".", "index_dir": ""}])
def test_an_empty_path_is_an_error_and_nothing_is_indexed(
    options: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(dowse.DowseError, match=r"is an empty path; pass '.' for the working folder"):
        dowse.open_vault(**options)  # type: ignore[arg-type]  # the values are paths
    assert [*tmp_path.iterdir()] == []


def test_a_closed_vault_refuses_calls(notes: Path) -> None:
    with dowse.open_vault(notes) as vault:
        vault.index()
    with pytest.raises(dowse.DowseError, match="the vault is closed"):
        vault.search("carbon")
    vault.close()


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(dowse.__file__).parent / "py.typed").is_file()


def test_the_module_runs_as_the_command() -> None:
    shown = subprocess.run([sys.executable, "-m", "dowse", "--version"], check=True, capture_output=True, text=True)
    assert shown.stdout == f"dowse, version {dowse.__version__}\n"


def test_the_names_of_the_module_are_the_public_ones() -> None:
    assert dir(dowse) == sorted(dowse.__all__)


def test_a_mode_has_the_name_of_its_list_too(notes: Path) -> None:
    with dowse.open_vault(notes) as vault:
        assert (vault.search("tax", mode="keyword").mode, vault.search("tax", mode="semantic").mode) == (
            "fulltext",
            "vector",
        )
