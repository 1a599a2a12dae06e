"""What `import dowse` offers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import dowse


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
    assert [(hit.path, hit.title, hit.line) for hit in result.hits] == [("tax.md", "Carbon tax", 3)]
    assert result.index.state == "healed"
    assert result.to_dict()["query"] == "carbon"


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


@pytest.mark.parametrize("options", [{"limit": 0}, {"limit": -5}, {"mode": "zz"}, {"min_score": 9}])
def test_an_option_out_of_range_is_an_error_that_names_the_option(options: dict[str, Any], notes: Path) -> None:
    with dowse.open_vault(notes) as vault, pytest.raises(dowse.DowseError, match=rf"^{next(iter(options))} must be "):
        vault.search("carbon", **options)


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
