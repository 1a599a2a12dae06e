"""Find the files that an import means, by the rules by which each language looks for modules."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence

from ...model.document import Head
from ...model.lazy_pattern import lazy_pattern
from ...model.source_reference import ImportReference
from .module_keys import CRATE_ROOTS, MAJOR_VERSION, module_key, module_parts, namespace_ends, python_folder
from .scope_rules import ECMASCRIPT, GO, JAVA, PYTHON, RUST, ScopeRules, ending_of, rules_of, stem_of
from .script_packages import ScriptPackages

_COMPILED = lazy_pattern(r"\.(?:[cm]?jsx?|d\.[cm]?ts)\Z")  # the endings of the files that the compiler makes
_ROOTS = frozenset({"", "src", "lib", "python"})  # folders at the top of a vault from which modules are imported


class ModuleFiles:
    """Source files by module key, and whether a path is that of a document.

    `consult` is called with the keys of what is looked at.
    """

    def __init__(
        self,
        called: Callable[[Iterable[str]], Mapping[str, Sequence[Head]]],
        exists: Callable[[str], bool],
        *,
        packages: ScriptPackages | None = None,
        consult: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._called = called
        self._exists = exists
        self.packages = packages or ScriptPackages()
        self.consult = consult
        self._paths: dict[str, tuple[str, ...]] = {}

    def announce(self, keys: Iterable[str]) -> None:
        """Looks up many keys at once."""
        missing = [key for key in keys if key not in self._paths]
        found = self._called(missing) if missing else {}
        for key in missing:
            self._paths[key] = tuple(head.path for head in found.get(key, ()) if head.kind == "code")

    def forget(self) -> None:
        """Lets all files be looked up again."""
        self._paths.clear()

    def named(self, name: str) -> tuple[str, ...]:
        """The source files of a module of that simple name."""
        key = module_key(name)
        self.consult(key)
        if key not in self._paths:
            self.announce((key,))
        return self._paths[key]

    def of_folder(self, folder: str, rules: ScopeRules) -> list[str]:
        """The files of the language in the folder, whose files see each other."""
        listed = self.named(folder.rpartition("/")[2])
        return [path for path in listed if posixpath.dirname(path) == folder and rules_of(path) == rules]

    def of_package(self, package: str) -> tuple[str, ...]:
        """The files that state to be in the package of Java, in all source roots."""
        return tuple(sorted(path for path in self.named(f"{package}.") if path.endswith(JAVA.endings)))

    def of_import(self, each: ImportReference, source: str) -> tuple[str, ...]:
        """The files that the module of the import means, best first; several are parts of one module."""
        rules = rules_of(source)
        return _FINDERS[rules.name](self, each, source) if rules else ()

    def of_path(self, path: str, rules: ScopeRules) -> tuple[str, ...]:
        """The file of a module at a path without an ending."""
        folder, _, name = path.rpartition("/")
        wanted = [f"{path}{ending}" for ending in rules.endings]
        wanted += [f"{path}/{index}{ending}" for index in rules.index_names for ending in rules.endings]
        names = {name, stem_of(name), *((folder.rpartition("/")[2],) if name in rules.index_names else ())}
        known = {each for name in names for each in self.named(name)}
        if not path or not name:
            return tuple(each.lstrip("/") for each in wanted if self._exists(each.lstrip("/")))[:1]
        return tuple(each for each in wanted if each in known)[:1]

    def ending_with(self, parts: Sequence[str], endings: Iterable[str]) -> list[str]:
        """The files whose path ends with these folders and this name."""
        ends = tuple(f"/{'/'.join(parts)}{ending}" for ending in endings)
        return [path for path in self.named(parts[-1]) if f"/{path}".endswith(ends)] if parts else []

    def exists(self, path: str) -> bool:
        """Whether there is a document at the path."""
        return self._exists(path)


def _python(files: ModuleFiles, each: ImportReference, source: str) -> tuple[str, ...]:
    parts = module_parts(each.module)
    rules = PYTHON
    if each.level:
        folder = python_folder(source, each.level)
        return files.of_path("/".join(filter(None, (folder, *parts))), rules)
    if not parts:
        return ()
    listed = [path for path in files.named(parts[-1]) if rules_of(path) == rules]
    roots = [(_root(path, parts), path) for path in listed]
    fitting = [(root, path) for root, path in roots if root is not None and _is_root(root, path, source, files)]
    return tuple(path for _, path in sorted(fitting, key=lambda pair: _distance(pair[0], pair[1], source)))[:1]


def _root(path: str, parts: Sequence[str]) -> str | None:
    """The folder from which the module is imported; None when the path is not that of the module."""
    stem = path.removesuffix(ending_of(path)).removesuffix("/__init__")
    wanted = "/".join(parts)
    if stem == wanted:
        return ""
    return stem[: -len(wanted) - 1] if stem.endswith(f"/{wanted}") else None


def _is_root(root: str, path: str, source: str, files: ModuleFiles) -> bool:
    """Whether modules are imported from the folder: a package is not, and a lone module only from near."""
    if root and files.exists(f"{root}/__init__.py"):
        return False
    is_package = "/" in path.removeprefix(f"{root}/" if root else "")
    return is_package or root in _ROOTS or source.startswith(f"{root}/")


def _distance(root: str, path: str, source: str) -> tuple[int, int, str]:
    """Lowest for the root nearest to the source."""
    common = posixpath.commonpath((f"/{root}", f"/{posixpath.dirname(source)}"))
    return -common.count("/"), path.count("/"), path


def _ecmascript(files: ModuleFiles, each: ImportReference, source: str) -> tuple[str, ...]:
    if not each.level:
        paths = files.packages.candidates(each.module, source, files.consult)
        return next(filter(None, (_script_file(files, path) for path in paths)), ())
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), each.module))
    return () if path.startswith("../") else _script_file(files, "" if path == "." else path)


def _script_file(files: ModuleFiles, path: str) -> tuple[str, ...]:
    rules = ECMASCRIPT
    if ending_of(path) in rules.endings and files.exists(path):
        return (path,)
    return files.of_path(path, rules) or files.of_path(_COMPILED.sub("", path), rules)


def _go(files: ModuleFiles, each: ImportReference, source: str) -> tuple[str, ...]:
    """The files of the module with that path, or else of the folder whose path has the longest end of it."""
    for folder in files.packages.go_folders(each.module, source):
        if package := _go_package(files, folder):
            return package
    parts = each.module.split("/")
    if "." not in parts[0]:  # of the standard library
        return ()
    if len(parts) > 1 and MAJOR_VERSION.match(parts[-1]):
        parts = parts[:-1]
    listed = (path for path in files.named(parts[-1]) if path.endswith(".go"))
    folders = {posixpath.dirname(path) for path in listed if not path.endswith("_test.go")}
    best = max(folders, key=lambda folder: (_common_end(folder.split("/"), parts), folder), default="")
    if not best:
        return ()
    depth = best.count("/") + 1
    common = _common_end(best.split("/"), parts)
    is_whole = common == depth or common >= 2
    return _go_package(files, best) if is_whole else ()


def _go_package(files: ModuleFiles, folder: str) -> tuple[str, ...]:
    """The files that others import: those of tests see the package, and no one sees them."""
    return tuple(sorted(path for path in files.of_folder(folder, GO) if not path.endswith("_test.go")))


def _common_end(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = zip(reversed(one), reversed(other), strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _rust(files: ModuleFiles, each: ImportReference, source: str) -> tuple[str, ...]:
    parts = module_parts(each.module)
    rules = RUST
    folder = posixpath.dirname(source)
    stem = stem_of(source.rpartition("/")[2])
    own = folder if stem in {"mod", "lib", "main"} else posixpath.join(folder, stem)
    if not parts:
        return ()
    if parts[0] == "crate":
        start, rest = _crate_root(files, folder), parts[1:]
    elif parts[0] in {"self", "super"}:
        start, rest = own, parts
        while rest and rest[0] in {"self", "super"}:
            start = posixpath.dirname(start) if rest[0] == "super" else start
            rest = rest[1:]
    else:
        start, rest = own, parts
    if start is None:
        return ()
    return _rust_file(files, start, rest, rules)


def _rust_file(files: ModuleFiles, start: str, rest: Sequence[str], rules: ScopeRules) -> tuple[str, ...]:
    path = posixpath.join(start, *rest)
    if rest:
        return files.of_path(path, rules)
    roots = (posixpath.join(start, name) for name in ("mod.rs", *CRATE_ROOTS))
    return tuple(root for root in (*roots, f"{start}.rs") if files.exists(root))[:1]


def _crate_root(files: ModuleFiles, folder: str) -> str | None:
    while True:
        if any(files.exists(posixpath.join(folder, name)) for name in CRATE_ROOTS):
            return folder
        if not folder:
            return None
        folder = posixpath.dirname(folder)


def _java(files: ModuleFiles, each: ImportReference, _source: str) -> tuple[str, ...]:
    """The files of the type in all source roots, or those of the package."""
    parts = module_parts(each.module)
    if each.name == "*":
        return files.of_package(".".join(parts)) or _java_type(files, parts)
    return _java_type(files, (*parts, each.name) if each.name else parts) or _java_type(files, parts)


def _java_type(files: ModuleFiles, parts: Sequence[str]) -> tuple[str, ...]:
    listed = files.ending_with(parts[-1:], JAVA.endings) if len(parts) > 1 else ()
    package = {*files.of_package(".".join(parts[:-1]))} if listed else ()
    return tuple(sorted(path for path in listed if path in package))


def _php(files: ModuleFiles, each: ImportReference, source: str) -> tuple[str, ...]:
    if each.level or "/" in each.module:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), each.module.lstrip("/")))
        return (path,) if files.exists(path) else ()
    parts = (*module_parts(each.module), *((each.name,) if each.name else ()))
    listed = [path for path in files.named(parts[-1]) if path.endswith(".php")] if parts else []
    ranked = [(_common_end(path.removesuffix(".php").split("/"), parts), path) for path in listed]
    best = max((common for common, _ in ranked), default=0)
    fitting = [path for common, path in ranked if common == best]
    return (fitting[0],) if best > 1 and len(fitting) == 1 else ()


def _beside(files: ModuleFiles, each: ImportReference, source: str) -> tuple[str, ...]:
    """By the path from the folder of the source, or by the end of a path where one file has it."""
    written = each.module.strip("<>")
    rules = rules_of(source)
    endings = ("", *(rules.endings[:1] if rules and rules.name in {"ruby", "bash"} else ()))
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), written))
    for ending in endings:
        if not each.module.startswith("<") and files.exists(path + ending):
            return (path + ending,)
    parts = [part for part in written.split("/") if part not in {"", ".", ".."}]
    if not parts or (each.module.startswith("<") and len(parts) < 2):
        return ()
    ends = tuple(f"/{'/'.join(parts)}{ending}" for ending in endings)
    listed = [path for path in files.named(stem_of(parts[-1])) if f"/{path}".endswith(ends)]
    return tuple(listed) if len(listed) == 1 else ()


def _csharp(files: ModuleFiles, each: ImportReference, _source: str) -> tuple[str, ...]:
    """The files that declare the namespace, or else those in the folders whose path ends with its whole name.

    `A.B/C` is the folder of `A.B.C`.
    """
    parts = module_parts(each.module)
    if declaring := [path for path in files.named(".".join(parts)) if path.endswith(".cs")]:
        return tuple(sorted(declaring))
    listed = {path for name in namespace_ends(parts) for path in files.named(name) if path.endswith(".cs")}
    ending = f".{'.'.join(parts)}"
    return tuple(sorted(path for path in listed if f".{posixpath.dirname(path).replace('/', '.')}".endswith(ending)))


_FINDERS: Mapping[str, Callable[[ModuleFiles, ImportReference, str], tuple[str, ...]]] = {
    "python": _python,
    "ecmascript": _ecmascript,
    "go": _go,
    "rust": _rust,
    "java": _java,
    "csharp": _csharp,
    "php": _php,
    "ruby": _beside,
    "c": _beside,
    "bash": _beside,
}
