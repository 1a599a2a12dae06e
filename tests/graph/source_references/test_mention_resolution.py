"""Code spans of notes mean the files and the symbols that they name, and nothing when several could be meant."""

from __future__ import annotations

import pytest

from tests.graph.source_references.sources import meanings

_CODE = {
    "src/flask/app.py": "class Flask:\n    def run(self): pass\n    def get(self): pass\n",
    "src/flask/views.py": "class View:\n    def get(self): pass\ndef as_view(): pass\n",
    "tests/test_app.py": "class Flask: pass\ndef as_view(): pass\n",
    "tests/apps/hello.py": "def main(): pass\n",
    "tests/apps/app.py": "",
    "web/helpers.ts": "export function urlFor() {}\n",
    "src/flask/json/__init__.py": "def dumps(): pass\n",
}


@pytest.mark.parametrize(
    ("span", "target"),
    [
        ("Flask.run()", "src/flask/app.py#Flask.run (qualified)"),
        ("Flask.run(debug=True)", "src/flask/app.py#Flask.run (qualified)"),
        ("Flask#run", "src/flask/app.py#Flask.run (qualified)"),
        ("flask.Flask.run", "src/flask/app.py#Flask.run (qualified)"),
        ("flask.views.as_view", "src/flask/views.py#as_view (qualified)"),
        ("Flask", "src/flask/app.py#Flask (name)"),  # the one in a test does not count
        ("as_view()", "src/flask/views.py#as_view (name)"),
        ("urlFor", "web/helpers.ts#urlFor (name)"),
        ("app.py", "src/flask/app.py (path)"),  # not the one in a folder of tests
        ("test_app.py", "tests/test_app.py (path)"),
        ("apps/hello.py", "tests/apps/hello.py (path)"),
        ("flask/app.py", "src/flask/app.py (path)"),
        ("./src/flask/app.py", "src/flask/app.py (path)"),
        ("flask/app.py::Flask.run", "src/flask/app.py#Flask.run (qualified)"),
        ("src/flask/app.py#Flask", "src/flask/app.py#Flask (qualified)"),
        ("json/__init__.py", "src/flask/json/__init__.py (path)"),
    ],
)
def test_a_code_span_means_what_it_names(span: str, target: str) -> None:
    assert meanings({**_CODE, "n.md": f"see `{span}`\n"}, "mentions") == [f"n.md#_preamble -> {target}"]


@pytest.mark.parametrize(
    "span",
    [
        "get()",
        "werkzeug.Flask.run",
        "Flask.missing",
        "missing.py",
        "other/app.py",
        "hello.py",  # of tests alone
        "run",
        "--debug",
        "a b",
        "1.2.3",
        "flask",
    ],
)
def test_a_code_span_that_could_mean_several_or_none_means_nothing(span: str) -> None:
    assert meanings({**_CODE, "n.md": f"see `{span}`\n"}, "mentions") == []


def test_a_name_that_looks_like_a_file_means_a_symbol_where_there_is_no_such_file() -> None:
    code = {"robot.ts": "export class Robot { go() {} }\n", "n.md": "see `Robot.go` and `Robot.go()` and `robot.go`\n"}
    assert meanings(code, "mentions") == ["n.md#_preamble -> robot.ts#Robot.go (qualified)"]
    assert meanings({**code, "Robot.go": "package robot\n"}, "mentions") == ["n.md#_preamble -> Robot.go (path)"]


def test_roles_of_restructured_text_name_symbols() -> None:
    note = "Call :meth:`~flask.Flask.run` or :func:`the view <flask.views.as_view>`; ``Flask`` too.\n"
    assert meanings({**_CODE, "n.rst": note}, "mentions") == [
        "n.rst#_preamble -> src/flask/app.py#Flask (name)",
        "n.rst#_preamble -> src/flask/app.py#Flask.run (qualified)",
        "n.rst#_preamble -> src/flask/views.py#as_view (qualified)",
    ]


@pytest.mark.parametrize(
    ("role", "target"),
    [
        (":func:", ["web.py#url_for"]),
        (":py:func:", ["web.py#url_for"]),
        ("{func}", ["web.py#url_for"]),
        (":meth:", ["app.py#App.url_for"]),
        (":class:", []),
        (":attr:", []),
        ("", []),
    ],
)
def test_a_role_chooses_between_a_function_and_a_method_of_one_name(role: str, target: list[str]) -> None:
    code = {
        "app.py": "class App:\n    def url_for(self): pass\n",
        "web.py": "def url_for(): pass\ndef outer():\n    def url_for(): pass\n",
    }
    found = meanings({**code, "n.rst": f"Call {role}`url_for` now.\n"}, "mentions")
    assert found == [f"n.rst#_preamble -> {each} (name)" for each in target]


def test_code_blocks_and_frontmatter_mention_nothing() -> None:
    note = "---\ntitle: `Flask`\n---\n```py\nx = `Flask`\n```\n\n    `Flask`\n\ntext\n"
    assert meanings({**_CODE, "n.md": note}, "mentions") == []
