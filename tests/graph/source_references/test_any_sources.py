"""Whatever files say: each reference leads to a symbol or a file that is there, in a time that grows with the files."""

from __future__ import annotations

import random

import pytest

from dowse.graph.source_references.reference_resolver import ReferenceResolver
from dowse.model.edge import ResolvedReferences
from tests.formats.code.test_any_source import WITH_SYMBOLS, mutated
from tests.formats.code.test_fixtures import source
from tests.graph.source_references.sources import Sources, meanings


def _resolve_mutated(*, seed: int, copies: int) -> int:
    """The number of references in mutated files of all languages in one folder."""
    chance = random.Random(seed)  # noqa: S311  # no secret
    files = {
        f"{chance.choice(('', 'a/', 'a/b/'))}{language.name}{n}{language.endings[0]}": mutated(
            source(language.name), chance
        ).replace("\ud800", "")
        for language in WITH_SYMBOLS
        for n in range(copies)
    }
    index = Sources(files)
    resolved = ReferenceResolver(index).resolved(files)
    outlines = index.source_outlines(files)
    for path, own in resolved.items():
        assert isinstance(own, ResolvedReferences)
        names = {unit.name for unit in outlines[path].units} | {""}
        for each in own.edges:
            assert each.source.doc == path
            assert each.source.section in names
            assert each.target.section in {unit.name for unit in outlines[each.target.doc].units} | {""}
        assert own.resolved <= own.total
    return sum(len(own.edges) for own in resolved.values())


def test_references_of_mutated_files_lead_to_what_is_there() -> None:
    assert _resolve_mutated(seed=1, copies=4) > 20


@pytest.mark.exhaustive
def test_references_of_many_mutated_files_lead_to_what_is_there() -> None:
    assert sum(_resolve_mutated(seed=seed, copies=20) for seed in range(10, 20)) > 1_000


def test_modules_that_export_each_other_whole_are_searched_once() -> None:
    every = "".join(f"export * from './m{n}';\n" for n in range(40))
    files = {f"m{n}.ts": every for n in range(40)}
    files["m39.ts"] += "export function last() {}\n"
    files["use.ts"] = "import { last, missing } from './m0';\nlast(); missing();\n"
    assert meanings(files) == ["use.ts -> m39.ts#last (import)"]


def test_headers_that_include_each_other_are_searched_once() -> None:
    every = "".join(f'#include "h{n}.h"\n' for n in range(60))
    files = {f"h{n}.h": f"{every}static int f{n}(void) {{ return 1; }}\n" for n in range(60)}
    files["main.c"] = '#include "h0.h"\nint main(void) { return f59() + missing(); }\n'
    assert [each for each in meanings(files) if each.startswith("main.c")] == ["main.c#main -> h59.h#f59 (import)"]


def test_a_member_is_looked_for_in_a_bounded_number_of_base_classes() -> None:
    rows = "".join(f"class C{n}({', '.join(f'C{m}' for m in range(max(0, n - 20), n))}): pass\n" for n in range(1, 500))
    text = f"class C0: pass\n{rows}class Last(C499):\n    def f(self): self.missing()\n"
    assert meanings({"a.py": text}) == []
