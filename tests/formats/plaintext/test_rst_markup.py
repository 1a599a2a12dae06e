"""What a snippet of reStructuredText leaves out."""

from __future__ import annotations

import random

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.plaintext.rst_markup import rst_markup
from dowse.model.document import Document, Span


def _document(text: str) -> Document:
    return parse_file("a.rst", text.encode(), modified=0.0)


def _shown(text: str, within: Span | None = None) -> str:
    start, end = within or (0, len(text))
    parts, done = list[str](), start
    for first, last, filler in rst_markup(_document(text), (start, end), 0):
        parts += (text[done:first], filler)
        done = last
    return "".join((*parts, text[done:end]))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("call ``f(x)`` or ``a`b``", "call f(x) or a`b"),
        (":orphan:\n:tocdepth: 2\n:author: Ada\n\nText", "\n\n:author: Ada\n\nText"),
        ("see :func:`moor` and :class:`~harbour.Buoy`", "see moor and Buoy"),
        ("see :py:meth:`!Buoy.tie`, :doc:`the tides </tides>`", "see Buoy.tie, the tides"),
        ("a :ref:`title <with-label>` over\nlines", "a title over\nlines"),
        ("the `home page <https://example.org>`_ and `this one`__, `that`_", "the home page and this one, that"),
        (
            "The tides [#spring]_, [1]_ and [*]_ as [LEE20]_ and a[0] say [#]_.",
            "The tides, and as [LEE20] and a[0] say.",
        ),
        ("*slowly*, **never** (*now*)", "slowly, never (now)"),
        ("f(*args, **kwargs), 2*3*4 and a ** b ** c", "f(*args, **kwargs), 2*3*4 and a ** b ** c"),
        ("For example::\n\n    x = 1", "For example:\n\n    x = 1"),
        ("std::string and a::b", "std::string and a::b"),
        (".. note:: Tie it.", "Tie it."),
        ("Code::\n\n    *a* `b` ``c``\n    .. d::\n\n*e*", "Code:\n\n    *a* `b` ``c``\n    .. d::\n\ne"),
        (".. code-block:: rst\n   :linenos:\n\n   :doc:`a`\n\n*b*", "\n\n   :doc:`a`\n\nb"),
        ("a :ref:`title\n<with-label>` over *two\nlines*", "a title over *two\nlines*"),
        ("a :class:`title of\ntwo lines`", "a title of\ntwo lines"),
        (
            ".. list-table:: Fees\n   :header-rows: 1\n\n   * - Boat\n     - *Fee*\n   * - Yacht\n     -\n\n- item",
            "\n\n   Boat\n     Fee\n   Yacht\n     \n\n- item",
        ),
        ("as **source\ndistributions**, f(**a)\nand **b**", "as source\ndistributions, f(**a)\nand b"),
        (":pep:`639` and :rfc:`8259`, :pep:`the syntax <572>`, :rfc:`a`", "PEP 639 and RFC 8259, the syntax, a"),
        (".. versionadded:: 2.1\n   Knots.", "Added in version 2.1\n   Knots."),
        (".. autofunction:: moor", "moor"),
        (".. class:: Buoy(knots)\n\n   A buoy.", "Buoy(knots)\n\n   A buoy."),
        (".. code-block:: python\n   :linenos:\n\n   x = 1", "\n\n   x = 1"),
        (".. image:: knot.png\n   :alt: a knot\n\nText", "\n\nText"),
        (
            ".. function:: moor(boat)\n   :returns: the fee in cents\n\n   :param boat: which",
            "moor(boat)\n   :returns: the fee in cents\n\n   :param boat: which",
        ),
        ("``~/.netrc`` and `~` denote `~/x`", "~/.netrc and ~ denote ~/x"),
        ("Kerberos_ and NTLM_ or |fetch|_, |name| and c-ares_.", "Kerberos and NTLM or fetch, |name| and c-ares."),
        ("__init__ of _private and name__x", "__init__ of _private and name__x"),
        ("see :attr:`.session`", "see session"),
        (".. _a-label:\n\nText", "\n\nText"),
        (".. _site: https://example.org\n.. |x| replace:: y\nText", "\n\nText"),
        (".. a comment\n   of two lines\n\nText", "\n\nText"),
        (".. [1] The footnote.", "The footnote."),
        ("=====\nTitle\n=====\n\nText", "Title\n=====\n\nText"),  # the line below is that of the section
        ("One.\n\n------\n\nTwo.", "One.\n\n\n\nTwo."),
        ("====  ====\na     b\n====  ====", "\na     b\n"),
        ("+---+---+\n| a | b |\n+===+===+", "\n| a | b |\n"),
        ("a - b -- c\n- item", "a - b -- c\n- item"),
        ("... and more", "... and more"),
        ("an open `backtick and ``two", "an open `backtick and ``two"),
    ],
)
def test_roles_marks_directives_comments_and_rules_are_not_shown(text: str, shown: str) -> None:
    assert _shown(text) == shown
    assert _shown(text.replace("\n", "\r\n")).replace("\r", "") == shown


def test_a_role_that_begins_before_the_part_is_left_out_of_it() -> None:
    text = "before :doc:`the tides </tides>` after"
    assert _shown(text, (text.index("tides <"), len(text))) == "tides after"


def test_titles_are_those_that_a_page_shows() -> None:
    document = _document(
        "The ``moor`` function\n=====================\n\n*Knots* of `Ann <x>`_\n~~~~~~~~~~~~~~~~~~~~~\n"
    )
    assert (document.head.title, [unit.title for unit in document.units][-1]) == ("The moor function", "Knots of Ann")


def test_spans_are_in_order_and_inside_the_part_of_any_text() -> None:
    generator = random.Random(5)  # noqa: S311  # no secret
    pieces = [
        "``",
        "`",
        "**",
        "*",
        ":doc:",
        "::",
        "\n\n",
        "\n",
        " ",
        ".. ",
        "note::",
        "_x:",
        "===",
        "+--+",
        "a",
        "<b>",
        "~",
    ]
    for _ in range(3_000):
        text = "".join(generator.choices(pieces, k=generator.randrange(40)))
        start = generator.randrange(len(text) + 1)
        within = start, generator.randrange(start, len(text) + 1)
        spans = rst_markup(_document(text), within, 0)
        bounds = [within[0], *(at for first, last, _ in spans for at in (first, last)), within[1]]
        assert bounds == sorted(bounds), text


def test_one_of_several_headings_at_the_top_is_no_title() -> None:
    changes = _document("Version 2\n=========\n\nOne.\n\nVersion 1\n=========\n\nTwo.\n")
    assert (changes.head.title, [unit.title for unit in changes.units]) == ("a", ["Version 2", "Version 1"])


def test_what_a_directive_describes_is_a_section_below_its_heading() -> None:
    text = (
        "Settings\n========\n\n.. py:data:: SECRET_KEY\n\n   A key.\n\n"
        ".. c:function:: int moor(boat *b, int n)\n\n   Ties.\n\n   .. option:: -v, --verbose\n\n"
        "End\n---\n\n.. autofunction:: sail\n\n.. code-block:: rst\n\n   .. data:: NONE\n"
    )
    sections = [(unit.title, unit.level) for unit in _document(text).units]
    assert sections == [("Settings", 1), ("SECRET_KEY", 2), ("moor", 2), ("--verbose", 3), ("End", 2)]
    assert [unit.title for unit in _document("Title\n=====\n\n.. data:: LAST\n\n   A key.\n\nMore.\n").units] == [
        "Title"
    ]
    assert _document(".. data:: FIRST\n\nTitle\n=====\n").head.title == "Title"


@pytest.mark.parametrize(
    ("signature", "name"),
    [
        ("c:type:: void (*uv_walk_cb)(uv_handle_t* handle, void* arg)", "uv_walk_cb"),
        ("option:: -v <level>, --verbose <level>", "--verbose"),
        ("option:: --max-fill <litres>", "--max-fill"),
        ("cpp:class:: acme::Wheel : public Part", "acme::Wheel"),
        ("function:: acme.tie(rope, *, knots=3)", "acme.tie"),
        ("py:data:: KEY", "KEY"),
    ],
)
def test_the_name_of_a_description_is_that_of_its_signature(signature: str, name: str) -> None:
    assert [unit.title for unit in _document(f".. {signature}\n\n   Text.\n").units][-1] == name
