"""A Jupyter notebook as a document: a script with its cells of code, and the text of the others as comments."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.formats.code.detect_language import language_of
from dowse.formats.code.languages import LANGUAGES
from dowse.formats.detect import parse_file, refused
from dowse.model.document import Document
from tests.tier_parameters import examples

from .making_notebook import code, markdown, notebook

_PICTURE = {"output_type": "display_data", "data": {"image/png": "iVBORw0KGgo" * 50, "text/plain": "<Figure>"}}
_LOOSE = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["cells", "cell_type", "source", "input", "level", "worksheets", "metadata", "language", "outputs"]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


def _document(data: bytes) -> Document:
    return parse_file("a/plots.ipynb", data, modified=0.0)


def test_cells_of_code_are_code_and_others_are_comments() -> None:
    data = notebook(
        markdown("# Tides\n\nOf the *harbour*."),
        code(["def moor(ship):\n", "    return ship"], _PICTURE),
        {"cell_type": "raw", "source": "a: b"},
        code("moor(1)\n"),
    )
    document = _document(data)
    assert document.text == (
        "# Jupyter notebook in python\n\n# # Tides\n#\n# Of the *harbour*.\n\n"
        "def moor(ship):\n    return ship\n\n# a: b\n\nmoor(1)\n"
    )
    assert (document.head.kind, document.head.title, document.odd) == ("code", "plots.ipynb", ())


def test_symbols_calls_and_imports_are_those_of_the_script() -> None:
    document = _document(notebook(markdown("Moors."), code("from pier import dock\n\ndef moor():\n    dock()")))
    assert [(each.unit, each.signature, each.about) for each in document.symbols] == [("moor", "def moor()", "")]
    assert [(each.module, each.name, each.line) for each in document.references.imports] == [("pier", "dock", 5)]
    assert [(each.callee, each.line) for each in document.references.calls] == [(("dock",), 8)]


def test_a_cell_above_a_function_is_not_its_documentation() -> None:
    (symbol,) = _document(notebook(markdown("About the pier."), code("def moor(): pass"))).symbols
    assert symbol.about == ""


def test_outputs_attachments_and_states_of_widgets_are_in_no_text() -> None:
    cell = {"cell_type": "markdown", "source": "x", "attachments": {"a.png": {"image/png": "kraken"}}}
    data = notebook(cell, code("y", {"text": ["kraken"]}, _PICTURE), widgets={"state": {"a": "kraken"}})
    assert "kraken" not in _document(data).text


def test_a_source_that_mentions_outputs_is_whole() -> None:
    source = 'x = {"outputs": [1], "widgets": {}}\nprint("outputs")'
    assert source in _document(notebook(code(source, {"text": source}))).text


def test_links_of_markdown_cells_have_lines_of_the_script() -> None:
    data = notebook(
        markdown("Text.\n\n[[tides]] ![](attachment:a.png)"), code("def moor():\n    pass"), markdown("[p](plan.md#x)")
    )
    document = _document(data)
    lines = document.text.split("\n")
    found = [(each.target, each.anchor, lines[each.line - 1]) for each in document.links]
    assert found == [("tides", "", "# [[tides]] ![](attachment:a.png)"), ("plan.md", "x", "# [p](plan.md#x)")]


def test_a_link_behind_a_long_line_has_its_line() -> None:
    document = _document(notebook(markdown(f"{'word ' * 100}\n[[tides]]")))
    assert document.text.split("\n")[document.links[0].line - 1] == "# [[tides]]"
    assert max(map(len, document.text.split("\n"))) < 130


def test_a_short_code_is_one_link() -> None:
    (link,) = _document(notebook(markdown("See METIS-T-0001."))).links
    assert (link.target, link.kind) == ("METIS-T-0001", "id")


@pytest.mark.parametrize(
    ("metadata", "name"),
    [
        ({}, "python"),
        ({"language_info": {"name": "R", "file_extension": ".r"}}, "r"),
        ({"kernelspec": {"name": "julia-1.9", "language": "julia"}}, "julia"),
        ({"kernelspec": {"name": "julia-1.9"}}, "julia"),
        ({"kernelspec": {"name": "ir"}}, "r"),
        ({"language_info": {"name": "C++17", "file_extension": ".cpp"}}, "cpp"),
        ({"language_info": {"name": "C#"}}, "csharp"),
        ({"kernelspec": {"name": "python3"}}, "python"),
        ({"language_info": {"name": ["x"]}, "kernelspec": "x"}, "python"),
    ],
)
def test_the_language_is_that_of_the_metadata(metadata: dict[str, object], name: str) -> None:
    text = _document(notebook(code("x"), **metadata)).text
    assert text.split("\n")[0].endswith(f" Jupyter notebook in {name}")
    assert language_of("a.ipynb", text) == LANGUAGES[name]


def test_a_notebook_of_another_language_has_its_symbols_but_no_imports() -> None:
    data = notebook(code("import java.util.List;\nclass Pier { void moor() {} }"), language_info={"name": "java"})
    document = _document(data)
    assert [each.unit for each in document.symbols] == ["Pier", "Pier.moor"]
    assert not any(document.references)


def test_a_language_without_a_grammar_has_text_alone() -> None:
    document = _document(notebook(code("f <- function(x) x"), language_info={"name": "R"}))
    assert "f <- function(x) x" in document.text
    assert (document.symbols, document.odd) == ((), ())


def test_commands_of_ipython_are_comments() -> None:
    source = "%matplotlib inline\n!pip install x \\\n  y\nfiles = !ls\nhelp?\nif x:\n    %time f()\ndef moor(): pass"
    document = _document(notebook(code(source), code("%%bash\nfor x in y; do"), code("%%time\nz = 1")))
    assert document.text.split("\n\n", 1)[1] == (
        "# %matplotlib inline\n# !pip install x \\\n  # y\n# files = !ls\n# help?\nif x:\n    # %time f()\n"
        "def moor(): pass\n\n# %%bash\n# for x in y; do\n\n# %%time\nz = 1\n"
    )
    assert not document.odd


def test_what_only_looks_like_a_command_stays() -> None:
    source = "x = (a\n     != b\n     % (c, d))"
    assert source in _document(notebook(code(source))).text


def test_format_3_has_worksheets_inputs_and_headings() -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": ["Tides"]},
        {"cell_type": "code", "input": ["x = 1"], "language": "python", "outputs": [{"text": "kraken"}]},
    ]
    data = json.dumps({"worksheets": [{"cells": cells}, {"cells": cells[:1]}], "metadata": {}, "nbformat": 3}).encode()
    assert _document(data).text == "# Jupyter notebook in python\n\n# ## Tides\n\nx = 1\n\n# ## Tides\n"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'{"cells": [\n<<<<<<< HEAD\n', "line 2, column 1: Expecting value"),
        (b"[1]", "a JSON object with a list of cells is expected"),
        (b'{"cells": 1}', "a JSON object with a list of cells is expected"),
        (b'{"cells": [' + b"[" * 200_000, "too many nested brackets"),
        (b'{"outputs": ' + b"[" * 10**6 + b"]" * 10**6 + b', "outputs": [[]]}', "its outputs have too many brackets"),
        (b'{"cells": [{"outputs": [' + b"[" * 200_000, "an output never ends"),
    ],
)
def test_a_file_that_is_no_notebook_has_a_warning_and_no_text(data: bytes, why: str) -> None:
    document = _document(data)
    assert document.odd == (f"not a readable notebook ({why}); found by its path alone",)
    assert (document.text, document.head.kind, document.head.title) == ("", "code", "plots.ipynb")


def test_the_place_of_an_error_is_that_in_the_file() -> None:
    data = notebook(code("x", _PICTURE))
    lines = data.count(b"\n")
    assert f"line {lines + 1}, column 2" in _document(data + b"]").odd[0]


@pytest.mark.parametrize("data", [b"", b" \n", notebook(), notebook(markdown(""), code([]))])
def test_a_notebook_without_cells_is_read(data: bytes) -> None:
    document = _document(data)
    assert (document.text, document.odd) == ("# Jupyter notebook in python\n", ())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
def test_other_encodings_are_read(encoding: str) -> None:
    data = json.dumps({"cells": [code("ä = 1", {"text": "kraken"})]}, ensure_ascii=False).encode(encoding)
    document = _document(data)
    assert "ä = 1\n" in document.text
    assert "kraken" not in document.text


def test_windows_1252_is_read_with_a_warning() -> None:
    document = _document(json.dumps({"cells": [code("ä = 1")]}, ensure_ascii=False).encode("cp1252"))
    assert "ä = 1\n" in document.text
    assert document.odd == ("not UTF-8; read as Windows-1252",)


def test_an_inlined_picture_and_a_line_of_data_are_left_out_with_a_warning() -> None:
    picture = f"![](data:image/png;base64,{'QUJD' * 100})"
    document = _document(notebook(markdown(picture), code(f"x = '{'a' * 6000}'\ny = 1")))
    assert "QUJD" not in document.text
    assert "# …\ny = 1\n" in document.text
    assert document.odd == (
        "contains an inlined file, which is not indexed",
        "1 line of more than 5,000 characters not indexed",
    )


def test_the_limit_of_texts_holds_for_sources_and_not_for_outputs() -> None:
    text = {"text": "a" * (5 * 1024 * 1024)}
    assert refused("a.ipynb", notebook(code("x", text))) is None
    assert refused("a.ipynb", notebook(code("x = 1\n" * 900_000))) == "larger than 4 MiB without its outputs"


def test_a_minified_notebook_is_read_and_a_binary_one_is_not() -> None:
    assert refused("a.ipynb", notebook(code("x = 1\n" * 5000))) is None
    assert refused("a.ipynb", b"\x00\x01\x02" * 100) == "binary"


def test_surrogates_and_nul_are_replaced() -> None:
    document = _document(b'{"cells": [{"cell_type": "markdown", "source": "a\\u0000b \\ud800 \\ud83c\\udf89"}]}')
    assert document.text.endswith("# a b \ufffd 🎉\n")


@given(_LOOSE)
@settings(max_examples=examples(200))
def test_any_json_is_read(stated: object) -> None:
    document = _document(json.dumps(stated).encode())
    count = document.text.count("\n") + 1
    assert all(1 <= each.line <= count for each in document.links)
    assert document.text.encode().decode() == document.text
