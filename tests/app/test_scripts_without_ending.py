"""Scripts whose names have no ending, such as `bin/deploy`: their first line names an interpreter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.client_scope import ClientScope
from dowse.app.find import FindRequest, find
from dowse.app.link_report import link_statuses
from dowse.app.location import location_of
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.sessions.workspace import workspace_of
from dowse.app.status import StatusRequest, status


@pytest.fixture
def harbour(tmp_path: Path) -> Iterator[VaultSession]:
    files = {
        "bin/ferry-moor": "#!/usr/bin/env bash\n\nmoor_ferry() {\n  echo 'no berth is free'\n}\n",
        "bin/ferry-report": "#!/usr/bin/env python3\n\n\ndef tide_table() -> None:\n    print('low tide')\n",
        "data/expected": "no berth is free\n",
        "gradlew": "#!/bin/sh\n# no berth is free\n",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "bin" / "ferry").write_bytes(b"\x7fELF\x00\x01no berth is free\x00" * 50)
    with closing(open_session(tmp_path)) as session:
        session.sync()
        yield session


def test_a_script_without_an_ending_is_source_code_of_its_interpreter(harbour: VaultSession) -> None:
    found = search(harbour, SearchRequest("no berth is free", mode="fulltext")).hits
    assert [hit.path for hit in found] == ["bin/ferry-moor"]
    symbols = find([location_of(harbour.root)], FindRequest("tide_table")).symbols
    assert [(each.path, each.line) for each in symbols or ()] == [("bin/ferry-report", 4)]


@pytest.mark.parametrize(
    ("language", "paths"),
    [
        ("bash", {"bin/ferry-moor"}),
        ("python", {"bin/ferry-report"}),
        ("makefile", {"Makefile"}),
        ("ruby", {"Rakefile"}),
        ("dockerfile", {"Dockerfile"}),
        ("c", {"quay.h"}),
        ("cpp", {"berth.h"}),
        ("objectivec", {"buoy.m"}),
        ("matlab", {"tide.m"}),
        ("jupyter", {"tide.ipynb"}),
    ],
)
def test_lang_selects_the_language_as_which_a_file_is_read(
    harbour: VaultSession, language: str, paths: set[str]
) -> None:
    cell: dict[str, object] = {
        "cell_type": "code",
        "source": ["tide = 1"],
        "outputs": [],
        "metadata": {},
        "execution_count": None,
    }
    files = {
        "Makefile": "moor:\n\techo berth\n",
        "Rakefile": "task :moor do\nend\n",
        "Dockerfile": "FROM berth\n",
        "quay.h": "int quay(int berth);\n",
        "berth.h": "namespace berth {\nclass Quay { };\n}\n",
        "buoy.m": "#import <Berth.h>\n@interface Buoy\n@end\n",
        "tide.m": "tide = berth(1);\n",
        "tide.ipynb": json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}),
    }
    for path, text in files.items():
        (harbour.root / path).write_text(text)
    harbour.sync()
    found = search(harbour, SearchRequest(f"lang:{language}"))
    assert {hit.path for hit in found.hits} == paths
    assert not found.notes


def test_another_file_without_an_ending_is_found_by_its_path_alone_and_no_trouble(harbour: VaultSession) -> None:
    others = {hit.path for hit in search(harbour, SearchRequest("kind:file")).hits}
    assert others == {"data/expected", "bin/ferry", "gradlew"}
    assert status(harbour, StatusRequest()).skipped == ()
    assert not any("not searched" in each for each in search(harbour, SearchRequest("expected ferry")).remarks)


def test_a_file_becomes_a_script_by_its_first_line(harbour: VaultSession) -> None:
    (harbour.root / "data" / "expected").write_text("#!/bin/sh\necho the pier is closed\n")
    harbour.sync()
    assert [hit.path for hit in search(harbour, SearchRequest("pier closed", mode="fulltext")).hits] == [
        "data/expected"
    ]


def test_a_link_may_lead_to_a_file_without_an_ending_that_is_no_script(harbour: VaultSession) -> None:
    (harbour.root / "pier.md").write_text("[expected](data/expected) and [lost](data/lost)\n")
    harbour.sync()
    assert status(harbour, StatusRequest(links=True)).links.broken == 1


def test_a_link_to_a_missing_name_without_an_ending_is_one_to_a_note(harbour: VaultSession) -> None:
    (harbour.root / "pier.md").write_text("[lost](lost)\n")
    harbour.sync()
    (found,) = harbour.peek(link_statuses)
    assert found.hint.startswith("no such note")


def test_a_wikilink_means_a_note_before_a_script_of_its_name(harbour: VaultSession) -> None:
    (harbour.root / "notes").mkdir()
    (harbour.root / "notes" / "ferry-moor.md").write_text("# Mooring\n")
    (harbour.root / "notes" / "pier.md").write_text("[[ferry-moor]] and [[ferry-report]]\n")
    harbour.sync()
    found = {each.written: (each.target, each.state) for each in harbour.peek(link_statuses)}
    assert found == {
        "ferry-moor": ("notes/ferry-moor.md", "ok"),
        "ferry-report": ("bin/ferry-report", "ok"),
    }


@pytest.mark.parametrize(
    ("never", "paths"),
    [
        ("path:nowhere", ["bin/ferry", "bin/ferry-moor", "bin/ferry-report", "data/expected", "gradlew"]),
        ("path:data", ["bin/ferry", "bin/ferry-moor", "bin/ferry-report", "gradlew"]),
        ("kind:code", []),
    ],
)
def test_a_server_with_a_scope_lists_files_without_an_ending_if_their_paths_are_in_it(
    harbour: VaultSession, tmp_path: Path, never: str, paths: list[str]
) -> None:
    vault = workspace_of([harbour.root], index_dir=tmp_path / ".index", scope=ClientScope(never=(never,))).vault()
    assert [file.path for file in vault.files.listed().found] == paths
