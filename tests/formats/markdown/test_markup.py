"""What a snippet of Markdown leaves out of the blocks of site generators."""

from __future__ import annotations

import pytest

from dowse.formats.markdown.markup import markup
from dowse.formats.markdown.wikilinks import pointers


def _shown(text: str, *, labels_first: bool = False, title: str = "") -> str:
    parts, done = list[str](), 0
    for first, last, filler in markup(text, (0, len(text)), 0, labels_first=labels_first, title=title):
        parts += (text[done:first], filler)
        done = last
    return "".join((*parts, text[done:]))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("向*路径操作函数*传递", "向路径操作函数传递"),
        ("（本文中为*函数*）声明，*函数*。", "（本文中为函数）声明，函数。"),
        ("これは*とても*大事", "これはとても大事"),
        ("宽*2，高*3", "宽*2，高*3"),
        ("a*b*c and 2*3*4", "a*b*c and 2*3*4"),
        ("变量_名_字", "变量_名_字"),
    ],
)
def test_stars_between_letters_of_scripts_without_blanks_are_not_shown(text: str, shown: str) -> None:
    assert _shown(text) == shown


@pytest.mark.parametrize(
    "stated",
    ["[pier]:\n  Pier.md", '[pier]:\n  Pier.md\n  "The pier"', "[pier]: Pier.md\n  'The pier'", "[pier]: <Pier.md>"],
)
def test_a_definition_may_be_in_several_lines(stated: str) -> None:
    text = f"A [landing][pier].\n\n{stated}\nText"
    assert _shown(text) == "A landing.\n\n\nText"


@pytest.mark.parametrize("below", ["```py\nx = 1\n```", "---", "___", "|a|b|", "#tag", "![[pier.png]]", "~~~\nx\n~~~"])
def test_a_block_below_a_label_is_no_address_of_a_definition(below: str) -> None:
    text = f"[pier]:\n{below}\nText"
    assert _shown(text).startswith("pier:\n")
    assert "markdown" not in {link.kind for link in pointers(text)}


def test_a_reference_may_have_its_label_in_another_case_than_the_definition() -> None:
    text = "A [landing][pier], [Pier][] and [a rope][knot].[^a]\n\n[Pier]: Pier.md\n[^A]: Of oak.\n"
    assert _shown(text).startswith("A landing, Pier and [a rope][knot].\n")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Tides\n\n* TOC\n{:toc}\n\n## Low", "Tides\n\n\n## Low"),
        ("1. Contents here\n{: toc}", ""),
        ("- TOC\n  {:toc max_level=2}\n", ""),
        ("{:toc}\nText", "Text"),
        ("* rope\n* twine {:toc}\n{:topic}", "* rope\n* twine {:toc}\n{:topic}"),
        ("```\n* TOC\n{:toc}\n```", "\n* TOC\n{:toc}\n"),
    ],
)
def test_the_list_in_the_place_of_the_contents_of_a_page_is_not_shown(text: str, shown: str) -> None:
    assert _shown(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (":::tip[My title]\nText\n:::\nmore", "My title\nText\n\nmore"),
        (":::caution My title\nText\n:::", "My title\nText\n"),
        ("::: {.callout-note}\nText\n:::", "\nText\n"),
        ("/// tip | My title\nText\n///", "My title\nText\n"),
        ("/// note\nText\n///", "\nText\n"),
        ('!!! note "My title"\n    Text', "My title\n    Text"),
        ("!!! note\n    Text", "\n    Text"),
        ('???+ danger "A"\n    Text', "A\n    Text"),
        ("a ::: b /// c !!! d ???\nWhat??? No!!!", "a ::: b /// c !!! d ???\nWhat??? No!!!"),
        ("/// a line of prose", "/// a line of prose"),
        ("::: app.Server.run\n    options:\n      members: no\n\nText", "app.Server.run\n\nText"),
        ("::: app\n    options:\n      members: no\n\nText", "app\n\nText"),
        ("::: note\n    Text\n:::", "\n    Text\n"),
        ('=== "Linux"\n\n    Text\n\nTitle\n===', "Linux\n\n    Text\n\nTitle\n==="),
        ('x === "Linux"', 'x === "Linux"'),
        ("> [!note] Fees\n> Text [!note]\n\n> [!TIP]-\n> a", "Fees\nText [!note]\n\n\na"),
        ("```\n:::tip\n!!! note\n```\n:::tip", "\n:::tip\n!!! note\n\n"),
        ("```{note} My title\n:class: wide\nSee [[a|the page]]\n```\nmore", "My title\nSee the page\n\nmore"),
        ("```admonish warning\n**Attendees:**\n- Ann\n```\nmore", "\nAttendees:\n- Ann\n\nmore"),
        ('~~~admonish info "My title"\n```\n**x**\n```\n*y*\n~~~', "My title\n\n**x**\n\ny\n"),
        ("````ad-note\ntitle: My title\ncollapse: open\n*y*\n````", "My title\ny\n"),
        ("> ```ad-note\n> title: My title\n> collapse: open\n> *y*\n> ```", "My title\ny\n"),
        ("{{#template ../old.md}}\nText {{#include a.rs:2:5}} and {{#if x}}", "\nText  and {{#if x}}"),
        ("```advice\n*y*\n```", "\n*y*\n"),
        ('## {{% heading "whatsnext" %}}\n{{< x >}} {{< g text="y" >}}', "## whatsnext\n y"),
    ],
)
def test_marks_of_admonitions_and_shortcodes_are_not_shown_and_their_titles_are(text: str, shown: str) -> None:
    assert _shown(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Old[^1] and[^the-note].\n\n[^1]: One.\n[^the-note]:\tTwo", "Old and.\n\nOne.\nTwo"),
        ("Any sign but [^a] or [^1].", "Any sign but [^a] or [^1]."),
        ("`[^1]` [x[^1]](y.md)\n\n[^1]: One", "[^1] x\n\nOne"),
    ],
)
def test_marks_of_footnotes_that_the_note_has_are_not_shown(text: str, shown: str) -> None:
    assert _shown(text) == shown


@pytest.mark.parametrize(
    "tag",
    [
        '<Card\n  title="A"\n  onClick={() => { go({a: 1}); }}\n>',
        "<Card items={[\"a\", 'b'].map((x) => <b>{x}</b>)}>",
        "<Card style={{ width: '1px' }} is={a > b} />",
        "<Card text={`\n\n> x`}>",
    ],
)
def test_attributes_of_jsx_are_not_shown(tag: str) -> None:
    assert _shown(f"a {tag}b").split() == ["a", "b"]


def test_an_open_brace_of_an_attribute_takes_no_text_with_it() -> None:
    assert _shown("<a x={b> c\n\nd") == " c\n\nd"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\n```dataviewjs\nawait dv.view('x');\n```\nb", "a\n\nb"),
        ("```dataview\nTABLE due\n```\n~~~meta-bind-button\nlabel: x\n~~~\nb", "\n\nb"),
        ("a\n```tikz\n\\draw", "a\n"),
        ("```dataview.py\nx = 1\n```\n```js\ny\n```", "\nx = 1\n\n\ny\n"),
        ("<% tp.file.cursor() %>a <%* if (x) { -%> b <% c", "a  b <% c"),
        ("```yaml\na\n---\nb\n```", "\na\n---\nb\n"),
    ],
)
def test_code_that_an_application_runs_is_not_shown(text: str, shown: str) -> None:
    assert _shown(text) == shown


def test_a_part_inside_of_code_that_an_application_runs_is_not_shown() -> None:
    text = "a\n```dataviewjs\none\n\ntwo\n```\nb"
    assert markup(text, (text.index("two"), len(text)), 0)[0][:2] == (text.index("two"), text.index("\nb"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# H { #a }\nx", "# H\nx"),
        ("## Fees {#fees .wide} ##\n> ### Q {: #q }\r\n", "## Fees\n### Q\n"),
        ("Text {#a} x\n{.b\n## A \\{#b}\n```\n# H { #a }\n```", "Text {#a} x\n{.b\n## A \\{#b}\n\n# H { #a }\n"),
    ],
)
def test_the_attributes_of_a_heading_are_not_shown(text: str, shown: str) -> None:
    assert _shown(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("the photo ![[x.png]], or ![image](x.png).", "the photo, or."),
        ("the plan (![[x.png|300]])", "the plan "),
        ("![[A.base#V]]![[B.excalidraw]]", ""),
        ("![[Note#Part]] ![[Note#^a1]] [[Note#^b1]] [[#^c1]] [[Note#^d1|d]]", "Note › Part Note Note #^c1 d"),
        ("[[C#]], [[F# and C#]], [[A#b#c]], [[#Part]], [[a#b|A#b]]", "C#, F# and C#, A › b › c, Part, A#b"),
    ],
)
def test_an_embedded_file_leaves_no_blank_before_punctuation_and_no_brackets(text: str, shown: str) -> None:
    assert _shown(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("> a\n> > b\n>c\n  > d\n>  e", "a\nb\nc\n  d\n e"),
        ("x > y -> z >> w\n\\> d\n<a>b</a>\n- > c", "x > y -> z >> w\n> d\nb\n- > c"),
        ("> ```sh\n> a > b\n> ```\n> c", "\na > b\n\nc"),
        ("```sh\n> a\n```\n", "\n> a\n\n"),
    ],
)
def test_the_signs_of_quoted_lines_are_not_shown(text: str, shown: str) -> None:
    assert _shown(text) == shown


@pytest.mark.parametrize(
    "variable", ["{{fm.title}}", "{{ page.title }}", "{{ $frontmatter.title }}", '{{< param "title" >}}']
)
def test_a_variable_that_is_the_title_of_the_note_is_shown_as_the_title(variable: str) -> None:
    text = f"**{variable}** is a command, {{{{ page.author }}}}."
    assert _shown(text, title="Mow") == "Mow is a command, ."


def test_an_embedded_section_of_dendron_shows_neither_its_vault_nor_its_lines() -> None:
    text = "![[dendron://vault/topic.rename#summary,1:#*]] ![[a#b:#c]] [[dendron://vault/a]] [[Part one, 2|a#b]]"
    assert _shown(text, labels_first=True) == "topic.rename › summary a › b a Part one, 2"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('a\n\n{* ../../docs_src/body.py hl[1,3:4] title["body.py"] *}\n\nb {*text*}', "a\n\n\n\nb {text}"),
        ("{!../docs/fees.md!} and {! a", " and {! a"),
        ('a\n--8<-- "docs/fees.md"\n--8<-- [start:fees]', "a\n\n--8<-- [start:fees]"),
        ("a\n;--8<--\nb 8<9", "a\n\nb 8<9"),
        ("{/* a\n\nb */}c", "c"),
        ("{{ site.data.fees }} of {{USER}} and {{ x }}", " of {{USER}} and {{ x }}"),
    ],
)
def test_files_and_values_that_a_site_generator_includes_are_not_shown(text: str, shown: str) -> None:
    assert _shown(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("import A from 'a';\nimport { B,\n  C } from \"b\";\nimport './d.css'\n\nText", "\nText"),
        ("export const fee = {\n  a: 1,\n};\n\nText", "\nText"),
        ("import goods from China\nexport default taxes", "import goods from China\nexport default taxes"),
        ("```js\nimport A from 'a';\n```\nimport B from 'b';\n", "\nimport A from 'a';\n\n"),
    ],
)
def test_statements_of_a_module_are_not_shown_outside_of_code(text: str, shown: str) -> None:
    assert _shown(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[page](a.md){.wide target=_blank}, `code`{.python} and [text]{.small}", "page, code and text"),
        ('{kotlin-runnable="true"}\nText {a=b} {:.2f}', "\nText {a=b} {:.2f}"),
        ("Fees ^fees-1\n2^abc ^ab", "Fees\n2^abc ^ab"),
    ],
)
def test_attributes_and_ids_of_paragraphs_are_not_shown(text: str, shown: str) -> None:
    assert _shown(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see [the ferry]([[Ferry/Timetable]]), now", "see the ferry, now"),
        ("[as here](((63bc6201-437c-49dd-99d0-9ac784d18e4a))) and [there]( ((63bc6201-437c-49dd-99d0-9ac784d18e4a)) )",
         "as here and there"),
        ("![quay](https://a.org/quay.png){:height 250, :width 320}\n{:height x}", "quay\n{:height x}"),
    ],
)  # fmt: skip
def test_labels_and_sizes_of_logseq_show_no_targets(text: str, shown: str) -> None:
    assert _shown(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"holy sh\*t, \[...\] and \*\*To fix: a\_b", "holy sh*t, [...] and **To fix: a_b"),
        (r"C:\temp, 1 \\* 2, `a\*b`", r"C:\temp, 1 \\* 2, a\*b"),
        ("norms $\\|x\\|$ and $$\n\\|A\\_1\\|\n$$ of a\\_b\\|c", "norms $\\|x\\|$ and $$\n\\|A\\_1\\|\n$$ of a_b|c"),
        (r"$5 \* 3 and $6, \$7\_x", r"$5 * 3 and $6, \$7_x"),
        ("越散越好**不然容易藏牙**，它是**去壳**的**生**蛋", "越散越好不然容易藏牙，它是去壳的生蛋"),
        ("Attention [[paper]](https://a.org/x) [[Note]] (http)", "Attention [paper] Note (http)"),
        ("2**3 and 是2**3吗", "2**3 and 是2**3吗"),
        ("See [RFC 5], `[RFC 5]` and [x].\n\n[RFC 5]: https://a.org\n", "See RFC 5, [RFC 5] and [x].\n\n\n"),
        ("- {{youtube-timestamp 63}}\n- {{namespace Boats}}\n- {{query (and [[a]] #b)}} c `{{query x}}`",
         "- \n- \n-  c {{query x}}"),
    ],
)  # fmt: skip
def test_escapes_references_and_macros_are_shown_as_on_a_page(text: str, shown: str) -> None:
    assert _shown(text) == shown


def test_the_signs_before_definitions_are_not_shown_outside_of_code() -> None:
    text = "tags\n: [Quay](a.md), rope\n:   fee\n\n~~~yaml\n: no\n~~~\na : b\n"
    assert _shown(text) == "tags\nQuay, rope\nfee\n\n\n: no\n\na : b\n"


def test_a_link_that_begins_above_a_part_of_a_long_paragraph_shows_its_label() -> None:
    text = f"{'Boats moor at the quay. ' * 20}\nA common [mooring\nstandard](https://a.org/) is told.\n"
    start = text.index("standard")
    assert markup(text, (start, len(text)), 0)[0][:2] == (start + len("standard"), text.index(" is told"))


def test_a_link_by_shortcode_shows_its_label_beside_a_title() -> None:
    links = '[x]({{< ref >}} "title") [y]({{< relref "page.md#a" >}} \'title\') [z]({{< ref "p" >}})'
    assert _shown(links) == "x y z"


@pytest.mark.parametrize("unit", ["[a] ", "[^a] "])
def test_many_references_are_read_in_linear_time(unit: str) -> None:
    text = unit * 50_000
    assert markup(text, (0, len(text)), 0) == []


def test_many_definitions_between_blocks_of_code_are_read_in_linear_time() -> None:
    text = "```\n: b\n```\n: b\n" * 30_000
    assert len(markup(text, (0, len(text)), 0)) == 90_000


@pytest.mark.parametrize("unit", ["~", "`", "a~~~ ", "~~~a"])
def test_a_fence_that_is_not_closed_is_looked_for_in_linear_time(unit: str) -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    assert markup("~~~```{" + unit * 100_000, (0, 500), 0)


@pytest.mark.parametrize("unit", ["```\\", "`` ` ``` ", "` `` "])
def test_many_runs_of_backticks_are_paired_in_linear_time(unit: str) -> None:
    """Nothing is timed: a search from each run through those of other lengths takes half a minute here."""
    text = unit * 30_000
    assert markup(text, (0, len(text)), 0)


@pytest.mark.parametrize("code", ["~~~\n```\n~~~", "```\n~~~\n```", "~~~\n```{note}\n~~~"])
def test_a_fence_inside_of_code_between_others_opens_no_block(code: str) -> None:
    text = f"{code}\n\n{'Boats moor at the quay. ' * 20}\n\nThe *tide* turns.\n"
    start = text.index("The")
    assert [each[:2] for each in markup(text, (start, len(text)), 0)] == [
        (text.index("*tide"), text.index("tide")),
        (text.index("* turns"), text.index(" turns")),
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 |\n|   |   |\n| 3 | 4 |", " a | b  ·\n\n 1 | 2  ·\n\n 3 | 4 "),
        ("Wood | Price\n---|---:\nOak | 3\nAsh | 4\n\nText", "Wood | Price ·\n\nOak | 3 ·\nAsh | 4\n\nText"),
        ("> Wood | Price\n> --|--\n> Oak | 3", "Wood | Price ·\n\nOak | 3"),
        ("one | of\nthe other", "one | of\nthe other"),
        ("Oak | 3\nAsh | 4 | 5", "Oak | 3\nAsh | 4 | 5"),
        ("Oak | 3\n| Ash |", "Oak | 3\n Ash "),
    ],
)
def test_rows_of_a_table_are_parted_also_without_bars_at_their_ends(text: str, shown: str) -> None:
    assert _shown(text) == shown
