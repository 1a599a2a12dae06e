"""Markdown as HTML: what it shows, and that no note can load or run anything."""

from __future__ import annotations

import random
from html.parser import HTMLParser

import pytest

from dowse.formats.markdown.markdown_html import ATTRIBUTES, ELEMENTS, NoteLink, markdown_html

_VOID = frozenset({"br", "hr"})


def html(text: str) -> str:
    """The HTML of a note whose links lead to a note of their name, but for those that begin with `no`."""
    return markdown_html(
        text,
        lambda target, anchor: (
            NoteLink("", "no such note", is_broken=True)
            if target.startswith("no")
            else NoteLink(f"{target}.md{anchor and '#' + anchor}")
        ),
    )


class _Checker(HTMLParser):
    """Collects what a page must not have, and elements that are not closed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.opened: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ELEMENTS:
            self.faults.append(tag)
        for name, value in attrs:
            if name not in ATTRIBUTES:
                self.faults.append(f"{tag} {name}")
            if name == "href" and not (value or "").lower().startswith(("http://", "https://", "mailto:")):
                self.faults.append(f"{tag} {name}={value}")
        if tag not in _VOID:
            self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.opened or self.opened.pop() != tag:
            self.faults.append(f"/{tag}")

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"comment {data}")

    def handle_decl(self, decl: str) -> None:
        self.faults.append(f"declaration {decl}")


def faults(page: str) -> list[str]:
    """What the HTML must not have."""
    checker = _Checker()
    checker.feed(page)
    checker.close()
    return [*checker.faults, *checker.opened]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Title\n\n###### Deep", '<h2 class="level-1">Title</h2>\n<h6 class="level-6">Deep</h6>\n'),
        ("# Title { #title }", '<h2 class="level-1">Title</h2>\n'),
        ("## See *this* {#see .wide}", '<h3 class="level-2">See <em>this</em></h3>\n'),
        ("## See *this* {/*see*/}", '<h3 class="level-2">See <em>this</em></h3>\n'),
        ("a {/* *b* */} c\n\n{/* d\n\ne */}\n\n{/* f", "<p>a  c</p>\n<p>{/* f</p>\n"),
        ("## Set {a, b}", '<h3 class="level-2">Set {a, b}</h3>\n'),
        ("在**「注入」**中", "<p>在<strong>「注入」</strong>中</p>\n"),
        ('的**<dfn title="x">注入</dfn>**系统', "<p>的<strong>注入</strong>系统</p>\n"),
        ("*は*「は」 **「は」**", "<p><em>は</em>「は」 <strong>「は」</strong></p>\n"),
        ("宽*2 高 *3", "<p>宽*2 高 *3</p>\n"),
        ("text {#id}", "<p>text {#id}</p>\n"),
        (
            "a *b* **c** ~~d~~ ==e== `f`",
            "<p>a <em>b</em> <strong>c</strong> <del>d</del> <mark>e</mark> <code>f</code></p>\n",
        ),
        ("one\\\ntwo<br>three", "<p>one<br>\ntwo<br>three</p>\n"),
        ("- [ ] buy\n- [x] pay", "<ul><li>☐ buy</li>\n<li>☑ pay</li>\n</ul>\n"),
        ("7. a\n8. b", '<ol start="7"><li>a</li>\n<li>b</li>\n</ol>\n'),
        (
            "> [!tip]- Less\n> is more",
            '<blockquote><p><strong class="callout">Tip</strong> Less\nis more</p>\n</blockquote>\n',
        ),
        ("```js\n<b>\n```", "<pre><code>&lt;b&gt;\n</code></pre>\n"),
        ("seen %%hidden%% 100%% %% and", "<p>seen  100%% %% and</p>\n"),
        ("%% a\n\nb %%\n\nc", "<p>c</p>\n"),
        ("`%%a%%`", "<p><code>%%a%%</code></p>\n"),
        ("---", "<hr>\n"),
        (
            "---\na: <b>\n---\n",
            "<details><summary>Properties</summary><pre><code>a: &lt;b&gt;</code></pre></details>\n",
        ),
        ("---\n---\nx", "<p>x</p>\n"),
    ],
)
def test_markdown_is_rendered(text: str, expected: str) -> None:
    assert html(text) == expected


_ADMONITION = '<blockquote><p><strong class="callout">{}</strong></p>\n<p>Less <em>is</em> more</p>\n</blockquote>\n'


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("!!! note\n    Less *is* more", "Note"),
        ('!!! warning inline "Mind & gap"\n\n    Less *is* more', "Mind &amp; gap"),
        ("??? question\n    Less *is* more", "Question"),
        ('=== "Linux"\n\n    Less *is* more', "Linux"),
        ("/// tip | Remember\nLess *is* more\n///", "Remember"),
        (":::note\nLess *is* more\n:::", "Note"),
        (":::tip[Mind]\n\nLess *is* more\n\n:::", "Mind"),
        ("::: warning Mind the gap\nLess *is* more\n:::", "Mind the gap"),
        (":::{important}\nLess *is* more\n:::", "Important"),
        ("::: {.callout-tip}\nLess *is* more\n:::", "Tip"),
        ('??? note "The "best" of all"\n    Less *is* more', "The &quot;best&quot; of all"),
        ("```{note}\nLess *is* more\n```", "Note"),
        ("````{admonition} Mind\nLess *is* more\n````", "Mind"),
        ("```admonish info\nLess *is* more\n```", "Info"),
        ('~~~admonish warning "Mind the gap"\nLess *is* more\n~~~', "Mind the gap"),
        ('```admonish title="Mind" collapsible=true\nLess *is* more\n```', "Mind"),
        ("```ad-tip\ncollapse: open\nLess *is* more\n```", "Tip"),
        ("```ad-tip\ntitle: Mind the gap\ncollapse: open\nLess *is* more\n```", "Mind the gap"),
    ],
)
def test_an_admonition_of_a_site_generator_is_a_quotation_with_a_title(text: str, title: str) -> None:
    assert html(text) == _ADMONITION.format(title)
    assert html(f"before\n\n{text}\n\nbehind") == f"<p>before</p>\n{_ADMONITION.format(title)}<p>behind</p>\n"


def test_directives_of_mdbook_are_not_shown() -> None:
    text = "{{#template ../old.md}}\n\nBefore {{#include a.md}} behind {{#if x}}.\n"
    assert html(text) == "<p>Before  behind {{#if x}}.</p>\n"


def test_admonitions_contain_others_and_code() -> None:
    inner = '<blockquote><p><strong class="callout">Tip</strong></p>\n<pre><code>x\n</code></pre>\n</blockquote>\n'
    outer = f'<blockquote><p><strong class="callout">Note</strong></p>\n{inner}<p>y</p>\n</blockquote>\n'
    assert html("::::note\n:::tip\n```\nx\n```\n:::\ny\n::::") == outer
    assert html(":::note\n:::tip\n```\nx\n```\n:::\ny\n:::") == outer
    assert html("!!! note\n    !!! tip\n        ```\n        x\n        ```\n\n    y") == outer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{< hint type=note >}}\nLess\n{{< /hint >}}", "<p>Less</p>\n"),
        ('{% hint style="info" %}\nLess\n{% endhint %}', "<p>Less</p>\n"),
        ("a {{< icon sun >}}b {% raw %}c", "<p>a b c</p>\n"),
        (
            "`{{< icon sun >}}` {{title}} {{ page.title }}",
            "<p><code>{{&lt; icon sun &gt;}}</code> {{title}} {{ page.title }}</p>\n",
        ),
        ("{* ../src/tides.py hl[1] *}", "<p><code>../src/tides.py</code></p>\n"),
        ("{!docs/tides.md!}", "<p><code>docs/tides.md</code></p>\n"),
        ('--8<-- "tides.md"', "<p><code>tides.md</code></p>\n"),
        ("{: .note }\nLess", "<p>Less</p>\n"),
        ("::: tides.Pier\n    options:\n      members: true\n\nLess", "<p><code>tides.Pier</code></p>\n<p>Less</p>\n"),
        ("::: tides\n    options:\n      members: true", "<p><code>tides</code></p>\n"),
        ("::: tides\n\nLess", "<p><code>tides</code></p>\n<p>Less</p>\n"),
        (":::note\nLess", '<p><strong class="callout">Note</strong></p>\n<p>Less</p>\n'),
        ("Less\n:::", "<p>Less</p>\n"),
        ("/// Less\n\n!!! more, and more", "<p>/// Less</p>\n<p>!!! more, and more</p>\n"),
    ],
)
def test_shortcodes_included_files_and_names_are_shown_as_on_a_site(text: str, expected: str) -> None:
    assert html(text) == expected


def test_cells_of_a_table_are_aligned_by_a_class_and_not_by_a_style() -> None:
    page = html("| a | b |\n|---|--:|\n| [[Pier\\|p]] | 2 |")
    assert '<td class="right">2</td>' in page
    assert '<td><a data-ref="Pier.md">p</a></td>' in page
    assert "style" not in page


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[Pier]]", '<a data-ref="Pier.md">Pier</a>'),
        ("[[Pier#End|the end]]", '<a data-ref="Pier.md#End">the end</a>'),
        ("![[Pier#End]]", '<a data-ref="Pier.md#End">Pier › End</a>'),
        ("[[nope]]", '<span class="broken" title="no such note">nope</span>'),
        ("[a *b*](Pier%20Two)", '<a data-ref="Pier Two.md">a <em>b</em></a>'),
        ("a text ^block-1", "<p>a text</p>"),
        ("a text\n^block-1", "<p>a text\n</p>"),
        ("- an *item* ^2", "<em>item</em></li>"),
        ("x ^2 + y", "<p>x ^2 + y</p>"),
        ("see ABC-T-0001.", '<a data-ref="ABC-T-0001.md">ABC-T-0001</a>.'),
        (
            "https://example.org/a_b_c).",
            '<a class="outside" href="https://example.org/a_b_c">https://example.org/a_b_c</a>).',
        ),
        ("[x](https://example.org)", '<a class="outside" href="https://example.org">x</a>'),
        ("<mailto:me@example.org>", '<a class="outside" href="mailto:me@example.org">mailto:me@example.org</a>'),
        ("![a chart](https://example.org/x.png)", '<a class="outside" href="https://example.org/x.png">a chart</a>'),
        (
            "[![badge](https://img.example.org/b.svg)](https://example.org)",
            '<a class="outside" href="https://example.org">badge</a>',
        ),
        ("[ABC-T-0001](https://example.org)", '<a class="outside" href="https://example.org">ABC-T-0001</a>'),
    ],
)
def test_links_lead_to_notes_or_to_the_web(text: str, expected: str) -> None:
    assert expected in html(text)
    assert faults(html(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <script>alert(1)</script> b",
        "<img src=x onerror=alert(1)>",
        "<svg><a xlink:href='javascript:alert(1)'>x</a></svg>",
        "<div onclick=alert(1)>\n<iframe src=https://example.org>\n</div>",
        "![x](https://example.org/x.png)",
        "![x](data:image/svg+xml;base64,PHN2Zz4=)",
        "[x](javascript:alert(1)) [x](JaVaScRiPt:alert(1)) [x](vbscript:x) [x](data:text/html,x) [x](file:///etc/passwd)",
        "[x](//example.org/x)",
        "[x](  java\nscript:alert(1))",
        "<javascript:alert(1)>",
        '[x](https://example.org/"onmouseover="alert(1) "t\\" onclick=alert(1)")',
        '[[a" onmouseover="alert(1)|b<script>]]',
        '[a][1]\n\n[1]: https://example.org/ "x" onclick=1',
        'https://example.org/"><script>alert(1)</script>',
        '==a<img src=x onerror="alert(1)">==',
        '```"><script>\nx\n```',
        "<style>@import 'https://example.org'</style>",
        "<link rel=stylesheet href=https://example.org>",
        "<form action=https://example.org><input name=a></form>",
        "<!-- a --> b <!doctype html> <![CDATA[x]]> <?php ?>",
        "> [!<script>] x",
        "---\na: </code></pre><script>alert(1)</script>\n---\n",
        "<div id=body name=cookie>x</div>",
        "&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x&#62;",
    ],
)
def test_no_note_loads_or_runs_anything(text: str) -> None:
    assert faults(html(text)) == []


def test_no_mixture_of_markup_loads_or_runs_anything() -> None:
    parts = [
        "<",
        ">",
        "[",
        "]",
        "(",
        ")",
        "[[",
        "]]",
        "|",
        "![",
        "`",
        "```",
        "*",
        "**",
        "~~",
        "==",
        "%%",
        "#",
        '"',
        "'",
        "&",
        "&lt;",
        "javascript:",
        "https://a.b/",
        "<script>",
        "</script>",
        "<!--",
        "-->",
        "<div>",
        "</div>",
        "onerror=",
        "a",
        "ABC-T-0001",
        "\\",
        "|-|",
        "é",
    ]
    parts += ["\n", "\n\n", "> ", "- ", "1. ", " ", "<img src=x>", "[x] ", "[!a] ", "---\n", "\0"]
    parts += ["\n:::note\n", "\n:::\n", "\n!!! tip\n    ", '\n=== "a"\n    ', "{{< a >}}", "\n{* a *}\n", "```{note}\n"]
    noise = random.Random(5)  # noqa: S311  # a fixed seed
    for _ in range(600):
        text = "".join(noise.choices(parts, k=noise.randint(1, 40)))
        assert faults(html(text)) == [], text


def test_raw_html_leaves_its_text() -> None:
    assert html("<div align=center>\nHello <b>there</b>\n<script>no()</script>\n</div>") == "<p>Hello there</p>\n"
    assert html("<!-- nothing -->") == ""
    assert html("a <kbd>b</kbd>") == "<p>a b</p>\n"
