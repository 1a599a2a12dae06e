"""Source files get a share of the scores of their headers."""

from __future__ import annotations

import pytest

from dowse.model.hit import Hit, Hits
from dowse.model.ref import Ref
from dowse.stages.code.header_boost import HEADER_BOOST, HeaderBoost
from tests.making import make
from tests.retrieval.asking import asking, holding


def _hits(*scored: tuple[str, float]) -> Hits:
    return tuple(Hit(Ref(path), make(path, kind="code").head, score) for path, score in scored)


def _boosted(query: str, *scored: tuple[str, float]) -> list[tuple[str, float]]:
    hits = HeaderBoost(0.5)(_hits(*scored), asking(query, holding()))
    return [(hit.ref.doc, round(hit.score, 3)) for hit in hits]


def test_a_source_file_gets_half_of_the_score_of_its_header() -> None:
    found = _boosted("moor a boat", ("lib/moor.h", 0.6), ("lib/quay.c", 0.5), ("lib/moor.c", 0.4))
    assert found == [("lib/moor.c", 0.7), ("lib/moor.h", 0.6), ("lib/quay.c", 0.5)]


def test_the_score_of_the_header_is_evidence_as_a_share_of_the_best() -> None:
    hits = HeaderBoost()(_hits(("moor.hpp", 0.4), ("moor.cpp", 0.8)), asking("moor a boat", holding()))
    assert [(each.source, each.value) for each in hits[0].why] == [(HEADER_BOOST, 0.5)]


def test_the_source_file_in_the_folder_of_the_header_comes_before_another_of_the_name() -> None:
    scored = ("src/moor.h", 0.4), ("test/moor.cc", 0.3), ("src/moor.cc", 0.1)
    assert dict(_boosted("moor a boat", *scored)) == {"src/moor.h": 0.4, "test/moor.cc": 0.3, "src/moor.cc": 0.3}
    elsewhere = ("include/boats/moor.h", 0.4), ("src/moor.cc", 0.1)
    assert dict(_boosted("moor a boat", *elsewhere)) == {"include/boats/moor.h": 0.4, "src/moor.cc": 0.3}


@pytest.mark.parametrize(
    ("query", "header", "source"),
    [
        ("moor_boat", "moor.h", "moor.c"),  # Definitions
        ("moor a boat", "moor.h", "moor.py"),
        ("moor a boat", "moor.h", "moor.ml"),
        ("moor a boat", "moor.h", "moorings.c"),
        ("moor a boat", "moor.ts", "moor.js"),
        ("moor a boat", "moor.pb.h", "moor.cc"),
        ("moor a boat", "moor.h", "moor.pb.cc"),
    ],
)
def test_other_hits_keep_their_scores(query: str, header: str, source: str) -> None:
    assert _boosted(query, (header, 0.6), (source, 0.4)) == [(header, 0.6), (source, 0.4)]


def test_of_several_sections_of_a_header_the_best_counts() -> None:
    scored = ("moor.h", 0.6), ("moor.c", 0.4), ("moor.h", 0.1)
    assert _boosted("moor a boat", *scored) == [("moor.c", 0.7), ("moor.h", 0.6), ("moor.h", 0.1)]


def test_an_interface_file_of_ocaml_is_a_header() -> None:
    assert _boosted("moor a boat", ("moor.mli", 0.6), ("moor.ml", 0.4))[0] == ("moor.ml", 0.7)
