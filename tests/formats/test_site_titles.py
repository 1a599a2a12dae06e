"""The titles in the navigation of MkDocs."""

from __future__ import annotations

import pytest

from dowse.formats.site_titles import page_titles


def test_pages_have_the_titles_of_the_navigation_at_any_depth() -> None:
    text = (
        "site_name: Port\nnav:\n  - Start: index.md  # the first\n\n  # boats\n  - Boats:\n"
        "    - 字典树 (Trie): boats/trie.md\n"
        '    - \'Costs: all\': ./boats/costs.md\n    - "A # B": "boats/a b.md"\n    - boats/plain.md\n'
        "    - Web: https://example.org/x.md\n    - Picture: a.png\nextra:\n  - Other: other.md\n"
    )
    assert page_titles(text) == {
        "index.md": "Start",
        "boats/trie.md": "字典树 (Trie)",
        "boats/costs.md": "Costs: all",
        "boats/a b.md": "A # B",
    }


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("nav:\n- A: a.md\n- B:\n  - C: c/c.markdown\r\nx: y", {"a.md": "A", "c/c.markdown": "C"}),
        ("nav:\n- A: a.md\n- B: a.md", {"a.md": "A"}),
        ("nav:\n- A: ../a.md\n- B: /b.md", {"b.md": "B"}),
        ("nav:\n- 'What''s new': a.md\n- \"\\u00c9t\\xe9\": b.md", {"a.md": "What's new"}),
        ('nav:\n- "The \\"best\\" \\u00e9t\\u00e9": a.md', {"a.md": 'The "best" été'}),
        ('nav:\n- "A\\ud800": a.md\n- "B\\n": b.md', {}),
        ("nav: [a.md]\nx:\n- A: a.md", {}),
        ("#nav:\n- A: a.md", {}),
        ("nav:\n", {}),
        ("", {}),
        ("nav:\n" + " - " * 50_000 + "\n" + "- a" + ": a" * 50_000, {}),
        ("nav:\n" + "\n" * 50_000 + "x", {}),
    ],
)
def test_anything_else_has_no_title(text: str, titles: dict[str, str]) -> None:
    assert page_titles(text) == titles
