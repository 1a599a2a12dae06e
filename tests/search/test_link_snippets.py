"""The snippet of a note that `links:` selects shows the line with the link."""

from __future__ import annotations

import pytest

from dowse.engines.federated.federated_reader import FederatedReader
from dowse.formats.detect import parse_file
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.ports.storage import Reader
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT
from dowse.stages.snippets.link_lines import link_places
from tests.contract.engines import Engine, fill

_LONG = "The tide comes in twice a day and goes out twice a day. " * 12
_NOTES = {
    "Pier.md": "# Pier\n\nBuilt of oak.\n",
    "log.md": f"# Log\n\n{_LONG}\n\nThe crane is at the [[Pier|old landing]], says Vera.\n\nLamps need oil.\n",
    "one line.md": f"# One line\n\nA pier. Pier. {_LONG} The crane is at the [[Pier]], says Vera. {_LONG}\n",
    "no blank.md": f"# No blank\n\n{'潮が満ちて引く。' * 60}鶴は[桟橋](Pier.md)にいる。{'潮が満ちて引く。' * 60}\n",
    "plans.md": f"# Plans\n\n{_LONG}\n\nA [[Quay|new quay]] by May.\n\nAt [[Pier#Roof]], tiles.\n",
    "defined.md": f"# Defined\n\n{_LONG}\n\nThe crane is at the [landing][pier].\n\n{_LONG}\n\n[Pier]: Pier.md\n",
    "child.md": "---\nup: '[[Pier]]'\n---\n# Child\n\nNothing else.\n",
}


def _filled(engine: Engine) -> Engine:
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in _NOTES.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    return engine


def _snippets(query: str, reader: Reader) -> dict[str, tuple[str, int]]:
    """By path, the snippet and its line."""
    hits = search(Request(query), DEFAULT, reader, now=0.0).hits
    return {hit.ref.doc: (hit.snippet.text, hit.snippet.line) for hit in hits if hit.snippet}


def test_a_link_is_shown_by_its_label_with_its_line(engine: Engine) -> None:
    with _filled(engine).snapshot() as reader:
        text, line = _snippets("links:Pier", reader)["log.md"]
    assert text.startswith("The crane is at the old landing, says Vera.")
    assert line == 5


def test_a_line_that_is_longer_than_a_snippet_is_shown_from_shortly_before_the_link(engine: Engine) -> None:
    with _filled(engine).snapshot() as reader:
        text, _ = _snippets("links:Pier", reader)["one line.md"]
    assert "The crane is at the Pier, says Vera." in text


def test_of_a_line_without_blanks_the_sixty_characters_before_the_link_are_shown(engine: Engine) -> None:
    with _filled(engine).snapshot() as reader:
        text, _ = _snippets("links:Pier", reader)["no blank.md"]
    assert "鶴は桟橋にいる。" in text


def test_the_places_of_very_many_links_take_linear_time() -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    text = "Past the [[Pier]].\n" * 100_000
    document = parse_file("log.md", text.encode(), modified=0.0)
    assert link_places(document, (0, len(text)), document.links)[:2] == ((0, 0), (19, 19))


@pytest.mark.parametrize(
    ("query", "shown"), [("links:quay", "A new quay by May."), ("links:Pier#Roof", "At Pier › Roof, tiles.")]
)
def test_a_link_to_a_missing_page_or_heading_is_shown(engine: Engine, query: str, shown: str) -> None:
    with _filled(engine).snapshot() as reader:
        found, in_vaults = _snippets(query, reader), FederatedReader({"port": reader, "more": reader}, {})
        assert found["plans.md"][0].startswith(shown)
        assert _snippets(query.replace(":", ":port:"), in_vaults) == {f"port:{path}": at for path, at in found.items()}


def test_a_link_that_is_defined_below_is_shown_where_it_stands(engine: Engine) -> None:
    with _filled(engine).snapshot() as reader:
        text, line = _snippets("links:Pier", reader)["defined.md"]
    assert text.startswith("The crane is at the landing.")
    assert line == 5


def test_a_link_in_a_property_leaves_the_beginning_of_the_text(engine: Engine) -> None:
    with _filled(engine).snapshot() as reader:
        assert _snippets("links:Pier", reader)["child.md"][0] == "Nothing else."


def test_words_of_the_query_are_shown_before_a_link(engine: Engine) -> None:
    with _filled(engine).snapshot() as reader:
        assert "Lamps need oil" in _snippets("links:Pier lamps", reader)["log.md"][0]


def test_the_line_of_a_link_is_shown_in_several_vaults(engine: Engine) -> None:
    with _filled(engine).snapshot() as reader:
        found = _snippets('links:"port:Pier"', FederatedReader({"port": reader, "more": reader}, {}))
    assert found["port:log.md"][0].startswith("The crane is at the old landing")
