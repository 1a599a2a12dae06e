"""Data members that a query names with their type: the type that declares or sets them is what defines them."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from dowse.app.sessions.vault_session import open_session
from dowse.formats.detect import parse_file
from dowse.model.document import Unit
from dowse.model.hit import Hit, Hits
from dowse.model.ref import Ref
from dowse.search.execute import Request
from dowse.stages.code.data_members import data_member_span
from dowse.stages.code.definitions import Definitions
from dowse.stages.snippets.snippet import CutSnippet
from tests.contract.engines import paths
from tests.retrieval.asking import asking, holding

_FILES = {  # by path: the line that is shown, and the text
    "session.py": (
        "self.timeout = seconds",
        (
            "class Session:\n"
            '    """Keeps the timeout.\n'
            "\n"
            "    :param timeout: in seconds\n"
            '    """\n'
            "\n"
            "    retries = 3\n"
            "\n"
            "    def __init__(self, seconds):\n"
            "        timeout = 2\n"
            "        self.timeout = seconds\n"
            "\n"
            "    def wait(self):\n"
            "        return self.timeout\n"
        ),
    ),
    "set_together.py": (
        "self.timeout, self.retries = seconds, 3",
        (
            "class Session:\n"
            "    def __init__(self, seconds):\n"
            "        f(self.timeout, retries=3)\n"
            "        self.timeout, self.retries = seconds, 3\n"
        ),
    ),
    "set_annotated.py": (
        "self.timeout: float = seconds",
        "class Session:\n    def __init__(self, seconds):\n        self.timeout: float = seconds\n",
    ),
    "documented.py": (
        "self.timeout = timeout",
        (
            "class Session:\n"
            '    """Waits.\n'
            "\n"
            "    Parameters\n"
            "    ----------\n"
            "    timeout : int\n"
            "        In seconds.\n"
            "    timeout: float = 3\n"
            "    >>> self.timeout = 4\n"
            '    """\n'
            "\n"
            "    def __init__(self, timeout):  # it's\n"
            "        self.timeout = timeout\n"
        ),
    ),
    "annotated.py": (
        "timeout: float | None = None",
        (
            "class Session:\n"
            "    name: str\n"
            "    timeout: float | None = None\n"
            "\n"
            "    def f(self):\n"
            "        g(self.timeout)\n"
        ),
    ),
    "color.py": ("timeout = 2", "from enum import Enum\n\n\nclass Session(Enum):\n    open = 1\n    timeout = 2\n"),
    "Session.java": (
        "private static final",
        (
            "public class Session {\n"
            "  /** The timeout of requests. */\n"
            "  private static final Map<String, Long> timeout = of();\n"
            "  void wait(int n) {\n"
            "    return timeout;\n"
            "  }\n"
            "}\n"
        ),
    ),
    "Commented.java": (
        "long timeout = 1",
        (
            "class Session {\n"
            "  /*\n"
            "  int timeout = 3;\n"
            "  */\n"
            "  char quote = '\"';  // don't /*\n"
            '  String text = "/* \\" ", more = """\n'
            "    int timeout = 2;\n"
            '    """;\n'
            "  long timeout = 1;\n"
            "}\n"
        ),
    ),
    "Session.cs": (
        "public int timeout",
        (
            "public class Session\n"
            "{\n"
            "    // timeout: in seconds\n"
            "    public int timeout { get; set; }\n"
            "    void F() { G(timeout); }\n"
            "}\n"
        ),
    ),
    "session.ts": (
        "private readonly timeout",
        "export class Session {\n  private readonly timeout?: number = 3;\n  f() {\n    return this.timeout;\n  }\n}\n",
    ),
    "parameter.ts": (
        "private readonly timeout: number",
        (
            "export class Session {\n"
            "  constructor(\n"
            "    clock: Clock,\n"
            "    private readonly timeout: number,\n"
            "  ) {}\n"
            "  f() {\n"
            "    return this.timeout;\n"
            "  }\n"
            "}\n"
        ),
    ),
    "promoted.php": (
        "private readonly ?Clock $timeout",
        (
            "<?php\n"
            "class Session {\n"
            "    function __construct(private readonly ?Clock $timeout) {}\n"
            "    function f() {\n"
            "        return $this->timeout;\n"
            "    }\n"
            "}\n"
        ),
    ),
    "session.js": (
        "this.timeout = n",
        "class Session {\n  constructor(n) {\n    use(n.timeout);\n    this.timeout = n;\n  }\n}\n",
    ),
    "channel.go": ("timeout <-chan", "package a\n\ntype Session struct {\n\ttimeout <-chan int\n}\n"),
    "session.go": (
        "retries, timeout time.Duration",
        (
            "package a\n"
            "\n"
            "// Session has a timeout of its own.\n"
            "type Session struct {\n"
            "\tname string\n"
            '\tretries, timeout time.Duration `json:"t"`\n'
            "}\n"
        ),
    ),
    "session.rs": (
        "pub timeout: u64",
        "/// The timeout.\npub struct Session {\n    name: String,\n    pub timeout: u64,\n}\n",
    ),
    "session.h": (
        "unsigned long *timeout[2]",
        "struct Session {\n  /* the timeout */\n  unsigned long *timeout[2];\n};\n",
    ),
    "pointer.h": (
        "int (*timeout)(struct Ship *ship",
        "struct Session {\n  int (*timeout)(struct Ship *ship,\n    int n);\n};\n",
    ),
    "several.h": ("unsigned long *timeout, count", "struct Session {\n  unsigned long *timeout, count;\n};\n"),
    "braces.cpp": (
        "std::atomic<int> timeout{3}",
        "class Session {\n  int f(int a) { return timeout; }\n  std::atomic<int> timeout{3};\n};\n",
    ),
    "private.js": ("#timeout = 3", "class Session {\n  #timeout = 3;\n  f() {\n    return this.#timeout;\n  }\n}\n"),
    "session.cpp": (
        "std::map<int, long> timeout",
        (
            "class Session {\n"
            " public:\n"
            "  int f() { return timeout; }\n"
            "\n"
            " private:\n"
            "  std::map<int, long> timeout = {};\n"
            "};\n"
        ),
    ),
    "session.php": (
        "private ?int $timeout",
        "<?php\nclass Session {\n    private ?int $timeout = 3;\n    function f() { return $this->timeout; }\n}\n",
    ),
    "session.rb": (
        "@timeout = n",
        "class Session\n  def initialize(n)\n    use(n.timeout)\n    @timeout = n\n  end\nend\n",
    ),
}
_USER = ("user.py", "def run(session):\n    timeout = Session.timeout\n    use(Session.timeout, timeout, session)\n")


def _found(query: str, *files: tuple[str, str]) -> Hits:
    documents = [parse_file(name, text.encode(), modified=0.0) for name, text in (_USER, *files)]
    first = documents[0]
    hits = (Hit(Ref(first.head.path), first.head, 0.9),)
    run = asking(query, holding(*documents))
    return CutSnippet(200)(Definitions()(hits, run), run)


@pytest.mark.parametrize("query", ["Session.timeout", "Session::timeout", "where is Session.timeout set"])
@pytest.mark.parametrize("path", _FILES)
def test_the_file_of_the_type_is_first_and_shows_the_line_that_declares_or_sets_it(path: str, query: str) -> None:
    first = _found(query, (path, _FILES[path][1]))[0]
    assert first.ref.doc == path
    assert first.snippet is not None
    assert _FILES[path][0] in first.snippet.text


def test_the_symbol_that_sets_it_is_the_place_of_the_hit() -> None:
    first = _found("Session.timeout", ("session.py", _FILES["session.py"][1]))[0]
    assert first.spot == Ref("session.py", "Session.__init__")


@pytest.mark.parametrize(
    "text",
    [
        "class Session:\n    timeouts = 3\n",
        "class Session:\n    def f(self, other):\n        return other.timeout == 3\n",
        "class Session:\n    pass\n\n\nclass Other:\n    timeout = 3\n",
        "class Sessions:\n    timeout = 3\n",
        "def Session():\n    timeout = 3\n",
        "class Session:\n    def f(self):\n        timeout = 3\n        g(timeout=3)\n",
        "class Session:\n    class Other:\n        def f(self):\n            self.timeout = 3\n",
        'class Session:\n    """The timeout: in seconds or so."""\n',
        'class Session:\n    """Waits.\n\n    timeout: int = 3\n    """\n',
    ],
)
def test_what_a_type_only_mentions_is_none_of_its_members(text: str) -> None:
    assert paths(_found("Session.timeout", ("session.py", text))) == ["user.py"]


@pytest.mark.parametrize(
    "text",
    [
        "class Session:\n    def timeout(self):\n        self.timeout = 3\n",
        "class Session:\n    def timeout(self):\n        return 3\n\n    def f(self):\n        timeout = 4\n",
        "class Base:\n    def timeout(self):\n        pass\n\nclass Session(Base):\n    x = f(timeout=2)\n",
        "class Session:\n    def f(self, timeout=2):\n        timeout = 3\n\n    def timeout(self):\n        pass\n",
    ],
)
def test_a_symbol_of_the_type_or_of_its_base_is_no_data_member(text: str) -> None:
    first = _found("Session.timeout", ("session.py", text))[0]
    assert first.spot is not None
    assert first.spot.section.endswith(".timeout")
    assert first.snippet is not None
    assert first.snippet.text.startswith("def timeout(self)")


def test_a_symbol_with_a_mark_behind_the_name_is_no_data_member() -> None:
    text = "class Session\n  def initialize\n    @timeout = false\n  end\n\n  def timeout?\n    @timeout\n  end\nend\n"
    first = _found("where is Session.timeout? defined", ("session.rb", text))[0]
    assert first.spot == Ref("session.rb", "Session.timeout?")
    assert first.snippet is not None
    assert first.snippet.text.startswith("def timeout?")


def test_of_many_types_of_one_name_those_in_files_with_the_name_of_the_member_are_read() -> None:
    others = ((f"a{n:02}.py", f"class Session:\n    name{n} = 1\n") for n in range(20))
    assert _found("Session.timeout", *others, ("b.py", "class Session:\n    timeout = 3\n"))[0].ref.doc == "b.py"


def test_a_filter_leaves_out_the_file_of_the_type() -> None:
    assert paths(_found("Session.timeout path:user.py", ("session.py", _FILES["session.py"][1]))) == ["user.py"]


def test_without_a_declaration_in_the_document_there_is_no_line() -> None:
    document = parse_file("a.py", b"class Session:\n    pass\n", modified=0.0)
    assert data_member_span(document, ("Session.timeout", "timeout", ""), "") is None


@pytest.mark.parametrize(
    "line",
    [
        "x, " * 1_600,
        "self.x: " * 600,
        "x x " * 1_200,
        "\t" * 4_900,
        "x[" * 2_400,
        "x<x> " * 1_000,
        "x\n" * 2_400,
        'x = 1\n"' * 700,
        "x = 1\n'\"\\" * 500,
    ],
)
@pytest.mark.parametrize("path", ["a.py", "a.go", "a.java"])
def test_long_lines_are_read_once(path: str, line: str) -> None:
    """Each would take minutes if its parts were compared with each other."""
    text = f"{line}y\n" * 100
    unit = Unit("Session", "Session", 1, 0, len(text), kind="class")
    document = replace(parse_file(path, b"a = 1", modified=0.0), text=text, units=(unit,))
    data_member_span(document, ("Session.x",), "")
    assert data_member_span(document, ("Session.z",), "") is None


def test_a_member_of_a_base_in_another_file_is_found(tmp_path: Path) -> None:
    (tmp_path / "base.py").write_text("class Base:\n    timeout = 3\n\n\nclass Middle(Base):\n    pass\n")
    (tmp_path / "session.py").write_text("from base import Middle\n\n\nclass Session(Middle):\n    name = 1\n")
    (tmp_path / "user.py").write_text(_USER[1])
    with closing(open_session(tmp_path)) as session:
        session.sync()
        first = session.search(Request("Session.timeout"))[0].hits[0]
    assert (first.ref.doc, first.spot) == ("base.py", Ref("base.py", "Base"))
    assert first.snippet is not None
    assert "timeout = 3" in first.snippet.text
