"""What an update of an index says."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.index import IndexRequest, index_vault
from dowse.app.sessions.vault_session import open_session


@pytest.mark.usefixtures("without_ruby")
def test_the_first_update_names_files_without_symbols_and_the_extra(tmp_path: Path) -> None:
    (tmp_path / "dock.rb").write_text("def moor; end\n")
    with closing(open_session(tmp_path)) as vault:
        assert index_vault(vault, IndexRequest()).remarks == (
            "no symbols of ruby (.rb) are indexed, only the text; pip install 'dowse[code]' adds them",
        )
        assert index_vault(vault, IndexRequest()).remarks == ()


def test_an_update_with_all_grammars_names_no_extra(tmp_path: Path) -> None:
    (tmp_path / "dock.rb").write_text("def moor; end\n")
    with closing(open_session(tmp_path)) as vault:
        assert index_vault(vault, IndexRequest()).remarks == ()
