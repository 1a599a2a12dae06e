"""The status and the date that records of decisions state in their text."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file


def _facts(text: str) -> tuple[str, str]:
    head = parse_file("adr/0007-tides.md", text.encode(), modified=0.0).head
    return head.fact("status"), head.fact("created")


@pytest.mark.parametrize(
    ("below", "status", "date"),
    [
        ("Date: 2016-02-12\n\n## Status\n\nAccepted\n\n## Context\n", "Accepted", "2016-02-12"),
        ("- Status: accepted\n- Date: 2020-09-27\n\n## Context\n", "accepted", "2020-09-27"),
        ("* Proposal: [SE-1](1.md)\n* Status: **Implemented (Swift 5.0)**\n", "Implemented", ""),
        ("**Status**: Returned for revision\n**Date:** 2020-09-27 (draft)\n", "Returned for revision", "2020-09-27"),
        ("- Start Date: 2014-04-02\n- RFC PR: [1](https://example.org)\n", "", "2014-04-02"),
        ("## Status\n\nSuperseded by [ADR 9](0009-b.md)\n", "Superseded", ""),
        ("## Context\n\nText.\n\n## Status\n\n**Accepted** on 2020-09-27.\n", "Accepted", ""),
        ("## Status\n\n~~Proposed~~ Accepted\n", "Accepted", ""),
        ("## Status\n\nWork in progress\n", "Work in progress", ""),
        ("Status: draft\n\n## Status\n\nAccepted\n", "draft", ""),
        ("Status: ✅ Accepted\nDate: 12 March 2021\n\n", "Accepted", "12 March 2021"),
        ("* Status: :construction: In progress 🚧\n* Date: Mar 12th, 2021\n", "In progress", "Mar 12th, 2021"),
        ("## Status\n\n🟢 **Accepted** (2021-03-12)\n", "Accepted", ""),
        ("- Status: accepted ✅\n- Date: 2021/03/12\n", "accepted", "2021/03/12"),
    ],
)
def test_lines_below_the_title_and_a_section_state_them(below: str, status: str, date: str) -> None:
    assert _facts(f"# Use tides\n\n{below}") == (status, date)


@pytest.mark.parametrize(
    "text",
    [
        "# Tides\n\nThe tides.\n\nStatus: accepted\n",  # below other text
        "# Tides\n\n- Status: {accepted / rejected}\n- Date: YYYY-MM-DD\n",
        "# Tides\n\n- Status: proposed | rejected\n",
        "# Tides\n\n## Status\n\nThe harbour has been closed since the storm of last year.\n",
        "# Tides\n\n## Status\n\nThis project is in beta.\n",
        "# Tides\n\n- Status: hidden\n",
        "# Tides\n\n## Status\n\n[![Build status](a.svg)](b)\n",
        "# Tides\n\n## Status\n",
        "Status: accepted\n\nNo title.\n",
        "# Tides\n\n```\nStatus: accepted\n```\n",
    ],
)
def test_other_texts_state_none(text: str) -> None:
    assert _facts(text) == ("", "")


def test_items_above_every_heading_state_them() -> None:
    assert _facts("- Feature: tides\n- Start Date: 2014-04-02\n- Pull request:\n  [1](a)\n\n## Tides\n") == (
        "",
        "2014-04-02",
    )


@pytest.mark.parametrize(
    "above",
    [
        "- Start Date: 2014-04-02\n",
        "Feature: tides\nStart Date: 2014-04-02\n",
        "- Feature: tides\n- Start Date: 2014-04-02\n\nThe tides.\n",
        "- Feature: tides\n- the tides\n- Start Date: 2014-04-02\n",
    ],
)
def test_other_lines_above_every_heading_state_none(above: str) -> None:
    assert _facts(f"{above}\n## Tides\n") == ("", "")


def test_the_frontmatter_comes_first_and_the_text_stays() -> None:
    text = "---\nstatus: open\n---\n# Tides\n\nStatus: accepted\nDate: 2020-09-27\n"
    assert _facts(text) == ("open", "2020-09-27")
    assert "Status: accepted" in parse_file("a.md", text.encode(), modified=0.0).body
