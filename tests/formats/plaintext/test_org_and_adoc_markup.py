"""What a snippet of an Org file or of AsciiDoc leaves out."""

from __future__ import annotations

import random

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.registry import outline_of
from dowse.model.document import Span


def _shown(path: str, text: str, within: Span | None = None) -> str:
    start, end = within or (0, len(text))
    parts, done = list[str](), start
    for first, last, filler in outline_of(path).markup(parse_file(path, text.encode(), modified=0.0), (start, end), 0):
        parts += (text[done:first], filler)
        done = last
    return "".join((*parts, text[done:end]))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see [[file:tides.org][the tides]] and [[https://example.org]]", "see the tides and https://example.org"),
        ("see [[id:a1-b2]] and [[file:knots.org::*Bowline]]", "see a1-b2 and knots.org::*Bowline"),
        ("*bold*, /slanted/, =code=, ~verbatim~ and (_under_)", "bold, slanted, code, verbatim and (under)"),
        ("2*3*4, a/b/c, snake_case_name and x=1, y=2", "2*3*4, a/b/c, snake_case_name and x=1, y=2"),
        ("#+begin_src python\nx = 1\n#+end_src", "\nx = 1\n"),
        ("#+filetags: :boat:\n# a comment\nText #tag", "\n\nText #tag"),
        (
            "#+begin_src sh\n# of a script\n[[ -f *a* ]] || ls /a/b/\n#+end_src\n*b*",
            "\n# of a script\n[[ -f *a* ]] || ls /a/b/\n\nb",
        ),
        ("as follows:\n: (load x)\n  :   y\n:\ntime: 10", "as follows:\n(load x)\ny\n\ntime: 10"),
        ("#+begin_quote\nA *wise* word\n#+end_quote", "\nA wise word\n"),
        ("SCHEDULED: <2026-01-31 Sat> DEADLINE: <2026-02-01 Sun>\nText", "\nText"),
        (":LOGBOOK:\nCLOCK: [2026-01-31 Sat 10:30]--[2026-01-31 Sat 11:00] =>  0:30\n:END:\nText", "\nText"),
        ("see [[id:a1][the tides\nof May]]", "see the tides\nof May"),
        ("see [[#a][~tide-table~]], [[#b][*May*]] and [[/x][/x/y]]", "see tide-table, May and /x/y"),
        (":PROPERTIES:\n:ID: a1\n:END:\nText at 10:30:00", "\nText at 10:30:00"),
        ("| a | b |\n|---+---|\n| 1 | 2 |", "| a | b |\n\n| 1 | 2 |"),
        ("#+begin_comment\nnot *shown*\n\n#+end_comment\nText", "\nText"),
        ("Text[fn:1] and[fn:: a *note*] [fn:b:too].\n\n[fn:1] Below", "Text and a *note* too.\n\n Below"),
        ("as [cite:@lee2020 p. 3] and [cite/t:see @a; @b] say", "as @lee2020 p. 3 and see @a; @b say"),
        (
            '- State "WAIT"   from "TODO"  [2026-01-31 Sat 10:30] \\\\\n  Reason\n- State of things',
            "\n  Reason\n- State of things",
        ),
        (
            "- Note taken on [2026-01-31 Sat 10:30] \\\\\n  Text\n- Note taken on paper",
            "\n  Text\n- Note taken on paper",
        ),
    ],
)
def test_org_shows_no_keywords_drawers_and_targets_of_links(text: str, shown: str) -> None:
    assert _shown("a.org", text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see xref:tides.adoc[the tides] and https://example.org[a site]", "see the tides and a site"),
        ("<<7, the\nknots>> and https://example.org[a\nsite], <<b,\nbends>>", "the\nknots and a\nsite, bends"),
        ("{MUST} use {Content-Type} of {name}, /{Id} and ${X}", "MUST use Content-Type of {name}, /{Id} and ${X}"),
        ("* one\n** two\n  *** three\n. a\n.. b\n**bold** and ..", "* one\n* two\n* three\n. a\n. b\nbold and .."),
        (
            "see <<knots,the knots>>, <<#bowline>> and https://example.org",
            "see the knots, bowline and https://example.org",
        ),
        (
            "*bold*, _slanted_ and `code`; 2*3*4 and snake_case_name",
            "bold, slanted and code; 2*3*4 and snake_case_name",
        ),
        ("[source,python]\n----\nx = 1\n----", "\n\nx = 1\n"),
        (":toc: left\n// a comment\nText", "\n\nText"),
        ("[database]\nport = 5432\n.hidden\n[quote, Ann]", "[database]\nport = 5432\n.hidden\n"),
        (".The title\n|===\n| a | b\n|===", "The title\n\na | b\n"),
        ('[cols="1,2"]\n|===\n|a\na|b\n2+|c\n|===', "\n\na\nb\nc\n"),
        ("see xref:tides.adoc[] and link:a.html[the page^]", "see tides.adoc and the page"),
        ("----\n*a* <<b>> // c\n|d\n----\n*e*", "\n*a* <<b>> // c\n|d\n\ne"),
        ("Text\n////\nhidden\n////\nmore **bo**ld", "Text\n\nmore bold"),
        ("Text\n\n////\nnot\n\n== shown\n////\nmore", "Text\n\n\nmore"),
        ("image:knot.png[A knot] press kbd:[Ctrl]", " press Ctrl"),
        ("menu:File[Save > As], menu:Edit[], btn:[OK], pass:c,q[x*y] stem:[x^2]", "File Save > As, Edit, OK, x*y x^2"),
        ("a footnote:[A note.] icon:heart[] indexterm:[b] ((flow)) (((x,y)))b", "a A note.   flow b"),
        ("`+*+` and [.red]#red#, #marked# C# #1 one +\ntwo + three", "* and red, marked C# #1 one\ntwo + three"),
        ("include::part.adoc[]\n[[an-anchor]]\nText... and [more]", "\n\nText... and [more]"),
        ("Tides\n-----\n*wet* `x`\n\n----\n*a*\n----\nText", "Tides\n\nwet x\n\n\n*a*\n\nText"),
        ("== Tides\n--------\n*a*\n--------\n*b*", "Tides\n\n*a*\n\nb"),
        ("= Title\n\n=== Part\na == b, `x = 1`\n----\n= y = 2\n----", "Title\n\nPart\na == b, x = 1\n\n= y = 2\n"),
    ],
)
def test_asciidoc_shows_no_attributes_delimiters_and_targets_of_links(text: str, shown: str) -> None:
    assert _shown("a.adoc", text) == shown


def test_the_line_below_a_title_of_asciidoc_belongs_to_the_title() -> None:
    text, outline = "Tides\n~~~~~\nText\n----\ncode\n----\n", outline_of("a.adoc")
    assert outline.underline_in(text, 0, len(text)) == (5, 11)
    assert outline.underline_in(f"= {text}", 0, len(text)) == (7, 7)


def test_a_link_that_begins_before_the_part_is_left_out_of_it() -> None:
    text = "before [[file:tides.org][the tides]] after"
    assert _shown("a.org", text, (text.index("tides]]"), len(text))) == "tides after"


@pytest.mark.parametrize("path", ["a.org", "a.adoc"])
def test_spans_are_in_order_and_inside_the_part_of_any_text(path: str) -> None:
    generator = random.Random(7)  # noqa: S311  # no secret
    pieces = [
        "[[",
        "][",
        "]]",
        "*",
        "=",
        "_",
        "`",
        "link:x[",
        "]",
        "<<",
        ",",
        ">>",
        "\n",
        "\n\n",
        " ",
        ":a:",
        "#+b",
        "----",
        "a",
    ]
    for _ in range(2_000):
        text = "".join(generator.choices(pieces, k=generator.randrange(40)))
        document = parse_file(path, text.encode(), modified=0.0)
        start = generator.randrange(len(text) + 1)
        within = start, generator.randrange(start, len(text) + 1)
        spans = outline_of(path).markup(document, within, 0)
        bounds = [within[0], *(at for first, last, _ in spans for at in (first, last)), within[1]]
        assert bounds == sorted(bounds), text
