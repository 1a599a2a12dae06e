"""How languages find the names that a file uses, as data."""

from __future__ import annotations

from ...model.value_class import dataclass

_SCRIPTS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")


@dataclass(frozen=True, slots=True)
class ScopeRules:
    """How a language finds the names that a file uses."""

    name: str
    endings: tuple[str, ...]  # with their dots
    index_names: tuple[str, ...] = ()  # files that stand for their folder, without ending
    shares_folder: bool = False  # whether the files of a folder see each other's names
    has_implicit_members: bool = False  # whether a method calls others of its class by their bare names
    imports_all: bool = False  # whether an import of a module without names brings all of them
    has_namespaces: bool = False  # whether imports name namespaces, whose files lie in folders of that name
    has_packages: bool = False  # whether files state their package, which is the same in several source roots
    opens_modules: bool = (
        False  # whether several files have parts of a module, whose names are looked up around a place
    )
    states_types: bool = False  # whether methods and fields state the classes of their values
    receivers: frozenset[str] = frozenset()  # what a method calls its object, or the class around
    base_receivers: frozenset[str] = frozenset()  # what it calls them for the members of the base classes

    @property
    def states_namespace(self) -> bool:
        """Whether a file states the namespace or the package that it is in."""
        return self.has_namespaces or self.has_packages


_THIS = frozenset({"this"})
_SUPER = frozenset({"super"})
_RULES = (
    ScopeRules(
        "python",
        (".py", ".pyi", ".pyw"),
        ("__init__",),
        receivers=frozenset({"self", "cls"}),
        base_receivers=frozenset({"super()"}),
    ),
    # `const self = this` is a habit.
    ScopeRules("ecmascript", _SCRIPTS, ("index",), receivers=_THIS | {"self"}, base_receivers=_SUPER),
    ScopeRules("go", (".go",), shares_folder=True, states_types=True),  # whose methods name their receivers
    ScopeRules(
        "rust", (".rs",), ("mod",), states_types=True, receivers=frozenset({"self", "Self"})
    ),  # `super` is a module
    ScopeRules(
        "java",
        (".java",),
        shares_folder=True,
        has_implicit_members=True,
        has_packages=True,
        states_types=True,
        receivers=_THIS,
        base_receivers=_SUPER,
    ),
    ScopeRules(
        "csharp",
        (".cs", ".csx"),
        shares_folder=True,
        has_implicit_members=True,
        has_namespaces=True,
        states_types=True,
        receivers=_THIS,
        base_receivers=frozenset({"base"}),
    ),
    ScopeRules(
        "php",
        (".php", ".phtml", ".inc"),
        shares_folder=True,
        states_types=True,
        receivers=frozenset({"$this", "self", "static"}),
        base_receivers=frozenset({"parent"}),
    ),
    # `super` calls the method of the base: `super.f` is a method of what that returns.
    ScopeRules(
        "ruby",
        (".rb", ".rake", ".gemspec"),
        has_implicit_members=True,
        imports_all=True,
        opens_modules=True,
        receivers=frozenset({"self"}),
    ),
    ScopeRules(
        "c",
        (".c", ".h", ".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".txx"),
        has_implicit_members=True,
        imports_all=True,
        opens_modules=True,
        receivers=_THIS,
        base_receivers=frozenset({"base"}),  # `using base = parent<T>` is a habit
    ),
    ScopeRules("bash", (".sh", ".bash", ".bats"), imports_all=True),
)
_BY_ENDING = {ending: rules for rules in _RULES for ending in rules.endings}
_BY_ENDING[".ipynb"] = _BY_ENDING[".py"]  # a notebook imports as Python does, and no file imports a notebook
_COMPILED_ALONE = frozenset({".c", ".cc", ".cpp", ".cxx", ".c++"})  # of C and C++, without headers
PYTHON, ECMASCRIPT, GO, RUST, JAVA = _RULES[:5]
_BY_LANGUAGE = {rules.name: rules for rules in _RULES} | {"javascript": ECMASCRIPT, "typescript": ECMASCRIPT}
C, CSHARP, RUBY = _BY_ENDING[".c"], _BY_ENDING[".cs"], _BY_ENDING[".rb"]
PHP, BASH = _BY_ENDING[".php"], _BY_ENDING[".sh"]


def rules_of(path: str) -> ScopeRules | None:
    """The rules of the language of a source file; None for a language whose imports are not resolved."""
    return _BY_ENDING.get(ending_of(path))


def rules_of_script(language: str) -> ScopeRules | None:
    """The rules of a script whose name has no ending, by its language."""
    return _BY_LANGUAGE.get(language)


def is_compiled_alone(path: str) -> bool:
    """Whether the path is that of a source of C or C++ and not of a header: few files include it."""
    return ending_of(path) in _COMPILED_ALONE


def ending_of(path: str) -> str:
    """The ending of the file name in lower case, with its dot; empty for none."""
    name = path.rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    return f".{ending.lower()}" if dot and stem else ""


def stem_of(name: str) -> str:
    """The name without its ending; `x.d.ts` is `x`."""
    ending = ending_of(name)
    return (name[: -len(ending)] if ending else name).removesuffix(".d")
