"""The document that a broken link probably names."""

from __future__ import annotations

import pytest

from dowse.app.link_suggestions import suggestions
from tests.making import make


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("Tom Becker", "People/Thomas Becker"),
        ("old/Weekly Review", "new/Weekly Review"),
        ("Microservice", "Microservices"),
        ("Kommuniktaion", "Kommunikation"),
        ("gone/zufallsvariable.md", "Zufallsvariablen"),
        ("guides.publish.config", "guides.publishing.config"),
        ("Weekly-Review", "weekly review"),
    ],
)
def test_a_document_with_almost_the_name_is_meant(target: str, name: str) -> None:
    others = (make("Tax Return.md").head, make("Budget.md").head)
    assert suggestions([target], [make(f"{name}.md").head, *others]) == {target: f"{name}.md"}


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("2024-12-31", "2024-12-30"),
        ("Chapter 2", "Chapter 3"),
        ("Grado", "Grafo"),
        ("Derecho penal", "Derecho personal"),
        ("Object storage", "Block storage"),
        ("Persistent volume claim", "Persistent volume"),
        ("Cables", "Tables"),
        ("ケアの論理", "ケアの倫理"),
        ("ケアの論理入門", "ケアの倫理入門"),
        ("ab", "ac"),
        ("", "abcdef"),
    ],
)
def test_a_document_with_another_name_is_not_meant(target: str, name: str) -> None:
    assert suggestions([target], [make(f"{name}.md").head]) == {}


def test_of_several_documents_with_almost_the_name_none_is_meant() -> None:
    heads = [
        make(f"{name}.md").head for name in ("Thomas Becker", "Tommy Becker", "a/Notes on tides", "b/Notes on tides")
    ]
    assert suggestions(["Tom Becker", "c/Notes on tides"], heads) == {}


def test_a_document_with_the_whole_name_is_meant_before_one_with_almost_the_name() -> None:
    heads = [make(f"{name}.md").head for name in ("new/Microservice", "Microservices")]
    assert suggestions(["old/Microservice"], heads) == {"old/Microservice": "new/Microservice.md"}


def test_an_alias_is_a_name() -> None:
    assert suggestions(["Tom Becker"], [make("p1.md", aliases=("Thomas Becker",)).head]) == {"Tom Becker": "p1.md"}


def test_a_very_long_word_is_no_name_of_a_document() -> None:
    """Its patterns would take gigabytes."""
    assert suggestions(["x" * 300], [make("a.md", aliases=("x" * 299,)).head]) == {}
