"""Links of every kind, with their section and line."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.markdown.wikilinks import pointers
from dowse.model.document import Link


def links(text: str, path: str = "x.md") -> list[tuple[str, str, str]]:
    return [(link.kind, link.target, link.anchor) for link in full_links(text, path)]


def full_links(text: str, path: str = "x.md") -> tuple[Link, ...]:
    return parse_file(path, text.encode(), modified=0).links


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[Note]]", [("wikilink", "Note", "")]),
        ("[[a/Note#Goals|shown]]", [("wikilink", "a/Note", "Goals")]),
        ("![[image.png|300]]", [("embed", "image.png", "")]),
        ("[[#Own heading]]", [("wikilink", "", "Own heading")]),
        (
            "[[Note#^b1]] [[Note^b2]] [[#^b3]]",
            [("wikilink", "Note", "^b1"), ("wikilink", "Note", "^b2"), ("wikilink", "", "^b3")],
        ),
        ("| [[a\\|b]] |", [("wikilink", "a", "")]),
        ("[[#What's `new`?]] [[`a` b|`c`]]", [("wikilink", "", "What's `new`?"), ("wikilink", "`a` b", "")]),
        ("[[C#]]", [("wikilink", "C#", "")]),
        ("[[a]][[b]]", [("wikilink", "a", ""), ("wikilink", "b", "")]),
        ("[t][x]\n\n[x]:\n   a.md\n   'title'\n[y]:\nsome prose\n", [("markdown", "a.md", "")]),
        (
            "```{note}\n[[a]] [t](b.md)\n```\n```ad-tip\n[[c]]\n```",
            [("wikilink", "a", ""), ("markdown", "b.md", ""), ("wikilink", "c", "")],
        ),
        ("[[]] [[ ]] [[a\nb]] [[a] ]", []),
        ("[t](rel%20path.md#a)", [("markdown", "rel path.md", "a")]),
        ("[t](<a b.md> 'title')", [("markdown", "a b.md", "")]),
        ('[t](a_(b).md "title")', [("markdown", "a_(b).md", "")]),
        ("[t]( a.md )", [("markdown", "a.md", "")]),
        ("[long\ntext](a.md)", [("markdown", "a.md", "")]),
        ("![alt](a.png)", [("embed", "a.png", "")]),
        ("[![alt](a.png)](b.md)", [("markdown", "b.md", ""), ("embed", "a.png", "")]),
        ("- [ ] [t](a.md)", [("markdown", "a.md", "")]),
        ("[t](#own)", [("markdown", "", "own")]),
        ("[t](b.md#) [t](C%23)", [("markdown", "b.md", ""), ("markdown", "C#", "")]),
        ("[top](#)\n\n[//]: # (title: a comment)", []),
        ("[t](b.md?raw=true) ![](p.png?raw=true&x=%23)", [("markdown", "b.md", ""), ("embed", "p.png", "")]),
        (
            "<a class='x' href=\"gone.md#a\">t</a>\n<p><img alt='' src='i%20j.png'/></p>",
            [("markdown", "gone.md", "a"), ("embed", "i j.png", "")],
        ),
        ('[<img src="p.png">](b.md)', [("markdown", "b.md", ""), ("embed", "p.png", "")]),
        ('<a href="https://x.de"> <a data-href="a"> <img src={p}> <a href=""> <abbr href="a"> `<a href="b">`', []),
        (
            "[t](?x=1) [t](b.md?plain=1#L2) [t](</What?.md>)",
            [("markdown", "b.md", "L2"), ("markdown", "/What?.md", "")],
        ),
        ("\\[[a]] \\\\[[b]] !\\[[c]] \\![[d]]", [("wikilink", "b", ""), ("embed", "d", "")]),
        ("[t](%23a.md)", [("markdown", "#a.md", "")]),
        ("[x]: path.md\n[y]: <a b.md> 'title'\n[^1]: note", [("markdown", "path.md", ""), ("markdown", "a b.md", "")]),
        ("[x]: this is text", []),
        ("[t](http://x.de) [t](mailto:a@b.de) [t](//x.de) [x]: https://x.de", []),
        ("[t](C:/x.md)", [("markdown", "C:/x.md", "")]),
        ("[t]() [t](a b) t](a) \\[t](a) [t](a", []),
    ],
)
def test_links_of_the_text(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert links(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "`[[a]]` `` [[b]] ` [[c]] ``",
        "`[[a\nb]] [t](c.md)`",
        "```\n[[a]] METIS-T-0001\n```",
        "- x\n\n      [[a]]",
        "<!-- [[a]] -->",
        "<!--\n\n[t](a.md)\n-->",
        "<script>\n[[a]]\n</script>",
        "%% [[a]] %%",
        "- text %%[t](a.md)%% and %% ![[a]]\nMETIS-T-0001 %%",
        "%%\n[[a]]\n\n- [[b]]\n```\n[[c]]\n%%",
        "text\n%% [[a]]\n\n[[b]] %%",
        "> - %% [[a]]\n[[b]] %%",
        "# A %% [[a]] %%",
    ],
)
def test_code_and_comments_hold_no_links(text: str) -> None:
    assert links(text) == []


def test_a_backtick_without_a_partner_hides_nothing() -> None:
    assert links("` [[a]]\n\n`` [[b]] \\`[[c]]`") == [("wikilink", n, "") for n in "abc"]


@pytest.mark.parametrize(
    "text",
    [
        "%% [[a]]",
        "%% never closed\n\n[[a]]",
        "text %% not closed in its paragraph\n\n[[a]] %%",
        "100%% of [[a]] are 50%% of b",
        "`%%` [[a]] `%%`",
        "```\n%% a comment of mermaid\n```\n[[a]]\n```\n%% another\n```",
        "text %% one\n%% [[a]]\n\nend %%",
        "`<!--` [[a]] `-->`",
        "%%%% [[a]] %%%%",
    ],
)
def test_a_mark_that_begins_no_comment_hides_no_link(text: str) -> None:
    assert links(text) == [("wikilink", "a", "")]


@pytest.mark.parametrize(
    "text",
    [
        "$$[[5]]$$ $[[\\varphi]]$ and $x \\in [[a]]$",
        "$$\n\\frac{1}{2}\n[[a]]\n$$",
        "the ring $R[[x]]$, and $\\mathbf{F}[[x]]$",
        "$[u^k](\\sigma_f)$ and\n$$\n\\begin{aligned}\n[y_0,y_1](x-x_0) &= 1\n\\end{aligned}\n$$",
        'the class [[:alpha:]], and if [[ -z "$x" ]] or [[ ! -e x ]] or [[ $x == y ]]',
        "[[{{date}}]] ![[{{image}}|100]]",
        '[[<% tp.date.now("YYYY-MM-DD", -4) %>]] [[daily/<%tp.file.title%>|today]]',
        'until [[ "$?" -ne 0 ]] and [[ $# -gt 1 ]]',
        "[render](`Phoenix.Template.render/4`) and [`to/1`]\n\n[`to/1`]: `Phoenix.Router.to/1`",
        "[[_TOC_]]\n\n# A",
        "# A\n\n[[toc]]\n\ntext",
        "---\nhead: [[meta, {name: draft}]]\n---\n",
        "[[https://example.org]] and [[http://example.org/a|the site]]",
        "---\nday: '[[{{date}}]]'\n---\n",
        "a sentence[[5]](https://example.org/a#cite_note-5)[[6]](http://example.org)",
        "Attention [[paper]](https://example.org/a) [[全文]](http://example.org)",
    ],
)
def test_formulas_tests_of_a_shell_placeholders_contents_addresses_and_citations_are_no_wikilinks(text: str) -> None:
    assert links(text) == []


def test_an_address_of_the_web_in_quotation_marks_is_no_link_to_a_note() -> None:
    assert links("['A']('https://example.org') and [b](\"http://example.org\") [c]('c.md')") == [
        ("markdown", "'c.md'", "")
    ]


def test_a_label_of_an_address_in_further_brackets_is_no_wikilink() -> None:
    text = "by [[P0020]] and [[low]], [[p0020#a]]\n\n[P0020]: https://example.org/p\n[low]: low.md\n"
    assert [target for kind, target, _ in links(text) if kind == "wikilink"] == ["low", "p0020"]


def test_a_file_that_a_page_of_vuepress_includes_is_below_the_root_of_the_site() -> None:
    found = links("@[code](@snippets/a.sh) @[code js](@/b.js) and mail @[ann](@ann), [c](@c/d.md)")
    assert [target for _, target, *_ in found] == ["/snippets/a.sh", "/b.js", "/ann", "@c/d.md"]


def test_contents_inside_of_a_line_are_a_wikilink() -> None:
    assert [target for _, target, *_ in links("see [[toc]] of the atlas")] == ["toc"]


@pytest.mark.parametrize(
    "text",
    [
        "| $$ | [[a]] | $$$ |",
        "costs $5 at [[a]] and $6 at \\b",
        "costs $5 at [[a]] and 6$",
        "[[a]] is $\\alpha$ and $\\beta$",
        "$x \\in y$ [[a]] $\\beta$",
        "$x \\to y$[[a]]$\\beta$",
        "$$\\alpha$$[[a]]",
        "\\$ \\x [[a]] \\$",
        "$$ \\never closed\n\n[[a]] $$",
        "[[a]](not a link)",
        "[[ a ]] [a](https://example.org)",
    ],
)
def test_dollars_and_brackets_around_a_link_leave_it_one(text: str) -> None:
    assert links(text) == [("wikilink", "a", "")]


@pytest.mark.parametrize("text", ["[x]([[a]])", "![x]([[a]])", "[x]( [[a]] )"])
def test_a_wikilink_to_which_a_label_leads_is_the_only_link(text: str) -> None:
    assert links(text) == [("wikilink", "a", "")]
    assert links("[x]([[a]]b)")[0][0] == "markdown"


@pytest.mark.parametrize("text", ['<a href="#_">x</a>', '<a href="#">x</a>', "[x](#_)", "[x](#)"])
def test_an_address_of_no_place_is_no_link(text: str) -> None:
    assert links(text) == []


@pytest.mark.parametrize("text", ["$[[a]] " * 20_000, "[[a]]" + "{{" * 50_000 + "[[b]]", "[[a]]$$" + "\n " * 50_000])
def test_many_dollars_and_braces_are_read_in_linear_time(text: str) -> None:
    assert links(text)


def test_ids_in_text_are_links() -> None:
    text = "METIS-T-0066, (AB-I-0001) xMETIS-T-0001 METIS-T-00661 METIS-TT-0001 [[METIS-T-0002]] [a](METIS-T-0003.md)"
    assert links(text) == [
        ("id", "METIS-T-0066", ""),
        ("id", "AB-I-0001", ""),
        ("wikilink", "METIS-T-0002", ""),
        ("markdown", "METIS-T-0003.md", ""),
    ]


def test_a_document_does_not_point_to_itself_by_its_id() -> None:
    assert links("METIS-T-0001 AB-I-0001", "METIS-T-0001.md") == [("id", "AB-I-0001", "")]
    assert links("---\nshort_code: AB-I-0001\n---\nAB-I-0001") == []


def test_the_frontmatter_links_too() -> None:
    text = '---\nParent: METIS-I-0018\nrelated:\n  - "[[A#h|b]]"\nup: [[C]]\n---\n'
    assert full_links(text) == (
        Link("METIS-I-0018", "parent", "", "", 2),
        Link("A", "wikilink", "", "h", 4),
        Link("C", "wikilink", "", "", 5),
    )


def test_a_link_to_the_parent_in_another_property_is_a_link() -> None:
    parent, link = ("parent", "A", ""), ("wikilink", "A", "")
    assert links('---\nup: "[[A]]"\nparent:\n- "[[A]]"\n- "[[B]]"\nprev: "[[A]]"\n---\n') == [
        parent, ("parent", "B", ""), link, link,
    ]  # fmt: skip
    assert links('---\n{parent: "[[A]]"}\n---\n[[A]]\n') == [parent, link]


def test_a_parent_that_is_a_wikilink_is_a_parent_only() -> None:
    assert links('---\nparent: "[[A b|c]]"\n---\n') == [("parent", "A b", "")]
    assert links("---\nparent: NULL\n---\n") == []


def test_a_link_knows_its_section_and_line() -> None:
    text = "---\na: 1\n---\n[[p]]\n\n# One\n\n[[q]]\n## Two [[r]]\n"
    assert [(link.target, link.section, link.line) for link in full_links(text)] == [
        ("p", "_preamble", 4),
        ("q", "one", 8),
        ("r", "two-r", 9),
    ]


def test_dendron_writes_the_label_first() -> None:
    """Each of its notes has these four keys; Obsidian's order would make all its links point nowhere."""
    front = "---\nid: x\ndesc: ''\nupdated: 1\ncreated: 1\n---\n"
    text = "[[A label|topic.git#use]] [[plain]] [[x|dendron://vault/topic.git]]"
    assert links(front + text) == [
        ("wikilink", "topic.git", "use"),
        ("wikilink", "plain", ""),
        ("wikilink", "topic.git", ""),
    ]
    assert links(text)[0] == ("wikilink", "A label", "")
    assert links(front.replace("''", "see [[A label|topic.git]]")) == [("wikilink", "topic.git", "")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[x]({{< ref "setup.md" >}})', ("setup.md", "")),
        ('[x]({{< ref "../guide/setup#Costs" >}})', ("../guide/setup", "Costs")),
        ("[x]({{< ref setup.md >}})", ("setup.md", "")),
        ('[x]({{% relref "setup.md" %}})', ("setup.md", "")),
        ('[x]({{<relref "setup.md#" >}})', ("setup.md", "")),
        ('[x]({{<relref path="/docs/setup" lang="de">}})', ("/docs/setup", "")),
        ('<a href="{{< ref "setup.md" >}}">x</a>', ("setup.md", "")),
        ("[x]({% link _posts/2026-01-31-hello.md %})", ("_posts/2026-01-31-hello.md", "")),
        ("[x]({{ site.baseurl }}{% link guide/my page.md %})", ("guide/my page.md", "")),
        ("[x]({% post_url 2026-01-31-hello %})", ("2026-01-31-hello", "")),
        ("[x]({{ site.baseurl }}/docs/setup/#costs)", ("/docs/setup/", "costs")),
        ("[x]({{site.baseurl}}/docs/setup/)", ("/docs/setup/", "")),
        ("[x]({{ site.url }}{{ site.baseurl }}/docs/setup/)", ("/docs/setup/", "")),
        ("[x]({{ '/docs/setup/' | relative_url }})", ("/docs/setup/", "")),
        ('{{ "/docs/setup/" | absolute_url }}', ("/docs/setup/", "")),
    ],
)
def test_a_reference_in_the_template_syntax_of_a_site_generator_is_one_link(
    text: str, expected: tuple[str, str]
) -> None:
    assert links(text) == [("markdown", *expected)]


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ('see [the x]({{< ref "setup.md" >}}) too', '[the x]({{< ref "setup.md" >}})'),
        ("see [the x]({{ site.baseurl }}/docs/setup/) too", "[the x]({{ site.baseurl }}/docs/setup/)"),
        ("see {{ '/docs/setup/' | relative_url }}) too", "{{ '/docs/setup/' | relative_url }}"),
        ('x]({{< ref "setup.md" >}})', '{{< ref "setup.md" >}}'),
    ],
)
def test_a_reference_of_a_site_generator_has_the_label_of_its_link(text: str, link: str) -> None:
    assert [text[slice(*each.span)] for each in pointers(text)] == [link]


@pytest.mark.parametrize(
    "text",
    [
        '`{{< ref "x" >}}`', '```\n{{< ref "x" >}}\n```', '{{< figure src="/x.png" >}}', '{{< reference "x" >}}',
        "{{ page.title }}", "{% include x.md %}", '{{< ref "" >}}', '{{< ref "x', "{% link %}", '{{</* ref "x" */>}}',
    ],
)  # fmt: skip
def test_other_templates_and_templates_in_code_are_no_links(text: str) -> None:
    assert links(text) == []


def test_a_label_for_a_place_of_the_text_is_a_link_where_the_text_refers_to_it() -> None:
    text = "# Motivation\n[motivation]: #motivation\n\nSee [the Costs][COSTS].\n\n[costs]: #costs\n[x]: a.md\n"
    assert links(text) == [("markdown", "", "costs"), ("markdown", "a.md", "")]
    assert parse_file("a.md", text.encode(), modified=0.0).head.tags == frozenset()
