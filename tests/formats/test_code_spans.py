"""Names of files and symbols in code spans."""

from __future__ import annotations

import pytest

from dowse.formats.code_spans import MOST_MENTIONS, mentioned_name
from dowse.formats.detect import parse_file


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Flask.run()", "Flask.run()"),
        ("Flask.run(host, port)", "Flask.run()"),
        ("~flask.Flask", "flask.Flask"),
        ("the app <flask.Flask>", "flask.Flask"),
        ("src/app.py", "src/app.py"),
        ("snake_case", "snake_case"),
        ("App\\Log\\Base", "App\\Log\\Base"),
        ("a::b::c", "a::b::c"),
        ("$this->run()", "$this->run()"),
        ("dispatch", "dispatch"),  # eight letters
        ("f()", "f()"),
        ("word", ""),
        ("--flag", ""),
        ("a b", ""),
        ("42", ""),
        ("", ""),
        ("()", ""),
    ],
)
def test_a_name_is_told_from_commands_flags_and_words(text: str, name: str) -> None:
    assert mentioned_name(text) == name


def test_each_name_is_kept_once_with_its_first_line_and_section() -> None:
    note = b"# One\n\n`Box` and\n\n## Two\n`Box` and `other_name`\n"
    mentions = parse_file("n.md", note, modified=0.0).references.mentions
    assert [(each.name, each.line, each.unit) for each in mentions] == [("Box", 3, "one"), ("other_name", 6, "two")]


def test_a_name_is_kept_once_with_each_role_of_sphinx() -> None:
    note = (
        b"`Box`, :class:`Box`, :py:meth:`Box`, {func}`Box`, :attr:`Box`, x:class:`Box`, :class: `Box`, {py:exc}`Box`\n"
    )
    mentions = parse_file("n.md", note, modified=0.0).references.mentions
    assert [each.role for each in mentions] == ["", "class", "meth", "func", "exc"]


def test_the_number_of_names_is_limited() -> None:
    note = " ".join(f"`name_{n}`" for n in range(MOST_MENTIONS + 100)).encode()
    assert len(parse_file("n.md", note, modified=0.0).references.mentions) == MOST_MENTIONS
