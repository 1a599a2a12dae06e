"""Data members that a query names without their type."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.hit import Hit, Hits
from dowse.model.ref import Ref
from dowse.stages.code.definitions import Definitions
from dowse.stages.snippets.snippet import CutSnippet
from tests.contract.engines import paths
from tests.retrieval.asking import asking, holding

_FILES = {
    "boat.h": "struct boat {\n  int sail;\n  int rope_length; /* in feet */\n};\n",
    "boat.go": "package boat\n\ntype Boat struct {\n\tSail int\n\tropeLength int\n}\n",
    "boat.ts": "export interface Boat {\n  sail: number;\n  ropeLength?: number;\n}\n",
    "boat.rs": "pub struct Boat {\n    pub sail: u8,\n    pub rope_length: u8,\n}\n",
}


def _found(query: str, *files: tuple[str, str]) -> Hits:
    texts = [(f"user{n}.py", "def f(b):\n    return b.rope_length + b.ropeLength\n") for n in range(3)]
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in (*texts, *files)]
    run = asking(query, holding(*documents))
    hits = tuple(Hit(Ref(each.head.path), each.head, 0.9 - n / 10) for n, each in enumerate(documents))
    return CutSnippet(200)(Definitions()(hits, run), run)


@pytest.mark.parametrize("query", ["{}", "where is {} declared"])
@pytest.mark.parametrize("path", _FILES)
def test_the_file_with_the_type_that_declares_the_member_is_first_and_shows_its_line(path: str, query: str) -> None:
    name = "rope_length" if "rope_length" in _FILES[path] else "ropeLength"
    first = _found(query.format(name), (path, _FILES[path]))[0]
    assert first.ref.doc == path
    assert first.spot is not None
    assert first.spot.section.lower() == "boat"
    assert first.snippet is not None
    assert name in first.snippet.text


def test_a_type_that_only_uses_the_name_declares_nothing() -> None:
    text = "export class Boat {\n  f(b: Other) {\n    return b.ropeLength * 2;\n  }\n}\n"
    assert paths(_found("ropeLength", ("boat.ts", text)))[0] == "user0.py"


def test_a_name_that_many_types_declare_means_none_of_them() -> None:
    many = [(f"boat{n}.h", f"struct boat{n} {{\n  int rope_length;\n}};\n") for n in range(4)]
    assert paths(_found("rope_length", *many))[:3] == ["user0.py", "user1.py", "user2.py"]


def test_a_plain_word_is_no_member_that_is_looked_for() -> None:
    text = "struct boat {\n  int Sail;\n};\n"
    assert paths(_found("Sail", ("boat.h", text)))[:3] == ["user0.py", "user1.py", "user2.py"]


def test_a_member_counts_beside_a_symbol_of_another_case() -> None:
    text = "package boat\n\ntype Boat struct {\n\tropeLength int\n}\n"
    other = ("other.go", "package other\n\nfunc RopeLength() int { return 1 }\n")
    assert paths(_found("ropeLength", other, ("boat.go", text)))[:2] == ["boat.go", "other.go"]
