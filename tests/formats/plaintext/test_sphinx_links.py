"""Links of reStructuredText as Sphinx reads them."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.query.select import has


def _links(text: str, path: str = "docs/x.rst") -> list[tuple[str, str, int]]:
    links = parse_file(path, text.encode(), modified=0).links
    return [(link.target, link.kind, link.line) for link in links]


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("See :doc:`setup` and :doc:`/api`.\n", [("setup", 1), ("/api", 1)]),
        ("See :doc:`the setup <guide/setup>`.\n", [("guide/setup", 1)]),
        ("See :doc:`the setup </guide/setup/>` and :doc:`api/`.\n", [("/guide/setup", 1), ("api", 1)]),
        ("See :doc:`the\nsetup\n<../setup>`, :doc:`/api`.\n", [("../setup", 1), ("/api", 3)]),
        ("See :doc:`Werkzeug's client <werkzeug:test>` and ``:doc:`no` ``.\n", []),
        (".. note::\n\n   See :doc:`setup`.\n", [("setup", 3)]),
        ("Code::\n\n   :doc:`no`\n\n:doc:`setup`\n", [("setup", 5)]),
        (".. code-block:: rst\n   :linenos:\n\n   :doc:`no`\n\n:doc:`setup`\n", [("setup", 6)]),
        (".. :doc:`no`\n   :doc:`no`\n\n:doc:`setup`\n", [("setup", 4)]),
        (".. _label:\n\n:doc:`setup`\n", [("setup", 3)]),
    ],
)
def test_a_role_names_a_document(text: str, targets: list[tuple[str, int]]) -> None:
    assert _links(text) == [(target, "doc", line) for target, line in targets]


def test_each_entry_of_a_toctree_names_a_document() -> None:
    toctree = (
        ".. toctree::\n   :maxdepth: 2\n   :glob:\n\n   setup\n   The API </api>\n   self\n   recipes/*\n"
        "   Site <https://example.com>\n\n   last\ntext\n"
    )
    assert _links(toctree) == [("setup", "doc", 5), ("/api", "doc", 6), ("last", "doc", 11)]


def test_a_toctree_in_a_block_of_code_is_none() -> None:
    assert _links(".. code-block:: rst\n\n   .. toctree::\n\n      setup\n") == []


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("See :ref:`costs`.\n", "costs"),
        ("See :ref:`the costs\n<The  Costs>`.\n", "the costs"),
        ("See :ref:`a:b`.\n", "a:b"),
        ("See :numref:`plan` and :xref:`x`.\n", "plan"),
        ("See :numref:`Figure %s <plan>`.\n", "plan"),
    ],
)
def test_a_ref_names_a_label(text: str, label: str) -> None:
    assert _links(text) == [(label, "ref", 1)]


def test_a_pep_or_an_rfc_is_named_by_its_number() -> None:
    text = "See :pep:`8`, :pep:`the\nsyntax <572#Syntax>`,\n:rfc:`2119#section-1` and :pep:`none`.\n\n.. :pep:`9`\n"
    links = parse_file("docs/x.rst", text.encode(), modified=0).links
    assert [(link.target, link.kind, link.anchor, link.line) for link in links] == [
        ("pep-0008", "pep", "", 1),
        ("pep-0572", "pep", "Syntax", 1),
        ("rfc2119", "rfc", "section-1", 3),
    ]


def test_pages_of_sphinx_and_labels_of_other_projects_are_no_links() -> None:
    assert _links("See :ref:`genindex`, :external:ref:`x`, ``:ref:`no` `` and :ref:`!no`.\n") == []


def test_labels_stand_before_a_place_or_in_the_option_of_a_directive() -> None:
    text = (
        ".. _Costs:\n.. _`of  heating`:\n\nCosts\n=====\n\n.. _site: https://example.com\n.. _other: costs_\n\n"
        ".. figure:: x.png\n   :name: plan\n\n"
        ".. code-block:: rst\n   :linenos:\n   :name: Code\n\n   .. _no:\n   :name: no\n\n"
        ".. _a\\:b:\n\n.. note::\n\n   .. code-block:: sh\n      :name: inner\n\n      ls\n\n::\n\n  :name: no\n"
    )
    head = parse_file("docs/x.rst", text.encode(), modified=0).head
    assert head.labels == ("costs", "of heating", "plan", "code", "a:b", "inner")


@pytest.mark.parametrize("key", ["sphinx_labels", '" sphinx_labels"', "labels"])
def test_the_frontmatter_of_a_note_defines_no_labels(key: str) -> None:
    note = parse_file("a.md", f"---\n{key}: [second]\n---\n".encode(), modified=0)
    assert note.head.labels == ()


def test_labels_are_no_property() -> None:
    head = parse_file("a.rst", b".. _second:\n\nX\n=\n", modified=0).head
    assert head.labels == ("second",)
    assert head.properties == []
    for key in head.facts:
        assert not has(key, None, head)
        assert not has(key, "second", head)
    assert not has("sphinx_labels", None, head)


def test_plain_text_has_no_roles() -> None:
    assert _links(":doc:`setup`\n", "x.txt") == []


def test_links_of_all_kinds_are_in_the_order_of_their_lines() -> None:
    assert _links("X\n=\n\n:doc:`setup`\n\nMETIS-T-0001\n\n:doc:`api`\n") == [
        ("setup", "doc", 4),
        ("METIS-T-0001", "id", 6),
        ("api", "doc", 8),
    ]
