"""The snippet of a hit in source code."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.chunking.by_symbol import symbol_chunks
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.model.document import Document
from dowse.model.hit import Evidence, Hit, Snippet
from dowse.model.ref import Ref
from dowse.ports.indexed_document import WriteBatch
from dowse.retrieval.messages import MESSAGE
from dowse.stages.code.definitions import DEFINITIONS
from dowse.stages.snippets.snippet import CutSnippet
from tests.formats.notebook.making_notebook import code, markdown, notebook
from tests.making import hit, indexed
from tests.retrieval.asking import asking, holding

_SHOP = '''"""A shop."""

import decimal
import tax_tables

RATE = 3


class Cart:
    """Goods before payment.

    A cart is stored in the session.
    """

    @logged("checkout")
    def total(
        self,
        rate: int = RATE,  # percent
    ) -> int:
        """Add the prices of all goods.

        Discounts are subtracted first.
        """
        prices = [good.price for good in self.goods]

        discounted = [price - self.discount(price) for price in prices]
        unused = 0
        return sum(discounted) + self.shipping()


print(tax_tables.load())
'''


def _document(text: str = _SHOP, path: str = "shop.py") -> Document:
    return parse_file(path, text.encode("utf-8", "replace"), modified=0.0)


def _cut(query: str, document: Document | None = None, *, size: int = 400, found: Hit | None = None) -> Hit:
    document = document or _document()
    (cut,) = CutSnippet(size)((found or hit(document.head.path, 0.7),), asking(query, holding(document)))
    return cut


def _snippet(query: str, document: Document | None = None, *, size: int = 400, found: Hit | None = None) -> Snippet:
    snippet = _cut(query, document, size=size, found=found).snippet
    assert snippet is not None
    return snippet


def _lines(query: str, text: str = _SHOP, path: str = "shop.py", *, size: int = 400) -> list[str]:
    return _snippet(query, _document(text, path), size=size).text.split("\n")


def test_a_line_that_defines_the_name_is_shown_in_a_language_without_symbols() -> None:
    text = "throw CacheError.full\n\n" * 3 + "let x = 1\n" * 40 + "enum CacheError {\n  case full\n}\n"
    document = _document(text, "cache.swift")
    found = hit("cache.swift", 0.7)._replace(why=(Evidence(DEFINITIONS, 1.0),))
    assert "enum CacheError {" in _snippet("CacheError", document, found=found).text
    assert "enum CacheError {" in _snippet("where is CacheError declared", document, found=found).text


@pytest.mark.parametrize("written", ["The anchor is lost", "the anchor is lost", "The Anchor is lost"])
@pytest.mark.parametrize("author", ["Bronte", "Brontë"])
def test_a_message_is_shown_in_another_case_also_in_a_text_with_accents(written: str, author: str) -> None:
    text = f"# {author}\n\ndef a():\n    return 'the lost: is an anchor'\n\n\n"
    text += f"def b():\n    unused = 0\n    raise Error('{written}')\n"
    query = "the Anchor is lost" if written[4:10] == "Anchor" else "the anchor is lost"
    cut = _cut(query, _document(text), size=100)
    assert cut.snippet is not None
    assert (cut.snippet.heading, written in cut.snippet.text) == ("b", True)


def test_a_file_with_the_format_string_of_a_message_shows_its_line() -> None:
    text = "def a():\n    return 'a discounted price of 12 goods: no cart has 3'\n\n\n"
    text += (
        "def b():\n    unused = 0\n    log.error(self.level, 'cart %s has %d goods in %s discounted', self.name, 3)\n"
    )
    query = "cart 'no price' has 12 goods in #3 discounted"
    cut = _cut(query, _document(text), size=100, found=hit("shop.py", 0.7).because(MESSAGE, 1.0))
    assert cut.snippet is not None
    assert (cut.snippet.heading, "cart %s has %d goods" in cut.snippet.text) == ("b", True)
    other = _cut(query, _document(text), size=100)
    assert other.snippet is not None
    assert other.snippet.heading == "a"


def test_a_snippet_is_the_signature_the_first_line_of_documentation_and_the_matching_lines() -> None:
    assert _lines("shipping of discounted goods") == [
        "def total(self, rate: int = RATE) -> int",
        '  """Add the prices of all goods.',
        "  Discounts are subtracted first.",
        "  prices = [good.price for good in self.goods]",
        "  discounted = [price - self.discount(price) for price in prices]",
        "  …",
        "  return sum(discounted) + self.shipping()",
    ]


def test_documentation_above_the_definition_follows_the_signature() -> None:
    text = "// Ship sends the parcel.\n// It waits.\nfunc Ship(to string) error {\n\treturn carrier(to)\n}\n"
    assert _lines("carrier", f"package a\n\n{text}", "a.go") == [
        "func Ship(to string) error",
        "  // Ship sends the parcel.",
        "  return carrier(to)",
    ]


def test_documentation_in_a_tag_of_a_name_follows_the_signature() -> None:
    text = (
        'class Boat\n{\n    /// <summary>\n    /// Moors at the <see cref="Quay"/>.\n    /// </summary>\n'
        "    public void Moor(Rope rope)\n    {\n        Tie(rope);\n    }\n}\n"
    )
    assert _lines("Tie", text, "Boat.cs") == [
        "public void Moor(Rope rope)",
        '  /// Moors at the <see cref="Quay"/>.',
        "  Tie(rope);",
    ]


def test_a_matching_decorator_is_shown_below_the_signature() -> None:
    assert '  @logged("checkout")' in _lines("checkout")


def test_the_section_and_the_reference_are_those_of_the_innermost_symbol() -> None:
    cut = _cut("shipping")
    assert cut.snippet
    assert (cut.snippet.heading, str(cut.spot)) == ("Cart.total", "shop.py#Cart.total")


def test_lines_are_those_of_the_first_and_the_last_matching_line() -> None:
    snippet = _snippet("prices shipping discount")
    lines = _SHOP.split("\n")
    assert lines[snippet.line - 1].strip().startswith('"""Add the prices')
    assert lines[snippet.end_line - 1].strip().startswith("return sum")


def test_marks_are_the_words_of_the_query_in_the_snippet() -> None:
    snippet = _snippet("shipping discounted")
    assert {snippet.text[start:end] for start, end in snippet.marks} == {
        "shipping",
        "discounted",
        "discount",
        "Discounts",
    }


def test_lines_of_methods_are_not_in_the_snippet_of_their_class() -> None:
    text = "class Ship:\n    # north and south\n    name = 1\n\n    def sail(self):\n        return north()\n"
    assert _lines("north south", text) == ["class Ship", "  # north and south"]


def test_text_between_symbols_is_shown_with_a_line_around_the_match() -> None:
    cut = _cut("tax_tables")
    assert cut.snippet
    assert cut.snippet.text.split("\n") == ["import decimal", "import tax_tables"]
    below = _cut("load", _document("def f(): pass\n\nfirst(1)\nsecond(load())\nthird(3)\nfourth(4)\n"))
    assert below.snippet
    assert below.snippet.text.split("\n") == ["first(1)", "second(load())", "third(3)"]


def test_text_after_a_symbol_does_not_belong_to_the_symbol() -> None:
    cut = _cut("load tables", _document("def f(): pass\n\nprint(tables.load())\n"))
    assert cut.snippet
    assert (cut.snippet.heading, cut.spot) == ("", None)


def test_a_language_without_a_grammar_shows_matching_lines_with_a_line_around() -> None:
    text = "local a = 1\nlocal b = 2\n  b = sail(a)\nprint(b)\nprint(a)\n"
    assert _lines("sail", text, "a.lua") == ["local b = 2", "  b = sail(a)", "print(b)"]


def test_a_line_of_the_body_has_no_indentation_because_of_the_documentation_above_the_definition() -> None:
    text = """<?php
class Boat {
    /**
     * @param string $rope
     */
    public function moor($rope)
    {
        $this->rope = $rope;
    }
}
"""
    assert _lines("rope this", text, "a.php") == [
        "public function moor($rope)",
        "  * @param string $rope",
        "  $this->rope = $rope;",
    ]


def test_a_part_of_a_long_line_begins_with_a_word() -> None:
    line = f"-- {'harbour ' * 40}sail{' harbour' * 40}"
    (shown,) = _lines("sail", f"{line}\n", "a.lua")
    assert shown.startswith("…harbour ")
    assert " sail " in shown


def test_without_a_match_the_beginning_of_the_likely_symbol_is_shown() -> None:
    found = hit("shop.py", 0.7)._replace(spot=Ref("shop.py", "Cart.total"))
    assert _snippet("costs", found=found).text.split("\n")[:3] == [
        "def total(self, rate: int = RATE) -> int",
        '  """Add the prices of all goods.',
        "  Discounts are subtracted first.",
    ]


def test_the_symbol_that_the_query_names_is_shown_before_a_symbol_with_more_words() -> None:
    text = "def sail(to): return to\n\ndef other():\n    # sail to the north and to the harbour\n    pass\n"
    document = _document(text)
    found = hit("shop.py", 0.7)._replace(spot=Ref("shop.py", "sail"), why=(Evidence(DEFINITIONS, 1.0),))
    assert _snippet("sail north harbour", document, found=found).heading == "sail"


def test_a_query_that_is_the_name_of_a_class_shows_the_class_and_not_its_chunk_with_members_alone() -> None:
    wool = "        wool = 1  # a long line about yarn and its colours\n"
    text = f"def knit():\n{wool * 8}\nclass SailPlan:\n    rope = 1\n\n    def hoist(self):\n{wool * 12}"
    document = _document(f"{text}\n    def drop(self):\n        return SailPlan(1)\n")
    chunks = symbol_chunks(document)
    named = Ref("shop.py", "SailPlan")
    assert [chunk.start > text.index("rope") for chunk in chunks if chunk.ref == named] == [True]
    engine = MemoryEngine()
    engine.write(WriteBatch(indexed=(indexed(document, chunks=chunks),)))
    found = hit("shop.py", 0.7)._replace(spot=named, why=(Evidence(DEFINITIONS, 1.0),))
    (cut,) = CutSnippet()((found,), asking("SailPlan", engine))
    assert cut.snippet is not None
    assert cut.snippet.heading == "SailPlan"


def test_a_symbol_with_words_of_the_query_in_its_name_is_shown_before_one_with_more_words() -> None:
    text = "def plot(to):\n    return (sail, to, north)\n\ndef sail_north(to):\n    return to\n"
    assert _snippet("sail to the north", _document(text)).heading == "sail_north"


def test_a_word_in_a_long_name_counts_less_than_in_a_short_one() -> None:
    text = "def restore_sails_of_all_models(to): return to\n\ndef sails(to): return to\n"
    assert _snippet("sail", _document(text)).heading == "sails"


def test_a_symbol_is_shown_before_imports_with_more_words() -> None:
    text = "import sail, harbour, north\n\ndef plot(to):\n    return to.sail, to.harbour\n"
    assert _snippet("sail north to harbour", _document(text)).heading == "plot"


def test_a_quotation_is_in_the_snippet() -> None:
    assert "discounted = [price - self.discount(price) for price in prices]" in _snippet('prices "discount price"').text


def test_a_definition_on_one_line_is_shown_whole_if_its_body_matches() -> None:
    assert _lines("north", "def f(): return north()\n\ndef g(): return 2\n") == ["def f(): return north()"]


def test_lines_of_a_file_with_carriage_returns_are_separate() -> None:
    assert _lines("shipping goods", _SHOP.replace("\n", "\r\n")) == _lines("shipping goods")


def test_control_characters_are_shown_as_blanks() -> None:
    lines = _lines("north", "def f():\n    x = 'a\u2028b\x0cnorth\x1b[31m'\n")
    assert lines == ["def f()", "  x = 'a b north [31m'"]


_WORDS = st.sampled_from(
    ["def f(a):\n", "    ", "north ", "south", "\n", "class A:\n", "…", "# ", "x" * 90, "\r\n", "\t", '"""']
)


@pytest.mark.parametrize("name", ["a.py", "a.js", "a.lua"])
@settings(max_examples=30, deadline=None)
@given(parts=st.lists(_WORDS, max_size=30), size=st.integers(20, 300))
def test_a_snippet_is_never_longer_than_its_size(name: str, parts: list[str], size: int) -> None:
    document = _document("".join(parts), name)
    snippet = _cut('north "south x"', document, size=size).snippet
    assert snippet is None or len(snippet.text) <= size


def test_a_file_without_a_match_is_shown_from_behind_its_licence() -> None:
    text = '// Copyright 2014 A. Author.\n// Use is governed by a licence.\n\npackage render\n\nimport "fmt"\n'
    assert _lines("nothing", text, "render.go") == ["package render", 'import "fmt"']
    assert _lines("author", text, "render.go")[0] == "// Copyright 2014 A. Author."


_LOADING = """
def parse_invalid_format(text, format, specifier):
    \"\"\"Parse an invalid format: the specifier is invalid, the format is not.\"\"\"
    invalid = format.specifier(text)
    return invalid or format


def load(text):
    if not text:
        raise ValueError("Invalid format specifier")
    return text
"""


def test_the_line_with_the_whole_query_is_shown_and_not_those_with_its_words() -> None:
    document = _document(_LOADING, "loading.py")
    snippet = _cut("invalid format specifier", document, size=120).snippet
    assert snippet is not None
    assert (snippet.heading, 'ValueError("Invalid format specifier")' in snippet.text) == ("load", True)
    words = _cut("specifier invalid format", document, size=120).snippet
    assert words is not None
    assert words.heading == "parse_invalid_format"


def test_a_line_outside_of_the_selected_symbol_is_not_shown() -> None:
    named = hit("loading.py", 0.7)._replace(spot=Ref("loading.py", "parse_invalid_format"))
    found = named.because(DEFINITIONS, 1.0)
    snippet = _cut("invalid format specifier", _document(_LOADING, "loading.py"), size=120, found=found).snippet
    assert snippet is not None
    assert snippet.heading == "parse_invalid_format"


def test_an_identifier_that_begins_with_a_stop_word_is_shown() -> None:
    text = """
function load(methods) {
  // The value of a request is used as it is.
  return methods.value;
}

function start(methods) {
  methods.forEach(load);
}
"""
    found = _cut("how is the value of forEach used", _document(text, "app.js"), size=200)
    assert found.snippet is not None
    assert "forEach" in found.snippet.text


def test_the_place_with_a_whole_identifier_is_shown_and_not_one_with_more_of_its_words() -> None:
    text = """
def read_name(boat):
    return boat.settings["ROPE_HOLDER_NAME"]


def holder(boat):
    # The value of the holder of a rope, without a name it is not used.
    rope = boat.rope
    return rope.holder.name if rope else None
"""
    found = _cut("how is the value of ROPE_HOLDER_NAME used", _document(text), size=200)
    assert found.snippet is not None
    assert "ROPE_HOLDER_NAME" in found.snippet.text


def test_the_text_of_a_notebook_is_shown_without_markup() -> None:
    text = notebook(markdown("## The *tides*\n\nSee [the pier](pier.ipynb) at ebb."), code("x = 1"))
    found = _cut("pier", parse_file("a.ipynb", text, modified=0.0)).snippet
    assert found is not None
    assert "# See the pier at ebb." in found.text.split("\n")
