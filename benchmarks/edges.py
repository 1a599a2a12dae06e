"""How many edges between symbols are right: calls, imports and mentions, against jedi and the TypeScript compiler.

    pip install jedi; npm install typescript@5; NODE_PATH=$PWD/node_modules python benchmarks/edges.py FOLDER...

A FOLDER is the root of a project in Python or TypeScript.  Calls: pairs of a symbol and the symbol of the folder that
it calls; precision among those of which the other program knows what is called, recall among its pairs.  Calls through
variables whose types only that program infers count as missed.  Imports: statements that name a module of the folder by
a relative path, or by the name of one of its top folders or of its packages of JavaScript, and the share with a file.
Mentions: roles of Sphinx with a qualified name in texts and docstrings of Python, of which the resolver is given the
last part, without the role or with it, or the last two.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sysconfig
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.filesystem.walk import walk
from dowse.formats.code.module_settings import is_module_settings
from dowse.formats.detect import parse_file
from dowse.formats.registry import format_of
from dowse.graph.source_references.mention_resolution import resolved_mentions
from dowse.graph.source_references.symbol_resolution import SourceResolver
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.indexing.module_configuration import configure_modules, script_packages
from dowse.model.document import Document
from dowse.model.source_reference import CodeMention, MentionRole
from dowse.ports.indexed_document import FileStamp, IndexedDocument, WriteBatch

_ROLE = re.compile(r":(meth|class|func|attr|exc|data):`([^`]+)`")
_TITLED = re.compile(r".*<(.*)>\s*$", re.DOTALL)

Place = tuple[str, str]  # path, qualified name of the symbol
Pair = tuple[Place, Place]


class Called(NamedTuple):
    """What another program knows of the calls of a folder."""

    pairs: set[Pair]  # to symbols of the folder
    others: set[tuple[Place, str]]  # the symbol around the call, and the name of something else that is called


class Project:
    """A folder of source code, indexed."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        found = ((path, path.relative_to(self.root).as_posix()) for path in sorted(self.root.rglob("*")))
        self.documents = {name: each for path, name in found if path.is_file() and (each := _parsed(path, name))}
        self.index = MemoryEngine()
        stamp = FileStamp(1, 1)
        self.index.write(
            WriteBatch(indexed=tuple(IndexedDocument(each, stamp, ()) for each in self.documents.values()))
        )
        walked = walk(self.root, lambda _: False, ignoring=("!.*/",), configures=is_module_settings)
        configure_modules(self.root, walked.configuring, self.index)
        started = time.process_time()
        link_pending(self.index, budget=TimeBudget(time.monotonic), progress=lambda _: None)
        self.seconds = time.process_time() - started
        self._lines = {name: _symbol_lines(each) for name, each in self.documents.items()}

    def around(self, path: str, line: int) -> Place:
        """The innermost symbol around a line."""
        inside = [(last - first, name) for name, _, first, last in self._lines.get(path, ()) if first <= line <= last]
        return path, min(inside)[1] if inside else ""

    def symbol(self, path: str, line: int, name: str) -> Place | None:
        """The innermost symbol of that simple name around a line."""
        inside = [
            (last - first, own)
            for own, title, first, last in self._lines.get(path, ())
            if first <= line <= last and title == name
        ]
        return (path, min(inside)[1]) if inside else None

    def texts(self, ending: str) -> Iterator[tuple[str, str]]:
        """Paths and texts of the documents with an ending."""
        return ((path, each.text) for path, each in self.documents.items() if path.endswith(ending))


def main() -> None:
    """Prints a row for each folder, then the mentions of all together."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    heads = ("folder", "files", "s CPU", "calls", "P", "R", "unknown", "imports", "found")
    print("{:<28} {:>5} {:>6} {:>6} {:>6} {:>6} {:>8} {:>8} {:>6}".format(*heads))
    mentions: Counter[tuple[str, bool]] = Counter()
    for folder in arguments.folders:
        project = Project(folder)
        is_python = any(path.endswith(".py") for path in project.documents)
        _print_row(project, _calls_by_jedi(project) if is_python else _calls_by_typescript(project))
        if is_python:
            mentions += _mentions(project)
    for form in ("qualified", "single", "single with a role"):
        right, wrong = mentions[form, True], mentions[form, False]
        if right + wrong:
            print(f"mentions by a name, {form}: {right} of {right + wrong} right ({right / (right + wrong):.3f})")


def _print_row(project: Project, known: Called) -> None:
    edges = project.index.references()
    ours = {
        (project.around(each.source.doc, each.line), (each.target.doc, each.target.section))
        for each in edges
        if each.relation == "calls"
    }
    right = ours & known.pairs
    named = {(source, target[1].rpartition(".")[2].partition("~")[0]) for source, target in known.pairs} | known.others
    wrong = {
        (source, target)
        for source, target in ours - right
        if (source, target[1].rpartition(".")[2].partition("~")[0]) in named
    }
    inside, found = _imports(project)
    name, files = "/".join(project.root.parts[-2:]), len(project.documents)
    precision, recall = len(right) / max(1, len(right | wrong)), len(right) / max(1, len(known.pairs))
    print(
        f"{name:<28} {files:>5} {project.seconds:>6.2f} {len(known.pairs):>6} {precision:>6.3f} {recall:>6.3f} "
        f"{len(ours - right - wrong):>8} {inside:>8} {found / max(1, inside):>6.3f}"
    )


def _imports(project: Project) -> tuple[int, int]:
    """The imports of modules of the folder, and those whose file is found."""
    packages = [Path(path).parent for path in project.documents if path.endswith("/__init__.py")]
    tops = {each.name for each in packages if each.parent not in packages}
    names = tuple(f"{name}/" for name in _package_names(project.root))
    files = SourceResolver(project.index, script_packages(project.index)).sources.modules
    inside = found = 0
    for path, outline in project.index.source_outlines(project.documents).items():
        for each in outline.references.imports:
            if each.level or each.module.partition(".")[0] in tops or f"{each.module}/".startswith(names):
                inside += 1
                found += bool(files.of_import(each, path))
    return inside, found


def _package_names(root: Path) -> Iterator[str]:
    """The names of the packages of JavaScript in the folder, without installed ones."""
    for path in root.rglob("package.json"):
        name = json.loads(path.read_bytes()).get("name") if "node_modules" not in path.parts else None
        if name:
            yield name


def _calls_by_jedi(project: Project) -> Called:
    import jedi  # noqa: PLC0415  # here, since a project in TypeScript needs none

    jedi_project = jedi.Project(
        project.root,
        sys_path=[str(project.root / "src"), str(project.root), sysconfig.get_paths()["stdlib"]],
        smart_sys_path=False,
    )
    pairs: set[Pair] = set()
    others: set[tuple[Place, str]] = set()
    for path, text in project.texts(".py"):
        script = jedi.Script(text, path=project.root / path, project=jedi_project)
        for line, column, start, name in _call_sites(text):
            source = project.around(path, start)
            for each in script.goto(line, column, follow_imports=True):
                target = _place_of(each, project)
                if target:
                    pairs.add((source, target))
                else:
                    others.add((source, name))
    return Called(pairs, others)


def _place_of(name: Any, project: Project) -> Place | None:  # jedi has no types
    if name.module_path is None or not name.module_path.is_relative_to(project.root) or not name.line:
        return None
    return project.symbol(name.module_path.relative_to(project.root).as_posix(), name.line, name.name)


def _call_sites(text: str) -> Iterator[tuple[int, int, int, str]]:
    """Line and column of the last name of each callee, the line where the callee begins, and the name."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return
    lines = text.split("\n")
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name) as callee):
                line, end = callee.end_lineno or 0, (callee.end_col_offset or 1) - 1
                yield line, len(lines[line - 1].encode()[:end].decode()), callee.lineno, name


def _calls_by_typescript(project: Project) -> Called:
    script = Path(__file__).with_name("edges_typescript.js")
    ran = subprocess.run(["node", script, project.root], capture_output=True, text=True, check=True)
    pairs: set[Pair] = set()
    others: set[tuple[Place, str]] = set()
    for call in map(json.loads, ran.stdout.splitlines()):
        source = project.around(call["path"], call["line"])
        for each in call["targets"]:
            target = project.symbol(each["path"], each["line"], each["name"])
            if target:
                pairs.add((source, target))
            else:
                others.add((source, call["name"]))
    return Called(pairs, others)


def _mentions(project: Project) -> Counter[tuple[str, bool]]:
    """Mentions by form, and whether they are right."""
    packages = {Path(path).parent.name for path in project.documents if path.endswith("__init__.py")}
    truth = _roles(project, packages)
    found: Counter[tuple[str, bool]] = Counter()
    roles = _written_roles(project)
    for name, target in truth.items():
        parts = name.split(".")
        forms = [("single", CodeMention(parts[-1], 1, ""))]
        forms += [("single with a role", CodeMention(parts[-1], 1, "", role)) for role in roles[name]]
        if len(parts) > 2 and parts[-2][:1].isupper():
            forms.append(("qualified", CodeMention(".".join(parts[-2:]), 1, "")))
        for form, mention in forms:
            (own,) = resolved_mentions({"note": [mention]}, project.index).values()
            for edge in own.edges:
                found[form, (edge.target.doc, edge.target.section.partition("~")[0]) == target] += 1
    return found


def _written_roles(project: Project) -> Mapping[str, set[MentionRole]]:
    """The names in roles, with the roles that a resolution reads."""
    found: defaultdict[str, set[MentionRole]] = defaultdict(set)
    for _, text in (*project.texts(".rst"), *project.texts(".py")):
        for role, written in _ROLE.findall(text):
            name = _TITLED.sub(r"\1", written).lstrip("~!.").removesuffix("()").strip()
            if role in get_args(MentionRole):
                found[name].add(role)
    return found


def _roles(project: Project, packages: Iterable[str]) -> Mapping[str, Place]:
    """The qualified names in roles that mean a symbol of the folder, with the symbol that jedi finds."""
    import jedi  # noqa: PLC0415  # as above

    jedi_project = jedi.Project(
        project.root, sys_path=[str(project.root / "src"), sysconfig.get_paths()["stdlib"]], smart_sys_path=False
    )
    names = {
        _TITLED.sub(r"\1", written).lstrip("~!.").removesuffix("()").strip()
        for _, text in (*project.texts(".rst"), *project.texts(".py"))
        for _, written in _ROLE.findall(text)
    }
    found: defaultdict[str, Place] = defaultdict()
    for name in sorted(names):
        package = name.partition(".")[0]
        if package not in packages or package == name or not name.replace(".", "").isidentifier():
            continue
        script = jedi.Script(f"import {package}\n{name}", path=project.root / "x.py", project=jedi_project)
        for each in script.goto(2, len(name), follow_imports=True)[:1]:
            if target := _place_of(each, project):
                found[name] = target[0], target[1].partition("~")[0]
    return found


def _parsed(path: Path, name: str) -> Document | None:
    spec = format_of(name)
    data = path.read_bytes()
    if spec is None or len(data) > 1 << 20 or spec.sniff(data):
        return None
    return parse_file(name, data, modified=0.0)


def _symbol_lines(document: Document) -> list[tuple[str, str, int, int]]:
    """Qualified name, simple name, first and last line of each symbol."""
    text = document.text
    return [
        (unit.name, unit.title, text.count("\n", 0, unit.start) + 1, text.count("\n", 0, max(0, unit.end - 1)) + 1)
        for unit in document.units
        if unit.title and document.head.kind == "code"
    ]


if __name__ == "__main__":
    main()
