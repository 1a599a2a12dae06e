"""Addresses of the web in notes."""

from __future__ import annotations

import pytest

from dowse.formats.markdown.web_links import web_links

_NOTE = """---
title: Sources
url: https://a.example/front
source: ["https://b.example/one", 'https://c.example/two']
---

A [link](https://d.example/wiki/Foo_(bar) "title"), an image ![](http://e.example/i.png), <https://f.example/auto>.
Bare: https://g.example/path?q=1&amp;r=2, and (see https://h.example/in_(parens)). A [ref][r], HTML <a href="https://i.example/x">x</a>.
`https://code.example/span`

```sh
curl https://code.example/fence
```

    https://code.example/indented

<!-- https://code.example/comment -->

[r]: https://j.example/definition
**https://k.example/bold**, [a](https://l.example)[b](https://m.example/x\\_y) https://{host}/x https://n.example/{id}
[here](note.md) [mail](mailto:a@b.example) ftp://o.example/x
"""


def test_every_way_to_write_an_address_is_known_with_its_line_and_code_is_none() -> None:
    assert web_links(_NOTE, is_markdown=True) == [
        ("https://a.example/front", 3),
        ("https://b.example/one", 4),
        ("https://c.example/two", 4),
        ("https://d.example/wiki/Foo_(bar)", 7),
        ("http://e.example/i.png", 7),
        ("https://f.example/auto", 7),
        ("https://g.example/path?q=1&r=2", 8),
        ("https://h.example/in_(parens)", 8),
        ("https://i.example/x", 8),
        ("https://j.example/definition", 19),
        ("https://k.example/bold", 20),
        ("https://l.example", 20),
        ("https://m.example/x_y", 20),
    ]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_lines_are_those_of_an_editor(ends: str) -> None:
    text = ends.join(["one", "https://a.example/x", "", "[b](https://b.example/y)"])
    assert web_links(text, is_markdown=True) == [("https://a.example/x", 2), ("https://b.example/y", 4)]


def test_a_plain_text_has_its_addresses_as_they_stand() -> None:
    text = "see [[https://a.example/x][here]] and\nhttps://b.example/y."
    assert web_links(text, is_markdown=False) == [("https://a.example/x", 1), ("https://b.example/y", 2)]


def test_an_address_that_holds_data_is_none() -> None:
    assert web_links(f"https://a.example/{'x' * 3000}", is_markdown=False) == []


def test_punctuation_and_unopened_brackets_behind_an_address_are_no_part_of_it() -> None:
    written = "(see https://a.org/b_(c)), https://b.org/x]**. https://c.org/(d https://e.org/f)(g"
    addresses = ["https://a.org/b_(c)", "https://b.org/x", "https://c.org/(d", "https://e.org/f)(g"]
    assert web_links(written, is_markdown=False) == [(address, 1) for address in addresses]
    # Where each step reads the whole address, the time is quadratic.
    assert web_links("https://a.org/" + ").]" * 30_000, is_markdown=False) == [("https://a.org/", 1)]
