"""Names in a text that are no links."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from time import process_time

import pytest

from dowse.formats.detect import parse_file
from dowse.graph.mentions import Mention, MentionIndex
from dowse.model.document import Head
from tests.making import make

_TAX = make("Carbon Tax.md", title="Carbon Tax", aliases=("CO2", "levy on emissions")).head


def _mentions(text: str, *heads: Head, links: Sequence[str] = ()) -> list[Mention]:
    document = parse_file("source.md", text.encode(), modified=0.0)
    found = list(MentionIndex(heads or (_TAX,)).of(document, links))
    assert all(mention.name == document.text[mention.start : mention.end] for mention in found)
    return found


def _names(text: str, *heads: Head, links: Sequence[str] = ()) -> list[str]:
    return [mention.name for mention in _mentions(text, *heads, links=links)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The carbon tax works.", "carbon tax"),
        ("CARBON  TAX", "CARBON  TAX"),
        ("a carbon-tax", "carbon-tax"),
        ("a carbon\ntax of old", "carbon\ntax"),
        ("a carbon\r\ntax of old", "carbon\r\ntax"),
        ("the cárbön tax", "cárbön tax"),
        ("the carbo\u0301n tax", "carbo\u0301n tax"),
        ("the **carbon** _tax_", "carbon** _tax"),
        ("_carbon tax_", "carbon tax"),
        ("(carbon tax)", "carbon tax"),
        ("## Carbon tax", "Carbon tax"),
        ("> - carbon tax", "carbon tax"),
        ("the levy on emissions", "levy on emissions"),
        ("CO2 is", "CO2"),
        ("a [ ] carbon tax", "carbon tax"),
        ("[^1] carbon tax", "carbon tax"),
        ("5 < 6 carbon tax > 4", "carbon tax"),
    ],
)
def test_a_name_is_found_whatever_its_case_accents_and_emphasis(text: str, name: str) -> None:
    assert _names(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "carbon taxes, hydrocarbon tax",
        "carbon. Tax it",
        "carbon, tax",
        "- carbon\n- tax",
        "| carbon | tax |",
        "carbon\n\ntax",
        "my_carbon_tax",
        "co2 in lower case",
        "carbon [[x]] tax",
        "carbon `x` tax",
    ],
)
def test_parts_of_words_and_of_sentences_are_no_name(text: str) -> None:
    assert _names(text) == []


@pytest.mark.parametrize(
    "hidden",
    [
        "`carbon tax`",
        "``a ` carbon tax``",
        "`a\ncarbon tax`",
        "```\ncarbon tax\n```",
        "text\n~~~ md\n\n```\ncarbon tax\n~~~",
        "````\n```\ncarbon tax\n````",
        "- ```\n  carbon tax\n  ```",
        "> ```\n> carbon tax\n> ```",
        "```\r\ncarbon tax\r\n```",
        "[[carbon tax]]",
        "![[carbon tax#goals|a carbon tax]]",
        "[the carbon tax](x.md)",
        "[a [carbon tax] b](x.md)",
        "[![carbon tax](a.png)](b.md)",
        "[x](<the carbon tax.md>)",
        '[x](y.md "carbon tax")',
        "[x](carbon tax (draft).md)",
        "[a [b [c]]](carbon tax.md)",
        "[the\ncarbon tax](x.md)",
        "[carbon tax][1]",
        "[carbon tax]: x.md",
        "[Carbon tax]\n\n[carbon TAX]: x.md",
        "https://example.org/carbon-tax",
        "(http://example.org/?q=carbon-tax)",
        "www.example.org/carbon-tax",
        "<https://example.org/carbon-tax>",
        '<img alt="carbon tax">',
        "<!-- carbon\n\n tax, carbon tax -->",
        "%% carbon\n\n tax, carbon tax %%",
        "text %% a carbon tax\nhere %% text",
        "#carbon-tax",
        "---\ntopic: carbon tax\n---\n",
    ],
)
def test_nothing_is_found_in_code_links_addresses_html_tags_and_frontmatter(hidden: str) -> None:
    assert _names(hidden) == []
    assert _names(f"{hidden}\n\nA carbon tax.") == ["carbon tax"]


@pytest.mark.parametrize(
    "text",
    [
        "a ` carbon tax",
        "a `\n\ncarbon tax `",
        "a `\n- carbon tax `",
        "a ` b `` carbon tax",
        "`a` carbon tax `b`",
        "\\`carbon tax\\`",
        "[[ carbon tax",
        "[carbon tax] alone",
        "[a carbon tax (x)",
        "a ``` carbon tax",
        "``` `a` carbon tax",
        "```\nx\n```\ncarbon tax\n```\ny\n```",
        "# carbon tax",
    ],
)
def test_what_only_looks_like_code_or_a_link_is_text(text: str) -> None:
    assert _names(text) == ["carbon tax"]


def test_a_mention_says_where_it_stands_in_the_file() -> None:
    text = "---\na: b\n---\n\nx\r\n```\ny\n```\rA carbon tax."
    at = text.index("carbon")
    assert _mentions(text) == [Mention("source.md", _TAX.path, "carbon tax", 9, at, at + 10)]


def test_of_two_names_the_longest_counts() -> None:
    carbon = make("Carbon.md").head
    assert _names("carbon tax, carbon", _TAX, carbon) == ["carbon tax", "carbon"]


def test_a_longer_name_that_is_linked_already_hides_the_shorter_one() -> None:
    carbon = make("Carbon.md").head
    assert _names("carbon tax and carbon", _TAX, carbon, links=[_TAX.path]) == ["carbon"]


def test_of_names_that_overlap_the_first_counts() -> None:
    assert _names("big carbon tax", _TAX, make("Big Carbon.md").head) == ["big carbon"]


def test_a_document_does_not_mention_itself_nor_others_by_its_own_name() -> None:
    own = make("source.md", title="Carbon tax").head
    assert _names("# Carbon tax\n\nThe carbon tax", own, _TAX) == []


def test_documents_of_one_name_are_all_mentioned() -> None:
    heads = [make(f"{folder}/Carbon Tax.md").head for folder in "ba"]
    assert [mention.target for mention in _mentions("carbon tax", *heads)] == ["a/Carbon Tax.md", "b/Carbon Tax.md"]


def test_a_document_is_mentioned_once_a_line() -> None:
    found = _mentions("carbon tax, CO2\n\ncarbon tax")
    assert [(mention.name, mention.line) for mention in found] == [("carbon tax", 1), ("carbon tax", 3)]


@pytest.mark.parametrize(
    "name",
    ["index", "_index", "README", "Untitled", "Untitled 3", "2026-01-31", "2026-W05", "12345", "Go", "This", "To do"],
)
def test_names_that_would_be_found_everywhere_are_left_out(name: str) -> None:
    assert _names(f"See {name.lower()} and {name.lower()}", make("x/Odd File.md", title=name).head) == []


@pytest.mark.parametrize("name", ["IT", "US", "API", "R&D", "WHO"])
def test_short_names_and_stop_words_count_when_written_in_capitals(name: str) -> None:
    head = make(f"{name}.md").head
    assert _names(f"In {name} we trust", head) == [name]
    assert _names(f"In {name.lower()} we trust", head) == []


@pytest.mark.parametrize(
    ("name", "text", "written"),
    [
        ("TCP/IP", "over tcp/ip it", "tcp/ip"),
        ("Node.js", "in node.js it", "node.js"),
        ("Don't panic", "says don’t panic!", "don’t panic"),
        ("snake_case", "in snake_case it", "snake_case"),
        ("snake_case", "in snake case it", "snake case"),
        ("A* Search", "an A* search, a search", "A* search"),
        ("Straße", "the STRASSE", "STRASSE"),
        ("東京", "私は東京に行った", "東京"),
        ("한국어", "나는 한국어를", "한국어"),
        ("ガイド", "このカ\u3099イト\u3099は", "カ\u3099イト\u3099"),
    ],
)
def test_names_of_many_kinds_are_found(name: str, text: str, written: str) -> None:
    assert _names(text, make("x/0.md", title=name).head) == [written]


@pytest.mark.parametrize("name", ["A* Search", "TCP/IP"])
def test_the_signs_in_a_name_count(name: str) -> None:
    assert _names("a search, tcp ip", make("x/0.md", title=name).head) == []


def test_a_bullet_is_no_hyphen_of_a_name() -> None:
    head = make("x/0.md", title="Carbon - Tax").head
    assert _names("carbon - tax", head) == ["carbon - tax"]
    assert _names("- carbon\n- tax", head) == []


def test_the_scheme_of_an_address_is_no_mention() -> None:
    assert _names("obsidian://open Obsidian", make("Obsidian.md").head) == ["Obsidian"]


_ALPHABET = ("oak", "elm tree", "ash", "fir", "élm")
_SIGNS = (" ", " ", " ", "-", ", ", ".\n\n", "\n")
_HIDING = ("`{}`", "[[{}]]", "[{}](x.md)", "[x]({})", "<!-- {} -->", "\n\n```\n{}\n```\n\n", "\n\n~~~\n{}\n~~~\n\n")


def _oracle(visible: str, names: dict[str, list[str]]) -> list[tuple[str, int, int]]:
    """(target, line, start) by trying every name at every place; what is hidden is `#` here."""
    between = "(?:[ -]|\n(?!\n))"
    spelled = [
        (re.compile(rf"(?<![^\W_]){between.join(map(re.escape, name.split()))}(?![^\W_])"), targets)
        for name, targets in names.items()
    ]
    plain = visible.replace("é", "e")
    found, at = [], 0
    while at < len(visible):
        ends = {}
        for pattern, targets in spelled:
            if match := pattern.match(plain, at):
                ends[match.end()] = targets
        if not ends:
            at += 1
            continue
        line = visible.count("\n", 0, at) + 1
        found += [(target, line, at) for target in ends[max(ends)]]
        at = max(ends)
    once = {(target, line): start for target, line, start in reversed(found)}
    return sorted((target, line, start) for (target, line), start in once.items())


@pytest.mark.parametrize("seed", range(150))
def test_mentions_are_those_that_a_slow_search_finds(seed: int) -> None:
    random = Random(seed)  # noqa: S311  # texts, not secrets
    called = [" ".join(random.choices(("oak", "elm", "tree", "ash", "fir"), k=random.randint(2, 4))) for _ in range(12)]
    names: dict[str, list[str]] = {}
    for n, name in enumerate(called):
        names.setdefault(name, []).append(f"{n}.md")
    text = visible = ""
    for _ in range(60):
        words = " ".join(random.choices(_ALPHABET, k=random.randint(1, 4)))
        if random.random() < 0.3:
            words = random.choice(_HIDING).format(words)
            visible += "".join(char if char == "\n" else "#" for char in words)
        else:
            visible += words
        text += words
        between = random.choice(_SIGNS)
        text, visible = text + between, visible + between
    found = _mentions(text, *(make(f"{n}.md", title=name).head for n, name in enumerate(called)))
    assert sorted((each.target, each.line, each.start) for each in found) == _oracle(visible, names)


_ADVERSE = {
    "brackets that open": "[" * 100_000,
    "brackets that close": "]" * 100_000,
    "both": "[]" * 50_000,
    "wikilinks that never end": "[[" * 5_000,
    "wikilinks with text that never end": "[[a " * 25_000,
    "nested links": "[a](" * 25_000,
    "ends of links": "](" * 50_000,
    "parentheses": "](" + "(" * 100_000,
    "pairs of parentheses": "](()" * 25_000,
    "brackets in a link": "[" + "[x]" * 33_000,
    "backticks": "`" * 5_000,
    "backticks apart": "` " * 50_001,
    "runs of backticks": " ".join("`" * n for n in range(1, 400)),
    "runs of backticks, longest first": " ".join("`" * n for n in range(400, 1, -1)),
    "fences": "```\n" * 25_001,
    "fences of growing length": "".join("`" * n + "\n" for n in range(3, 400)),
    "fences in lists": "- ```\n" * 20_000,
    "quotes": ">" * 100_000,
    "lines of quotes and blanks": ("> " * 50 + "\n") * 1_000,
    "blanks": " " * 100_000,
    "line ends": "\n" * 100_000,
    "comments": "<!--" * 25_000,
    "comments of Obsidian": "%%a\n\n" * 25_000,
    "marks of comments": "%%%" * 25_000,
    "percent signs": "a %% % " * 15_000,
    "comments and hyphens": "<!--" + "-" * 100_000,
    "tags": "<a" * 50_000,
    "underscores": "a" + "_" * 100_000 + "b",
    "hashes": "#" * 100_000,
    "schemes": "http:" * 20_000 + "://" * 10_000,
    "backslashes": "\\" * 100_000,
    "definitions": "[a]:\n" * 20_000,
    "letters": "a" * 100_000,
    "characters without blanks": "東" * 50_000,
    "marks": "\u3099" * 50_000,
    "the beginning of a name": "carbon " * 15_000,
    "a name": "carbon tax " * 10_000,
}


@pytest.mark.parametrize("kind", _ADVERSE)
def test_time_is_linear_whatever_the_text(kind: str) -> None:
    document = make("source.md", _ADVERSE[kind])
    mentionable = MentionIndex([_TAX, make("x/東京.md").head])
    began = process_time()
    list(mentionable.of(document, ()))
    assert process_time() - began < 0.5  # seconds; all take a tenth of it, a quadratic search takes tens
