"""Source code that the settings of a vault give another kind."""

from __future__ import annotations

from pathlib import Path

from dowse import open_vault

_CODE = "class Parser(Base):\n    def step(self):\n        return Lexer().token()\n\n\nclass Base:\n    pass\n"


def test_source_code_of_another_kind_is_searched(tmp_path: Path) -> None:
    vault, own = tmp_path / "vault", tmp_path / "vault" / "own"
    own.mkdir(parents=True)
    (vault / "note.md").write_text("# Alpha\n\nThe `Parser.step` of alpha.\n")
    (own / "parser.py").write_text(_CODE)
    for settings in ("", '[kinds]\nown = "doc"\n', ""):
        (vault / "dowse.toml").write_text(settings)
        with open_vault(vault, index_dir=tmp_path / "index") as opened:
            result = opened.search("alpha")
            assert (result.hits[0].path, result.remarks) == ("note.md", ())
            opened.related("note.md")
