"""What names of C++ mean that another file has in a namespace: `write` and `detail::write`, looked up in the namespaces
around a place, innermost first.

The names of symbols lack the namespaces that a macro opens, such as `fmt` by FMT_BEGIN_NAMESPACE: `fmt::detail::write`
is the symbol `detail.write` where an included file defines such a macro.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...model.edge import ReferenceRule
from .call_edges import ResolvedName
from .file_scope import FileScope
from .source_files import SourceFiles

_STANDARD = "std"  # is of no file of the index, though files add to it

_Member = Callable[[str, str, str, ReferenceRule], ResolvedName | None]


def meaning_in_namespaces(
    parts: Sequence[str], scope: FileScope, at: int | None, sources: SourceFiles, member: _Member
) -> ResolvedName | None:
    """The symbol of a namespace, or the member of a type in one, that a name means; None for a name that the file
    defines where it is used, or its type, and for those outside of namespaces.
    """
    if len(parts) > 1:
        names = [part.removesuffix("<>") for part in parts]
        is_qualified = all(part.isidentifier() for part in names[:-1]) and names[0] not in scope.rules.receivers
        return _qualified(names, scope, at, sources, member) if is_qualified else None
    around = scope.open_namespaces(at)
    if not around or scope.visible(parts[0], at):
        return None
    if (own := scope.type_around(at)) and member(scope.path, own, parts[0], "self"):
        return None
    return next(filter(None, (_of_namespace(f"{outer}.{parts[0]}", scope, sources) for outer in around)), None)


def _qualified(
    names: Sequence[str], scope: FileScope, at: int | None, sources: SourceFiles, member: _Member
) -> ResolvedName | None:
    for written in _without_macros(names, scope, sources):
        around = (*(scope.open_namespaces(at) if written is names else ()), "")
        if found := _inside(written, around, scope, sources, member):
            return found
    return None


def _inside(
    names: Sequence[str], around: Sequence[str], scope: FileScope, sources: SourceFiles, member: _Member
) -> ResolvedName | None:
    """The symbol of the name in one of these namespaces, or the member of a type in one."""
    for outer in around:
        name = ".".join(filter(None, (outer, *names)))
        if found := _of_file(name, scope) or _of_namespace(name, scope, sources):
            return found
    owner = _inside(names[:-1], around, scope, sources, member) if len(names) > 1 else None
    other = sources.scope(owner.path) if owner else None
    has_members = owner is not None and other is not None and other.has_members(owner.symbol)
    return member(owner.path, owner.symbol, names[-1], "class") if owner and has_members else None


def _without_macros(names: Sequence[str], scope: FileScope, sources: SourceFiles) -> Iterator[Sequence[str]]:
    """The name, and the same without the outer namespaces that a macro opens."""
    yield names
    while len(names) > 1 and names[0] != _STANDARD and sources.opens_namespace(names[0], scope):
        names = names[1:]
        yield names


def _of_file(name: str, scope: FileScope) -> ResolvedName | None:
    unit = scope.symbol(name)
    return ResolvedName(scope.path, unit.name, "file") if unit else None


def _of_namespace(name: str, scope: FileScope, sources: SourceFiles) -> ResolvedName | None:
    """The symbol of that qualified name in a file that the file includes, directly or not."""
    other = sources.scope(path) if (path := sources.brought(name, scope)) else None
    unit = other.symbol(name) if other else None
    return ResolvedName(path, unit.name, "import") if unit else None
