"""The names of modules, and the keys under which imports look for the source files that they mean."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence

from ...model.document import Head
from ...model.lazy_pattern import lazy_pattern
from ...model.module_settings import GoModule, ModuleSettings
from ...model.source_reference import ImportReference, SourceReferences
from .scope_rules import ScopeRules, ending_of, rules_of, stem_of
from .script_packages import script_keys

_KEY = "/. {}"  # of a look-up by module: no name_key and no address_key has this form
GLOBAL_USINGS = "global using"  # in the place of a name, for the files of C# that open namespaces for others
MAJOR_VERSION = lazy_pattern(r"v\d+\Z")  # at the end of a path of Go
CRATE_ROOTS = ("lib.rs", "main.rs")  # the files of Rust that stand for their package


def module_key(name: str) -> str:
    """The key under which `called` finds the files that a module of that simple name may be in."""
    return _KEY.format(name.casefold())


def module_keys(head: Head) -> set[str]:
    """The keys under which imports look for the source file: its name, and its folder where that is the module."""
    rules = rules_of(head.path) if head.kind == "code" else None
    is_module = rules and ending_of(head.path) in rules.endings  # unlike a notebook
    return {module_key(name) for name in _module_names(head.path, rules)} if rules and is_module else set()


def namespaces(references: SourceReferences) -> Iterator[str]:
    """The namespaces of C# or the package of Java, with a dot behind it, that a file states.

    It offers all that it has under these names.
    """
    return (each.alias for each in references.imports if each.is_own_name and each.name == "*" and each.alias)


def namespace_keys(references: SourceReferences) -> set[str]:
    """The keys under which imports look for the file by its namespaces, and for one that opens others for all files."""
    is_global = any(each.reexported and each.module and not each.name and not each.alias for each in references.imports)
    return {*map(module_key, namespaces(references)), *((module_key(GLOBAL_USINGS),) if is_global else ())}


def module_name(path: str, rules: ScopeRules) -> str:
    """The simple name by which others import the file."""
    folder, _, name = path.rpartition("/")
    stem = stem_of(name)
    return folder.rpartition("/")[2] if stem in rules.index_names else stem


def _module_names(path: str, rules: ScopeRules) -> Iterator[str]:
    folder, _, name = path.rpartition("/")
    stem = stem_of(name)
    if stem in rules.index_names or rules.shares_folder or name in CRATE_ROOTS:
        yield folder.rpartition("/")[2]
    if stem not in rules.index_names:
        yield stem


def settings_keys(path: str, settings: ModuleSettings) -> set[str]:
    """The keys of the look-ups that see what the file at the path, such as a package.json or a go.mod, says."""
    if isinstance(settings, GoModule):
        return set(map(module_key, module_parts(settings.path)[-1:]))
    return script_keys(path, settings)


def import_keys(imports: Iterable[ImportReference], path: str) -> set[str]:
    """The module keys of the files that the imports of the file at the path may mean, and of files that it sees."""
    rules = rules_of(path)
    if rules is None:
        return set()
    names = {name for each in imports for name in _names_of(each, path, rules)}
    if rules.shares_folder:
        names.add(posixpath.dirname(path).rpartition("/")[2])
    return {module_key(name) for name in names}


def _names_of(each: ImportReference, path: str, rules: ScopeRules) -> Iterator[str]:
    parts = module_parts(each.module)
    if rules.name == "ecmascript" and not each.level:
        return  # its file depends on settings of packages and compilers
    if rules.name in {"ecmascript", "c", "bash"} or (each.level and rules.name != "python"):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), each.module.strip("<>")))
        folder, _, name = target.rpartition("/")
        yield stem_of(name)
        if stem_of(name) in rules.index_names:
            yield folder.rpartition("/")[2]
        return
    if rules.has_namespaces:
        yield from namespace_ends(parts)
        return
    if each.level:
        parts = (*python_folder(path, each.level).split("/"), *parts)
    yield from (part for part in (parts[-1] if parts else "", each.name) if part not in {"", "*"})
    if len(parts) > 1:  # a class of a module, or a version at the end
        yield parts[-2]


def is_package(path: str) -> bool:
    """Whether the source file stands for its folder."""
    rules = rules_of(path)
    return rules is not None and stem_of(path.rpartition("/")[2]) in rules.index_names


def module_path(path: str) -> tuple[str, ...]:
    """The folders and the name of a source file as a module: `src/flask/json/__init__.py` gives (src, flask, json).

    A file of Go is a part of its folder.
    """
    folder, _, name = path.rpartition("/")
    rules = rules_of(path)
    is_folder = rules is not None and (rules.name == "go" or is_package(path))
    return (*filter(None, folder.split("/")), *(() if is_folder else (stem_of(name),)))


def module_parts(module: str) -> tuple[str, ...]:
    """The parts of a module name, whatever separates them: `a.b`, `a::b`, `a\\b`, `a/b`."""
    return tuple(part for part in re.split(r"::|[./\\]", module) if part)


def namespace_ends(parts: Sequence[str]) -> Iterator[str]:
    """The names that the folder of a namespace may have: `C`, `B.C`, `A.B.C`."""
    yield from (".".join(parts[at:]) for at in range(len(parts)))


def python_folder(source: str, level: int) -> str:
    """The folder that so many dots before the name of a module mean in that source file."""
    folder = posixpath.dirname(source)
    for _ in range(level - 1):
        folder = posixpath.dirname(folder)
    return folder
