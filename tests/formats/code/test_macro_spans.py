"""Declarations among macros that the grammars of C and C++ cannot read come out whole and at their own level."""

from __future__ import annotations

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.macro_spans import blanked, macro_spans
from dowse.formats.code.parsed_source import ParsedSource
from dowse.formats.code.symbols import symbols_of

_HEADER = """\
#ifndef MILL_H
#define MILL_H
#ifdef __cplusplus
extern "C" {
#endif

#define MILL_STATE_MAP(X) \\
  X(IDLE, "at rest") \\
  X(TURN, "turns")

typedef enum {
#define X(code, _) MILL_ ## code,
  MILL_STATE_MAP(X)
#undef X
  MILL_STATE_MAX
} mill_state;

MILL_API const char* mill_name(const struct mill* mill);
MILL_API void mill_replace(mill_malloc_fn malloc_fn,
                           mill_free_fn free_fn);

#define MILL_FIELDS                 \\
  /* public */                      \\
  void* data;                       \\
  /* private */                     \\
  union { int fd; void* rest[4]; } u; \\
  MILL_PRIVATE_FIELDS               \\

/* The base of all parts. */
struct part {
  MILL_FIELDS
};

struct stone {
  MILL_FIELDS
  STONE_FIELDS
};

struct wheel {
  MILL_FIELDS
  /* set by wheel_turn() */
  wheel_cb turned;  // may be NULL
  WHEEL_FIELDS
};

MILL_API int wheel_init(struct mill*, struct wheel* wheel);

union any_part {
  MILL_PART_MAP(X)
};

#ifdef __cplusplus
}
#endif
#endif  /* MILL_H */
"""
_CLASSES = """\
MILL_BEGIN_NAMESPACE
namespace mill {

MILL_BEGIN_EXPORT

/// A stone.
class MILL_API Stone : public Part<int(int)> {
 public:
  MILL_DISALLOW_COPY

  explicit Stone(int weight);
  int weight() const { return weight_; }
 private:
  MILL_API static void turn(int by);
};

template <typename T> struct MILL_API Weight<T, char> final { T value; };
enum class MILL_API Grain : char { rye, wheat };

MILL_END_EXPORT
}  // namespace mill
MILL_END_NAMESPACE
"""


def _names(found: ParsedSource) -> list[str]:
    return [each.qualified_name for each in found.symbols]


def test_structs_among_macros_are_whole_and_in_nothing_else() -> None:
    found = symbols_of(_HEADER, LANGUAGES["c"])
    expected = "MILL_STATE_MAP mill_state X MILL_FIELDS part stone wheel any_part"
    assert _names(found) == expected.split()
    assert all(each.parent is None for each in found.symbols)
    structs = [_HEADER[each.start : each.end] for each in found.symbols if each.kind == "class"]
    assert [text.rpartition("\n")[2] for text in structs] == ["}"] * 4
    assert found.symbols[4].doc == "The base of all parts."


def test_a_macro_is_whole_behind_the_comments_in_it() -> None:
    found = symbols_of(_HEADER, LANGUAGES["c"])
    macro = next(each for each in found.symbols if each.name == "MILL_FIELDS")
    assert _HEADER[macro.start : macro.end].rstrip().endswith("MILL_PRIVATE_FIELDS               \\")
    assert "void* data;" in macro.signature
    assert "public" not in macro.signature


def test_classes_behind_a_macro_have_their_names_and_members() -> None:
    found = symbols_of(_CLASSES, LANGUAGES["cpp"])
    assert [(each.qualified_name, each.kind) for each in found.symbols] == [
        ("mill.Stone", "class"),
        ("mill.Stone.Stone", "method"),
        ("mill.Stone.weight", "method"),
        ("mill.Stone.turn", "method"),
        ("mill.Weight", "class"),
        ("mill.Grain", "enum"),
    ]
    assert (found.symbols[0].signature, found.symbols[0].doc) == (
        "class MILL_API Stone : public Part<int(int)>",
        "A stone.",
    )


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("struct MILL_API Mill {\n  int stones = 2;\n};\n", {"Mill": "class"}),
        ("struct MILL_API Mill {\n  Mill();\n  int stones;\n};\n", {"Mill": "class", "Mill.Mill": "method"}),
        ("class MILL_API Mill {\n public:\n  int stones;\n};\n", {"Mill": "class"}),
        ("struct OPTIONS options(void) {\n  return {};\n}\n", {"options": "function"}),
        ("class URL final {\n  void turn();\n};\n", {"URL": "class", "URL.turn": "method"}),
        ("class URL final : public Mill<int> {\n  int stones;\n};\n", {"URL": "class"}),
    ],
)
def test_a_type_behind_a_macro_that_the_grammar_reads_as_a_function_is_one(text: str, kinds: dict[str, str]) -> None:
    found = symbols_of(text, LANGUAGES["cpp"])
    assert {each.qualified_name: each.kind for each in found.symbols} == kinds


_ATTRIBUTES = """\
class Mill {
 public:
  Mill(int stones) NO_CHECK : stones_(stones) {}
  void turn() REQUIRES(lock_);
  bool stop(const Wheel& wheel)
      LOCKS_EXCLUDED(lock_) RETURNS_BOOL {
    if (wheel) LOG(wheel);
    return true;
  }
  void grind() const override REQUIRES(lock_) { crush(); }

 private:
  int stones_ GUARDED_BY(lock_);
  Wheel wheel_ MILL_GUARDED_BY(lock_) = {};
};

void Mill::turn() REQUIRES(lock_) {
  move();
}

void run() NO_CHECK {
  while (x) STEP(y);
}

int count(void) MILL_PURE;

int most() {
  return 2;
}
"""


def test_functions_before_macros_have_their_own_names() -> None:
    found = symbols_of(_ATTRIBUTES, LANGUAGES["cpp"])
    expected = "Mill Mill.Mill Mill.turn Mill.stop Mill.grind Mill.turn~2 run most"
    assert _names(found) == expected.split()
    assert found.symbols[3].signature == "bool stop(const Wheel& wheel) LOCKS_EXCLUDED(lock_) RETURNS_BOOL"
    calls = {(call.callee[-1], found.symbols[call.symbol].name) for call in found.calls if call.symbol is not None}
    assert {("LOG", "stop"), ("crush", "grind"), ("move", "turn"), ("STEP", "run")} <= calls


def test_a_statement_that_is_a_macro_takes_nothing_below_it() -> None:
    text = (
        'MILL_FLAG(int, stones, 1 << 2,\n          "most (stones)");\nMILL_FLAG(bool, wheel, true, "turns");\n\n'
        "void stop(void*) {\n}\n\nnamespace mill {\n\nMill::Mill(int stones) {\n  turn(stones);\n}\n\n}\n"
    )
    found = symbols_of(text, LANGUAGES["cpp"])
    assert [(each.qualified_name, each.kind) for each in found.symbols] == [
        ("stop", "function"),
        ("mill.Mill.Mill", "method"),
    ]


def test_macros_among_members_are_no_constructors() -> None:
    text = """\
class URL {
 public:
  URL(int port);
  explicit URL(Host host);
  template <class T> URL(T text);
  NO_COPY(URL);
  MILL_PROPERTY(int port);
  static int PORT(int of);
  MILL_SLOT void turn();
};

template <>
struct MILL<int> {
  MILL(int stones);
};
"""
    expected = "URL URL.URL URL.URL~2 URL.URL~3 URL.PORT URL.turn MILL MILL.MILL"
    assert _names(symbols_of(text, LANGUAGES["cpp"])) == expected.split()


def test_types_of_other_types_are_types() -> None:
    text = (
        "typedef Wheels<int> Stones;\ntypedef mill::Wheel Wheel;\ntypedef const mill::Wheels<int>* Pointer;\n"
        "class Mill {\n  typedef std::map<int, Wheel> Map;\n  typedef typename T::value_type value_type;\n};\n"
    )
    found = symbols_of(text, LANGUAGES["cpp"])
    assert [each.qualified_name for each in found.symbols if each.kind == "type"] == [
        "Stones",
        "Wheel",
        "Pointer",
        "Mill.Map",
        "Mill.value_type",
    ]


def test_a_macro_in_a_function_or_an_enum_belongs_to_neither() -> None:
    text = "enum e {\n  A,\n#define MOST A\n  B\n};\nvoid f(void) {\n#define STEP 2\n  g(STEP);\n}\n"
    found = symbols_of(text, LANGUAGES["c"])
    assert [(each.qualified_name, each.kind) for each in found.symbols] == [
        ("e", "enum"),
        ("MOST", "const"),
        ("f", "function"),
        ("STEP", "const"),
    ]


@pytest.mark.parametrize(
    "attributes", ["MILL_NONNULL", "MILL_ALLOC MILL_SIZE(1, 2)", 'MILL_DEPRECATED("turn") MILL_NONNULL']
)
@pytest.mark.parametrize("function", ["static inline bool turn(const char *s) {\n}", "static size_t turn(int by) {\n}"])
def test_attributes_above_a_function_are_no_types_of_it(attributes: str, function: str) -> None:
    text = f"int stop(void);\n\n{attributes}\n{function}\n\nint run(void) {{\n}}\n"
    found = symbols_of(text, LANGUAGES["c"])
    assert [each.name for each in found.symbols] == ["turn", "run"]
    assert not found.has_syntax_errors


@pytest.mark.parametrize(
    "text",
    [
        "int flags = FIRST |\n  SECOND\n  ;\n",  # an operand
        "#define BOTH \\\n  FIRST_FIELDS\n\nint a;\n",  # the text of a macro
        "int a;\nBOOL\nturn(int by) {}\n",  # the type of a function
        "int a;\nMILL_ALLOC\nvoid *turn(int by);\n",  # an attribute of one
        "enum e {\n  FIRST,\n  LAST\n};\nstruct s { enum MODE mode : 2; };\n"[28:],  # a type of a bit field
        "#define ON 1 /* of 2 */\n",  # a comment behind the macro
        "int f() {\n  if (x) LOG(y);\n  foreach (T t, all) LOG(t);\n  a = (int) MOST;\n  MILL(x) LOG(y);\n}\n",
        "#define TURN(x) MOVE(x);\nint MOST(int);\n",
        'extern "C" {\nint f(void);\n}\n',
    ],
)
def test_what_the_grammar_can_read_is_left_as_it_is(text: str) -> None:
    assert macro_spans(text.encode()) == []


def test_blanks_take_the_place_of_spans_but_not_of_line_ends() -> None:
    assert blanked(b"a {\r\nFIELDS\n}", [(2, 11)]) == b"a  \r\n      \n}"


def test_long_lines_of_macros_blanks_and_comments_are_read_once() -> None:
    parts = (
        "A_B\n",
        "\n",
        "/*",
        "#define a /*",
        "#define a /*\n",
        "class ABC D<",
        ") A_B(",
        ") A_B(x) A_B(",
        "x GUARDED_BY(",
        "A_B(int,\n",
        "class ABC D : a",
        ";\nA_B\n/*",
        "#if defined __cplusplus\n",
    )
    for text in (part * 20_000 for part in parts):
        assert blanked(text.encode(), macro_spans(text.encode())).count(b"\n") == text.count("\n")
