"""A guide that answers as well as source code ranks among the first hits, whatever source code is boosted by."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.hit import Evidence, Hit, Hits
from dowse.ports.pipeline import QueryTraits
from dowse.stages.code.code_boost import GUIDE, CodeBoost
from dowse.stages.code.guide_rank import GUIDE_RANK, GuideRank
from dowse.stages.snippets.snippet import CutSnippet
from tests.contract.engines import Engine, paths
from tests.making import hit, make
from tests.retrieval.asking import asking, holding

_ENGINE = holding(make("a.md", "x"))
_SOURCES = ("src/one.py", "src/two.py", "src/three.py")


def _code(path: str, score: float) -> Hit:
    made = hit(path, score)
    return made._replace(head=made.head._replace(kind="code"))


def _beside_code(*others: Hit) -> Hits:
    """Three source files with scores of 0.9, 0.8 and 0.7, and the others."""
    return (*(_code(path, 0.9 - 0.1 * n) for n, path in enumerate(_SOURCES)), *others)


def _marked(path: str, score: float, share: float = 0.7) -> Hit:
    return hit(path, score).because(GUIDE, share)


def _ranked(query: str, hits: Hits) -> Hits:
    return GuideRank()(hits, asking(query, _ENGINE))


def test_the_best_marked_guide_is_third_with_the_score_of_the_hit_in_this_place() -> None:
    hits = _ranked("rate limit", _beside_code(hit("poor.md", 0.5), _marked("guide.md", 0.4), _marked("other.md", 0.3)))
    assert list(paths(hits)) == ["src/one.py", "src/two.py", "guide.md", "src/three.py", "poor.md", "other.md"]
    assert (hits[2].score, hits[2].why[-1]) == (hits[3].score, Evidence(GUIDE_RANK, 3))


@pytest.mark.parametrize(
    ("query", "hits"),
    [
        ("rate limit", _beside_code(hit("poor.md", 0.5))),
        ("rate limit", _beside_code(_marked("tests/readme.md", 0.5))),
        ("RateLimit", _beside_code(_marked("guide.md", 0.5))),
        ("rate limit", (hit("first.md", 1.0), *_beside_code(_marked("guide.md", 0.5)))),
        ("rate limit", _beside_code()[:2]),
    ],
    ids=["no marked one", "a text of tests", "a symbol", "a guide above", "fewer hits"],
)
def test_other_lists_stay_as_they_are(query: str, hits: Hits) -> None:
    assert _ranked(query, hits) == hits


def _headed(*headings: str) -> Engine:
    """An engine with a guide of these headings."""
    text = "".join(f"# {each}\n\ntext\n\n" for each in headings)
    return holding(parse_file("guide.md", text.encode(), modified=1.0))


@pytest.mark.parametrize(
    ("query", "heading", "is_first"),
    [
        ("rate limit", "Rate limits", True),
        ("how do I retry a failed job", "Retrying or discarding failed jobs", True),
        ("retry a job", "Retrying or discarding failed jobs", False),  # less than three fifths of its words
        ("rate limit of a worker", "Rate limits", False),
        ("limit", "Limit", False),  # one word is in many headings
        ("RateLimit", "Rate limit", False),
    ],
)
def test_a_guide_is_first_with_a_heading_of_the_words_of_the_query(query: str, heading: str, is_first: bool) -> None:
    hits = GuideRank()(_beside_code(_marked("guide.md", 0.4)), asking(query, _headed("Jobs", heading, "Others")))
    assert (hits[0].ref.doc == "guide.md") == is_first
    assert not is_first or (hits[0].score, hits[0].why[-1]) == (
        hits[1].score,
        Evidence(GUIDE_RANK, 1, names=(heading,)),
    )


def test_the_snippet_shows_the_section_of_the_heading() -> None:
    heading = "Limits of the rate of jobs in a queue"
    text = f"# Jobs\n\nA rate limit queue. The rate limit queue has a queue.\n\n# {heading}\n\nSome."
    run = asking("rate limit queue", holding(parse_file("guide.md", text.encode(), modified=1.0)))
    first = CutSnippet()(GuideRank()(_beside_code(_marked("guide.md", 0.4)), run)[:1], run)[0]
    assert first.snippet is not None
    assert first.snippet.heading == heading


def test_a_guide_of_which_the_title_has_the_words_has_no_heading_as_evidence() -> None:
    guide = _marked("guide.md", 0.4)
    guide = guide._replace(head=guide.head._replace(title="Rate limits"))
    first = GuideRank()(_beside_code(guide), asking("rate limit", _headed("Jobs")))[0]
    assert first.why[-1] == Evidence(GUIDE_RANK, 1)


def test_the_first_of_three_guides_with_such_a_heading_is_first() -> None:
    engine = _headed("Rate limits")
    others = [_marked(f"other{n}.md", 0.6 - 0.1 * n) for n in range(3)]
    hits = _beside_code(*others[:2], _marked("guide.md", 0.1))
    assert GuideRank()(hits, asking("rate limits", engine))[0].ref.doc == "guide.md"
    hits = _beside_code(*others, _marked("guide.md", 0.1))
    assert GuideRank()(hits, asking("rate limits", engine))[0].ref.doc == "src/one.py"


@pytest.mark.parametrize(
    ("query", "share", "is_first"),
    [
        ("keep an inactive tab", 1.4, True),
        ("how long is data kept", 1.4, True),
        ("how do I keep data", 1.4, True),
        ("where do I put static files", 1.4, True),
        ("where to put static files", 1.4, True),
        ("keep an inactive tab", 1.3, False),
        ("how is the data kept in memory", 1.9, False),  # asks for the code that does so
        ("where are the cookies parsed", 1.9, False),
        ("tabs", 1.9, False),  # one word is often a name of the code
    ],
)
def test_a_guide_far_ahead_of_source_code_before_its_boosts_is_first(query: str, share: float, is_first: bool) -> None:
    hits = _ranked(query, _beside_code(_marked("guide.md", 0.4, share), _marked("other.md", 0.3, 2.0)))
    assert (hits[0].ref.doc == "guide.md") == is_first
    assert not is_first or (hits[0].score, hits[0].why[-1]) == (hits[1].score, Evidence(GUIDE_RANK, 1))


def test_a_list_of_which_a_page_is_first_stays_as_it_is() -> None:
    hits = (hit("first.md", 1.0), *_beside_code(_marked("guide.md", 0.5)))
    assert GuideRank()(hits, asking("rate limits", _headed("Rate limits"))) == hits


def test_guides_that_answer_nearly_as_well_as_source_code_before_its_boosts_are_marked() -> None:
    listed = (
        _code("src/one.py", 0.5),
        hit("good.md", 0.4),
        hit("CHANGELOG.md", 0.4),
        hit("AUTHORS", 0.4),
        hit("poor.md", 0.2),
    )
    hits = CodeBoost()(listed, asking("rate limit", _ENGINE))
    assert {each.ref.doc: [r.value for r in each.why if r.source == GUIDE] for each in hits} == {
        "src/one.py": [],
        "good.md": [pytest.approx(0.8)],
        "CHANGELOG.md": [],
        "AUTHORS": [],
        "poor.md": [],
    }


def test_a_search_for_linked_documents_has_no_such_rank() -> None:
    assert GuideRank().adapted(QueryTraits(is_linked=True)) is None
