"""Source files of one construct each in Python, C, Java and TypeScript, for the growth benchmark.

A node of a syntax tree with more than 10,000 children has no symbols in dowse, so that most constructs stay below that
at 1 MB; those that end in "at once" are above.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple


class SourceConstruct(NamedTuple):
    """A construct of a language: the ending of its file, and a file of about so many bytes."""

    ending: str
    text: Callable[[int], str]


class _Language(NamedTuple):
    """The pieces of a language; `{n}` is the number of a piece, `{inner}` what is inside."""

    ending: str
    function: str
    method: str
    class_: str  # around methods and statements
    block: str  # of a nested block, up to its body
    end: str  # of a block
    call: str  # of a chain
    around: str  # statements in a function
    statement: str
    imported: str
    parameter: str
    literals: str
    comment: str
    variable: str  # with a class, and a call of its method


_LANGUAGES: Mapping[str, _Language] = {
    "Python": _Language(
        ".py",
        "def grow_{n}(river: River, stone):\n    letter = grow_{m}(river, stone)\n"
        "    return river.flow(letter, {n})\n\n\n",
        "    def grow_{n}(self, stone):\n        self.letter = self.grow_{m}(stone)\n        return self.letter\n\n",
        "class River:\n{inner}",
        "",
        "",
        "\n      .flow({n})",
        "def market_{k}(river):\n{inner}\n\n",
        "    stone_{n} = river(letter, {n})\n",
        "from market.n{n} import letter as letter_{n}\n",
        "stone_{n}: River = None,",
        '    letters_{n} = ["river {n}", "stone {n}", \'cloud {n}\']\n',
        "# The river flows to the market, letter {n}.\n",
        "    river_{n} = River({n})\n    river_{n}.flow()\n",
    ),
    "C": _Language(
        ".c",
        "static int grow_{n}(struct river *river, int stone) {{\n  int letter = grow_{m}(river, stone);\n"
        "  return flow(river, letter + {n});\n}}\n\n",
        "  int (*grow_{n})(struct river *river, int stone);\n",
        "struct river {{\n{inner}}};\n",
        "if (river_{n}) {{\n",
        "}\n",
        "\n      ->flow({n})",
        "static void market_{k}(river_t river) {{\n{inner}}}\n\n",
        "  int stone_{n} = river(letter, {n});\n",
        '#include "market/n{n}.h"\n',
        "river_t stone_{n},",
        '  const char *letters_{n}[] = {{"river {n}", "stone {n}", "cloud {n}"}};\n',
        "/* The river flows to the market, letter {n}. */\n",
        "  river_t river_{n} = open_river({n});\n  river_{n}->flow();\n",
    ),
    "Java": _Language(
        ".java",
        "class Grow{n} {{ int grow_{n}(River river, int stone) {{\n  int letter = grow_{m}(river, stone);\n"
        "  return river.flow(letter + {n});\n}} }}\n\n",
        "  int grow_{n}(int stone) {{\n    this.letter = this.grow_{m}(stone);\n    return this.letter;\n  }}\n\n",
        "class River {{\n{inner}}}\n",
        "if (river_{n}) {{\n",
        "}\n",
        "\n      .flow({n})",
        "class Market_{k} {{ void market(River river) {{\n{inner}}} }}\n\n",
        "  int stone_{n} = river(letter, {n});\n",
        "import market.n{n}.Letter;\n",
        "River stone_{n},",
        '  String[] letters_{n} = {{"river {n}", "stone {n}", "cloud {n}"}};\n',
        "// The river flows to the market, letter {n}.\n",
        "  River river_{n} = new River({n});\n  river_{n}.flow();\n",
    ),
    "TypeScript": _Language(
        ".ts",
        "export function grow_{n}(river: River, stone: number) {{\n  const letter = grow_{m}(river, stone);\n"
        "  return river.flow(letter + {n});\n}}\n\n",
        "  grow_{n}(stone: number) {{\n    this.letter = this.grow_{m}(stone);\n    return this.letter;\n  }}\n\n",
        "class River {{\n{inner}}}\n",
        "if (river_{n}) {{\n",
        "}\n",
        "\n      .flow({n})",
        "function market_{k}(river: River) {{\n{inner}}}\n\n",
        "  const stone_{n} = river(letter, {n});\n",
        "import {{ letter as letter_{n} }} from './market/n{n}';\n",
        "stone_{n}: River,",
        '  const letters_{n} = ["river {n}", "stone {n}", `cloud {n}`];\n',
        "// The river flows to the market, letter {n}.\n",
        "  const river_{n} = new River({n});\n  river_{n}.flow();\n",
    ),
}
_IN_A_FUNCTION = 200  # pieces


def _pieces(piece: str, size: int, first: int = 0) -> str:
    """Numbered pieces of so many bytes in all."""
    taken: list[str] = []
    length, n = 0, first
    while length < size:
        taken.append(piece.format(n=n, m=max(0, n - 1)))
        length, n = length + len(taken[-1]), n + 1
    return "".join(taken)


def _of(piece: str, around: str = "{inner}") -> Callable[[int], str]:
    return lambda size: around.format(inner=_pieces(piece, size - len(around)), k=0)


def _in_functions(piece: str, around: str) -> Callable[[int], str]:
    """Functions with 200 pieces each."""

    def text(size: int) -> str:
        taken: list[str] = []
        length = 0
        while length < size:
            first = len(taken) * _IN_A_FUNCTION
            inner = "".join(piece.format(n=n, m=max(0, n - 1)) for n in range(first, first + _IN_A_FUNCTION))
            taken.append(around.format(inner=inner, k=len(taken)))
            length += len(taken[-1])
        return "".join(taken)

    return text


def _nested(language: _Language) -> Callable[[int], str]:
    """Functions with blocks within each other: those of Python, which are indented, 40 deep, and others in one."""

    def text(size: int) -> str:
        if language.ending == ".py":
            blocks = [f"{' ' * (n + 1)}if river_{n}:\n" for n in range(40)]
            return _filled(lambda k: f"def market_{k}():\n{''.join(blocks)}{' ' * 41}stone({k})\n\n\n", size)
        before = _pieces(language.block, size * 9 // 10)
        return language.around.format(inner=before + language.end * before.count("\n"), k=0)

    return text


def _chain(language: _Language) -> Callable[[int], str]:
    """A chain of calls, a line each."""
    begin, end = ("    (river", "\n    )\n") if language.ending == ".py" else ("  river", ";\n")
    return lambda size: language.around.format(inner=begin + _pieces(language.call, size) + end, k=0)


def _parameters(language: _Language) -> Callable[[int], str]:
    """Functions with 200 parameters each."""
    head, _, tail = language.around.partition("(")
    inner = "    pass\n" if language.ending == ".py" else ""
    tail = tail.partition(")")[2].replace("{inner}", inner)
    if language.ending == ".java":
        head, tail = "class Market_{k} {{ void market", " {{ }} }}\n\n"
    return lambda size: _filled(lambda k: _with_parameters(language, head, tail, k), size)


def _with_parameters(language: _Language, head: str, tail: str, k: int) -> str:
    listed = "\n".join(language.parameter.format(n=n) for n in range(_IN_A_FUNCTION)).rstrip(",")
    return head.format(k=k) + "(" + listed + ")" + tail.format(k=k)


def _filled(piece: Callable[[int], str], size: int) -> str:
    taken: list[str] = []
    length = 0
    while length < size:
        taken.append(piece(len(taken)))
        length += len(taken[-1])
    return "".join(taken)


def _constructs(name: str, language: _Language) -> Mapping[str, SourceConstruct]:
    texts: Mapping[str, Callable[[int], str]] = {
        "functions": _of(language.function),
        "methods of a class": _of(language.method, language.class_),
        "nested blocks": _nested(language),
        "chain of calls": _chain(language),
        "statements": _in_functions(language.statement, language.around),
        "statements at once": _of(language.statement, language.around),
        "imports": _of(language.imported),
        "parameters": _parameters(language),
        "string literals": _in_functions(language.literals, language.around),
        "comments": _of(language.comment),
        "variables with a class": _in_functions(language.variable, language.around),
        "open brackets": lambda size: language.around.format(inner=("    " + "(" * 50 + "\n") * (size // 55), k=0),
        "open blocks": lambda size: language.function.format(n=1, m=0) + "{\n" * (size // 2),
    }
    return {f"{name}: {construct}": SourceConstruct(language.ending, text) for construct, text in texts.items()}


SOURCE_CONSTRUCTS: Mapping[str, SourceConstruct] = {
    name: construct
    for language, pieces in _LANGUAGES.items()
    for name, construct in _constructs(language, pieces).items()
}
