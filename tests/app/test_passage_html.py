"""The HTML of passages: notes on a page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dowse.app.get import GetRequest, get
from dowse.app.sessions.vault_session import VaultSession, open_session

_HARBOUR = """---
tags: [sea]
---
# Harbour

Ships moor at the [[Pier|long pier]], see [the lamp](rocks/Lamp%20House.md#the-lamp), [[Lamp House#The Lamp]],
[[Pier#^planks]], [[#Tides]], [[Nowhere]], ![[chart.png]] and [[Pier#No Such Heading]].

[Piles](Pier.md#piles)

## Tides

High water at noon; HAR-T-0007 says more.
"""


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VaultSession]:
    """A note with links of all kinds, and what they lead to."""
    folder = tmp_path_factory.mktemp("vault")
    (folder / "rocks").mkdir()
    (folder / "Harbour.md").write_text(_HARBOUR)
    (folder / "Pier.md").write_text('# Pier\n\nOf wood. ^planks\n\n<a id="piles"></a>Piles.\n')
    (folder / "rocks" / "Lamp House.md").write_text("# Lamp House\n\n## The Lamp\n\nTurns.\n")
    (folder / "HAR-T-0007.md").write_text("# Dredge the basin\n")
    (folder / "chart.png").write_bytes(b"\x89PNG")
    (folder / "dendron.md").write_text("---\nid: a\ndesc: b\nupdated: 1\ncreated: 2\n---\n\nTo [[the quay|Pier]].\n")
    (folder / "plain.txt").write_text("no *markup*\n")
    (folder / "long.md").write_text("word " * 30_000)
    session = open_session(folder)
    yield session
    session.close()


def _html(vault: VaultSession, ref: str) -> str:
    found = get(vault, GetRequest(ref, html=True)).html
    assert found is not None
    return found


def test_links_lead_to_the_notes_that_the_index_found_for_them(vault: VaultSession) -> None:
    html = _html(vault, "Harbour.md")
    assert '<a data-ref="Pier.md">long pier</a>' in html
    assert '<a data-ref="rocks/Lamp House.md#the-lamp">the lamp</a>' in html
    assert '<a data-ref="rocks/Lamp House.md#The Lamp">Lamp House › The Lamp</a>' in html
    assert '<a data-ref="HAR-T-0007.md">HAR-T-0007</a>' in html
    assert '<a data-ref="Harbour.md#Tides">Tides</a>' in html
    assert '<a data-ref="Pier.md#piles">Piles</a>' in html


def test_every_reference_in_the_html_can_be_opened(vault: VaultSession) -> None:
    for ref in _html(vault, "Harbour.md").split('data-ref="')[1:]:
        assert get(vault, GetRequest(ref.partition('"')[0])).text


def test_a_link_to_a_missing_heading_leads_to_its_note(vault: VaultSession) -> None:
    hint = "Pier.md has no heading or block &#x27;No Such Heading&#x27;"
    assert f'<a data-ref="Pier.md" title="{hint}">Pier › No Such Heading</a>' in _html(vault, "Harbour.md")


def test_a_broken_link_and_the_name_of_an_image_are_no_links(vault: VaultSession) -> None:
    html = _html(vault, "Harbour.md")
    assert '<span class="broken" title="no such note">Nowhere</span>' in html
    assert '<span class="file" title="chart.png">chart.png</span>' in html


def test_a_section_is_rendered_alone(vault: VaultSession) -> None:
    html = _html(vault, "Harbour.md#tides")
    assert html.startswith('<h3 class="level-2">Tides</h3>\n<p>High water at noon')
    assert "Ships" not in html


def test_labels_come_first_in_the_notes_of_dendron(vault: VaultSession) -> None:
    assert '<a data-ref="Pier.md">the quay</a>' in _html(vault, "dendron.md")


@pytest.mark.parametrize("ref", ["plain.txt", "long.md"])
def test_plain_text_and_a_text_that_is_too_long_have_no_html(vault: VaultSession, ref: str) -> None:
    assert get(vault, GetRequest(ref, html=True)).html is None


def test_the_html_is_left_out_unless_it_is_asked_for(vault: VaultSession) -> None:
    assert "html" not in get(vault, GetRequest("Pier.md")).to_dict()
