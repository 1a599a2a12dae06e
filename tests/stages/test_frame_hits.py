"""A place in a file that the query names: its document comes first, and the snippet shows its lines."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.document import Document
from dowse.model.hit import Hit
from dowse.query.ast import FieldEquals
from dowse.stages.pin import Pin
from dowse.stages.snippets.snippet import CutSnippet
from tests.contract.engines import paths
from tests.making import hit
from tests.retrieval.asking import asking, holding

_SOURCE = """import time


class Connection:
    def connect(self):
        return self.dial(time.time())

    def close(self):
        # the socket
        self.socket.shutdown()
"""


def _file(path: str, text: str = _SOURCE) -> Document:
    return parse_file(path, text.encode(), modified=0.0)


_PLAIN = _file("kombu/connection.py")
_DEEP = _file("kombu/asynchronous/aws/connection.py", "x = 1\n" * 20)
_TEST = _file("tests/entity.py")
_ENTITY = _file("src/kombu/model/entity.py")
_NOTE = _file("notes/plan.md", "# Plan\n\nBuy tents.\n\n## Costs\n\nThe ferry costs 9 euros.\n")
_BLANKS = _file("notes/Low water plan.md", "# Low water plan\n\nSail.\n")
_CART = _file(
    "src/Shop.Core/Orders/Cart.cs",
    "namespace Shop.Orders\n{\n    public class Cart\n    {\n        public void Clear() { }\n\n"
    "        /// <summary>Adds.</summary>\n        public void Add(int n)\n        {\n            Count += n;\n"
    "        }\n    }\n}\n",
)
_BOX = "namespace Shop\n{{\n    public partial class Box\n    {{\n{0}    }}\n}}\n"
_PART = _file("src/Box.Async.cs", _BOX.format("        public void Ship() { }\n"))
_BOX_PART = _file(
    "src/Box.cs",
    _BOX.format(
        "        public Box(int n) { }\n        public Box(string name, int n) { }\n"
        "        public void Put(int n) { }\n        public void Put(string name, int n) { }\n"
        "        public void Put<T>(string name, int n) { }\n"
    ),
)
_INNER = _file("src/Lid.cs", "namespace Shop\n{\nnamespace Tins\n{\nclass Lid { void Shut() { } }\n}\n}\n")
_COPIES = tuple(_file(f"copy{n}/Jar.cs", "namespace Shop;\nclass Jar { void Fill() { } }\n") for n in range(3))
_JAVA = "package com.{0};\n\nclass Main {{\n  void run() {{\n    go();\n  }}\n}}\n"
_MAIN = _file("src/main/java/com/shop/internal/Main.java", _JAVA.format("shop.internal"))
_FLAT = _file("flat/Other.java", _JAVA.format("flat").replace("Main", "Other"))
_KOTLIN = _file("core/common/src/Job.kt", "package com.shop.tasks\n\nfun run() {\n    go()\n}\n")
_READERS = _file(
    "src/com/shop/Readers.java",
    "package com.shop;\n\nclass Readers {\n  class A {\n    int read() {\n      return 1;\n    }\n  }\n"
    "  class B {\n    int read() {\n      return 2;\n    }\n  }\n"
    "  int size = 3;\n  int write() {\n    return 4;\n  }\n}\n",
)
_LINT = _file(
    "lib/lint.rb",
    "class Lint\n  # Starts.\n  def start\n    1\n  end\n  # Checks.\n  def call\n    2\n  end\nend\n"
    "class Body\n  def size\n    3\n  end\n\n  # Checks.\n  # Twice.\n  def call\n    4\n  end\nend\n",
)
_BADGES = _file("docs/badges.md", "# Badges\n\n[![Build](https://a.b/c.svg)](https://a.b)\n\n## Use\n\nRun it.\n")
_ENGINE = holding(
    _LINT,
    _KOTLIN,
    _READERS,
    _BADGES,
    _CART,
    _PART,
    _BOX_PART,
    _INNER,
    *_COPIES,
    _MAIN,
    _FLAT,
    _PLAIN,
    _DEEP,
    _TEST,
    _ENTITY,
    _NOTE,
    _BLANKS,
)
_HITS = (hit(_DEEP.head.path, 1.0), hit(_PLAIN.head.path, 0.4))


def _first(query: str) -> Hit:
    run = asking(query, _ENGINE)
    return CutSnippet()(Pin()(_HITS, run)[:1], run)[0]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("kombu/connection.py:6", ["kombu/connection.py"]),
        ("why does /usr/lib/site-packages/kombu/connection.py:6 fail", ["kombu/connection.py"]),
        ("connection.py:6:12", ["kombu/connection.py", "kombu/asynchronous/aws/connection.py"]),
        ("connection.py:18", ["kombu/asynchronous/aws/connection.py"]),
        ("connection.py#L6-L9", ["kombu/connection.py", "kombu/asynchronous/aws/connection.py"]),
        ("https://github.com/o/r/blob/main/kombu/connection.py#L6", ["kombu/connection.py"]),
        ("http://localhost:8000/kombu/connection.py:6", ["kombu/connection.py"]),
        ("aws/connection.py:3", ["kombu/asynchronous/aws/connection.py"]),
        ("entity.py:1", ["src/kombu/model/entity.py", "tests/entity.py"]),
        ("/x/other/model/entity.py:1", ["src/kombu/model/entity.py"]),
        ("notes/Low water plan.md:3", ["notes/Low water plan.md"]),
        ("see Low water plan.md:3: Sail", ["notes/Low water plan.md"]),
        ("see water plan.md:3", ["notes/plan.md"]),
        ("notes/Low water plan.md:3\nnotes/plan.md:3", ["notes/Low water plan.md", "notes/plan.md"]),
        ("at com.shop.internal.Main.run(Main.java:5)", [_MAIN.head.path]),
        ("at com.shop.internal.Main.run(Unknown Source)", [_MAIN.head.path]),
        ("at com.flat.Other.run(Other.java:5)", ["flat/Other.java"]),
        ("at com.shop.tasks.JobKt$run$1.invokeSuspend(Job.kt:4)", ["core/common/src/Job.kt"]),
        ("at com.shop.tasks.JobKt.run(Job.kt:4)", ["core/common/src/Job.kt"]),
        ("at com.flat.Other.run(Renamed.java:5)", ["flat/Other.java"]),
        ("   at Shop.Orders.Cart.Add(Int32 n)", [_CART.head.path]),
        ("   at Cart.Add(Int32 n)", [_CART.head.path]),
        ("   at Shop.Box..ctor(Int32 n)", [_BOX_PART.head.path]),
        ("   at Shop.Tins.Lid.Shut()", [_INNER.head.path]),
        ("at f (tests/entity.py:1:1)\nat g (kombu/connection.py:2:1)", ["tests/entity.py", "kombu/connection.py"]),
    ],
)
def test_the_files_whose_path_ends_so_come_first_with_the_score_1(query: str, expected: list[str]) -> None:
    found = Pin()(_HITS, asking(query, _ENGINE))
    assert paths(found)[: len(expected)] == expected
    assert [each.score for each in found[: len(expected)]] == [1.0] * len(expected)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("connection.py:6 fails", [_DEEP.head.path]),
        ("connection.py:6 is the", [_PLAIN.head.path, _DEEP.head.path]),
        ("at connect (connection.py:7:1)", [_PLAIN.head.path]),
        ("connection.py:18 socket", [_DEEP.head.path]),
        ("connection.py:9000 socket", [_DEEP.head.path]),
    ],
)
def test_of_namesakes_the_line_the_function_and_then_other_words_decide(query: str, expected: list[str]) -> None:
    found = Pin()(_HITS, asking(query, _ENGINE))
    assert [each.ref.doc for each in found if any(reason.source == "pin" for reason in each.why)] == expected


def test_of_namesakes_those_that_the_filters_select_are_meant() -> None:
    hits = (hit("tests/entity.py", 0.2),)
    found = Pin()(hits, asking("entity.py:1 fails", _ENGINE, where=FieldEquals("path", "tests")))
    assert [(each.ref.doc, each.score) for each in found] == [("tests/entity.py", 1.0)]


@pytest.mark.parametrize(
    "query",
    [
        "other/thing.py:6",
        "/x/other/entity.go:1",
        "path:kombu/connection.py:6",
        "at com.acme.internal.Main.run(Main.java:5)",
        "at com.acme.Main.run(Unknown Source)",
        "at com.acme.JobKt.run(Job.kt:4)",
        "   at Acme.Orders.Cart.Add(Int32 n)",
        "   at Shop.Orders.Cart.Drop(Int32 n)",
        "   at Shop.Jar.Fill()",
    ],
)
def test_other_places_pin_nothing(query: str) -> None:
    assert Pin()(_HITS, asking(query, _ENGINE)) == _HITS


def test_a_file_that_the_filters_exclude_stays_out() -> None:
    assert Pin()((), asking("kombu/connection.py:6", _ENGINE, where=FieldEquals("path", "tests"))) == ()


@pytest.mark.parametrize(
    ("query", "symbol", "shown"),
    [
        ("kombu/connection.py:10", "Connection.close", "self.socket.shutdown()"),
        ("kombu/connection.py:8 time", "Connection.close", "def close(self)"),
        ('File "kombu/connection.py", line 6, in connect', "Connection.connect", "self.dial"),
        ('File "kombu/connection.py", line 900, in close', "Connection.close", "def close"),
        ('File "kombu/connection.py", line 10, in connect', "Connection.connect", "def connect"),
        ("   at Shop.Orders.Cart.Add(Int32 n)", "Cart.Add", "public void Add"),
        ("   at Shop.Box..ctor(Int32 n)", "Box.Box", "Box(int n)"),
        ("   at Shop.Box..ctor(String name, Int32 n)", "Box.Box~2", "Box(string name"),
        ("   at Shop.Box.Put(String name, Int32 n)", "Box.Put~2", "Put(string name"),
        ("   at Shop.Box.Put(Int32 n)", "Box.Put", "Put(int n"),
        ("   at Shop.Box.Put[T](String name, Int32 n)", "Box.Put~3", "Put<T>(string name"),
        ("at com.shop.Readers$A.read(Readers.java:6)", "Readers.A.read", "return 1;"),
        ("at com.shop.Readers$B.read(Readers.java:6)", "Readers.B.read", "int read()"),
        ("at com.shop.Readers$1.read(Readers.java:16)", "Readers.write", "return 4;"),
        ("at com.shop.Readers$B.read(Readers.java:900)", "Readers.B.read", "int read()"),
        ("lib/lint.rb:4:in 'call'", "Lint.start", "1"),
        ("lib/lint.rb:2:in 'call'", "Lint.call", "def call"),
        ("lib/lint.rb:16:in 'call'", "Body.call", "def call"),
        ("at com.flat.Other.run(Other.java:5)", "Other.run", "go();"),
        ("at com.flat.Other.run(Renamed.java:900)", "Other.run", "void run()"),
    ],
)
def test_the_snippet_shows_the_line_or_the_function_that_the_trace_names(query: str, symbol: str, shown: str) -> None:
    found = _first(query)
    assert found.snippet is not None
    assert found.spot is not None
    assert (found.spot.section, shown in found.snippet.text) == (symbol, True)


def test_the_snippet_of_a_note_shows_the_line() -> None:
    found = _first("plan.md:7 tents")
    assert found.snippet is not None
    assert (found.snippet.heading, found.snippet.line, "9 euros" in found.snippet.text) == ("Costs", 7, True)


def test_the_snippet_shows_a_line_of_markup_as_written() -> None:
    found = _first("badges.md:3")
    assert found.snippet is not None
    assert (found.snippet.line, found.snippet.text) == (3, "[![Build](https://a.b/c.svg)](https://a.b)")
    heading = _first("badges.md#L5")
    assert heading.snippet is not None
    assert (heading.snippet.heading, heading.snippet.text) == ("Use", "Run it.")


def test_a_line_behind_the_end_shows_what_the_words_find() -> None:
    found = _first("plan.md:9000 ferry costs euros")
    assert found.snippet is not None
    assert "9 euros" in found.snippet.text
