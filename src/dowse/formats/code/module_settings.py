"""Read package.json, tsconfig.json, go.mod and files like them, as far as they say what imports mean.

The files are of any origin: what does not have the expected form is left out, and lists are cut.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from ...model.lazy_pattern import lazy_pattern
from ...model.module_settings import CompilerOptions, GoModule, ModuleSettings, PackageManifest, Targets

MOST_BYTES = 256 * 1024  # of a file; those of large projects have some 20 kB
_MANIFEST, _WORKSPACE, _GO = "package.json", "pnpm-workspace.yaml", "go.mod"
_CONFIGURATION = lazy_pattern(r"[jt]sconfig[\w.-]*\.json")
_MOST = 500  # names or patterns of a list
_MOST_TARGETS = 16  # paths for one name
_LONGEST = 500  # characters of a name or a path
_DEEPEST = 6  # conditions of an export within each other
_ENTRIES = ("source", "types", "typings", "module", "main")
_FIRST = ("source", "development", "types")  # conditions that lead to a source file more often than others
_DEPENDENCIES = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_FOLDER = lazy_pattern(r"(?:link|file|portal):(?!//)(.+)|(?:workspace:)?(\.{1,2}(?:/.*)?)")  # of a dependency
_OTHER_NAME = lazy_pattern(r"workspace:((?:@[^@/]+/)?[^@/]+)@.+")
_COMMENT = lazy_pattern(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|/\*(?:.*?\*/|.*)', re.DOTALL)
_TRAILING_COMMA = lazy_pattern(r'"(?:[^"\\\n]|\\.)*"?|,(?=\s*[}\]])')
_GO_MODULE = lazy_pattern(r"^[ \t]*module[ \t]+([\"`]?)([^\s\"`()]+)\1[ \t]*(?://.*)?\r?$", re.MULTILINE)
_LIST_ITEM = lazy_pattern(r"\s*-\s+(['\"]?)(.+?)\1\s*(?:\s#.*)?")


def is_module_settings(path: str) -> bool:
    """Whether the file may say what imports mean, by its name."""
    name = path.rpartition("/")[2]
    return name in {_MANIFEST, _WORKSPACE, _GO} or (name.endswith(".json") and bool(_CONFIGURATION.fullmatch(name)))


def module_settings(path: str, text: str) -> ModuleSettings | None:
    """What the file says; None for a file that says nothing about imports, or is broken."""
    name = path.rpartition("/")[2]
    if name == _WORKSPACE:
        patterns = tuple(_yaml_list(text, "packages"))[:_MOST]
        return PackageManifest(workspaces=patterns) if patterns else None
    if name == _GO:
        module = _GO_MODULE.search(text)
        return GoModule(module[2]) if module and _text(module[2]) else None
    try:
        stated = json.loads(_plain_json(text))
    except (ValueError, RecursionError):
        return None
    if not isinstance(stated, dict):
        return None
    found: ModuleSettings = _manifest(stated) if name == _MANIFEST else _compiler_options(stated)
    return found if any(found) else None


def stored(settings: ModuleSettings) -> str:
    """The settings as text, for `restored`."""
    kind = "go" if isinstance(settings, GoModule) else isinstance(settings, PackageManifest)
    return json.dumps([kind, *settings], ensure_ascii=False)


def restored(text: str) -> ModuleSettings | None:
    """The settings that `stored` has written; None for any other text."""
    try:
        kind, *fields = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None
    if kind == "go" and len(fields) == 1:
        return GoModule(_text(fields[0])) if _text(fields[0]) else None
    if kind is True and len(fields) == len(PackageManifest._fields):
        name, workspaces, entries, *targets = fields
        return PackageManifest(_text(name), _texts(workspaces), _texts(entries), *map(_pairs, targets))
    if kind is False and len(fields) == len(CompilerOptions._fields):
        extends, references, base_url, paths = fields
        return CompilerOptions(_texts(extends), _texts(references), _text(base_url), _pairs(paths))
    return None


def _manifest(stated: Mapping[str, object]) -> PackageManifest:
    workspaces = stated.get("workspaces")
    if isinstance(workspaces, dict):  # of yarn: {"packages": [...], "nohoist": [...]}
        workspaces = workspaces.get("packages")
    exports = stated.get("exports")
    if not isinstance(exports, dict) or not any(str(key).startswith(".") for key in exports):
        exports = {".": exports} if exports else {}
    return PackageManifest(
        name=_text(stated.get("name")),
        workspaces=_texts(workspaces),
        entries=tuple(text for key in _ENTRIES if (text := _text(stated.get(key)))),
        exports=_targets(exports),
        imports=_targets(stated.get("imports")),
        links=tuple(_links(stated))[:_MOST],
    )


def _links(stated: Mapping[str, object]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The dependencies that are folders, or packages of the workspace under other names."""
    for key in _DEPENDENCIES:
        listed = stated.get(key)
        for name, version in listed.items() if isinstance(listed, dict) else ():
            text = _text(version)
            if _text(name) and (folder := _FOLDER.fullmatch(text)):
                path = folder[1] or folder[2]
                yield name, (path if path.startswith((".", "/")) else f"./{path}",)
            elif _text(name) and (other := _OTHER_NAME.fullmatch(text)):
                yield name, (other[1],)


def _compiler_options(stated: Mapping[str, object]) -> CompilerOptions:
    options = stated.get("compilerOptions")
    options = options if isinstance(options, dict) else {}
    references = stated.get("references")
    listed = references if isinstance(references, list) else []
    extends = stated.get("extends")
    return CompilerOptions(
        extends=_texts(extends) or _texts([extends]),
        references=_texts([each.get("path") for each in listed if isinstance(each, dict)]),
        base_url=_text(options.get("baseUrl")),
        paths=_targets(options.get("paths")),
    )


def _targets(stated: object) -> Targets:
    if not isinstance(stated, dict):
        return ()
    pairs = ((_text(key), tuple(dict.fromkeys(_leaves(value)))[:_MOST_TARGETS]) for key, value in stated.items())
    return tuple((key, paths) for key, paths in pairs if key and paths)[:_MOST]


def _leaves(stated: object, depth: int = 0) -> Iterator[str]:
    """The paths of an export under any condition, those first that lead to sources."""
    if text := _text(stated):
        yield text
    elif isinstance(stated, list) and depth < _DEEPEST:
        for each in stated[:_MOST_TARGETS]:
            yield from _leaves(each, depth + 1)
    elif isinstance(stated, dict) and depth < _DEEPEST:
        listed = list(stated.items())[:_MOST_TARGETS]
        for _, value in sorted(listed, key=lambda item: _rank(str(item[0]))):
            yield from _leaves(value, depth + 1)


def _rank(condition: str) -> int:
    return _FIRST.index(condition) if condition in _FIRST else len(_FIRST)


def _pairs(stated: object) -> Targets:
    listed = stated if isinstance(stated, list) else []
    pairs = [each for each in listed if isinstance(each, list) and len(each) == 2]
    return tuple((_text(key), _texts(paths)) for key, paths in pairs if _text(key))


def _texts(stated: object) -> tuple[str, ...]:
    listed: Sequence[object] = stated if isinstance(stated, list) else ()
    return tuple(text for each in listed[:_MOST] if (text := _text(each)))


def _text(stated: object) -> str:
    is_usable = isinstance(stated, str) and len(stated) <= _LONGEST and stated.isprintable()
    return str(stated) if is_usable else ""


def _plain_json(text: str) -> str:
    """The text without comments and trailing commas, in linear time whatever the text is."""
    plain = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    plain = _COMMENT.sub(lambda match: match[0] if match[0].startswith('"') else " ", plain)
    return _TRAILING_COMMA.sub(lambda match: match[0] if match[0].startswith('"') else "", plain)


def _yaml_list(text: str, key: str) -> Iterator[str]:
    """The items of a list at the top of a YAML file, one a line."""
    is_inside = False
    for line in text.splitlines():
        if line.startswith(f"{key}:"):
            is_inside = True
        elif is_inside and (item := _LIST_ITEM.fullmatch(line)) and _text(item[2]):
            yield item[2]
        elif line.strip() and not line.lstrip().startswith("#") and not line.startswith((" ", "\t")):
            is_inside = False
