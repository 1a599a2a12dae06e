"""Roles and labels of MyST in Markdown are links and names of places, as in Sphinx."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.graph.resolve import resolved
from dowse.model.document import LABELS, Document
from tests.contract.engines import Engine, fill


def _note(text: str, path: str = "docs/a.md") -> Document:
    return parse_file(path, text.encode(), modified=0.0)


def _links(text: str) -> list[tuple[str, str, int]]:
    return [(link.kind, link.target, link.line) for link in _note(text).links]


def test_roles_of_documents_and_labels_are_links() -> None:
    text = "See {doc}`setup`, {doc}`the API <../api>`\nand {ref}`The costs <Heating  Costs>`, [b](b.md).\n"
    assert _links(text) == [
        ("doc", "setup", 1),
        ("doc", "../api", 1),
        ("ref", "heating costs", 2),
        ("markdown", "b.md", 2),
    ]


def test_roles_that_code_shows_and_other_projects_are_no_links() -> None:
    text = "Write `` {ref}`costs` `` or {doc}`python:index`.\n\n```md\n{ref}`costs`\n(costs)=\n```\n"
    assert _links(text) == []
    assert LABELS not in _note(text).head.facts


def test_roles_beside_code_are_links() -> None:
    text = "Call ``run()`` first, see {doc}`setup` and {ref}`costs`<!-- soon -->, or ` {ref}` and {doc}`a`.\n"
    assert [target for _, target, _ in _links(text)] == ["setup", "costs", "a"]


def test_roles_and_labels_in_comments_do_not_count() -> None:
    text = "<!-- {doc}`x` -->\n\nOf <!-- {ref}`x` --> no use.\n% {doc}`y`\n\n  % of {doc}`y`\n\n<!--\n(costs)=\n-->\n\n"
    assert _links(f"{text}50 % of {{doc}}`z`\n") == [("doc", "z", 12)]
    assert LABELS not in _note(text).head.facts


def test_an_escaped_role_and_one_that_ends_in_another_paragraph_are_no_links() -> None:
    assert _links("A \\{doc}`x`, and {ref}`y\n\nz`.\n") == []


def test_a_line_defines_a_label() -> None:
    assert _note("---\ntitle: A\n---\n(Heating-Costs)=\n# Costs\n\n(b)= is text\n").head.facts[LABELS] == (
        "heating-costs",
    )


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("```{figure} a.png\n:width: 200px\n:name: Tide-Fig\n\nThe tide\n```\n", ("tide-fig",)),
        (":::{table} Costs\n:label: costs\n:::\n", ("costs",)),
        (":::{figure-md} tide-fig\n<img src=a.png>\n:::\n", ("tide-fig",)),
        ("````{example}\n```{math}\n:label: eq-pull\nF\n```\n````\n", ("eq-pull",)),
        ("```{figure} a.png\n---\nname: tide-fig\nwidth: 1\n---\n```\n", ("tide-fig",)),
        ("$$\nF\n$$ (eq-pull)\n", ("eq-pull",)),
        ("```python\n:name: x\n```\n\n:name: y\n\n```{note}\nText\n:name: z\n```\n", ()),
    ],
)
def test_directives_and_equations_define_labels(text: str, labels: tuple[str, ...]) -> None:
    assert _note(text).head.facts.get(LABELS, ()) == labels


def test_roles_lead_to_the_documents_that_they_name(engine: Engine) -> None:
    notes = (
        _note("{ref}`costs` and {doc}`/api` and {ref}`other`\n"),
        _note("(costs)=\n# Costs\n", "b.md"),
        _note("# API\n", "api.md"),
    )
    fill(engine, *notes)
    found = resolved((("docs/a.md", link) for link in notes[0].links), engine)
    assert [(each.meant, each.rule) for each in found] == [(("b.md",), "label"), (("api.md",), "root"), ((), "outside")]
