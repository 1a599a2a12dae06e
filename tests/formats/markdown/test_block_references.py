"""References to blocks of Logseq by their ids."""

from __future__ import annotations

from dowse.formats.markdown.block_references import block_ids, block_references, hidden_references

from .test_markdown_parser import parsed

_ONE, _TWO = "63bc6201-53b1-47a4-834f-83934b69ad49", "63B70DC8-58a5-4a43-ae19-28143edb7752"


def test_a_line_states_the_id_of_a_block() -> None:
    text = f"- One\n  id:: {_ONE}\n\t- Two\n\t  id:: {_TWO}\n- id:: {_ONE}\n- the id:: {_ONE} in a text\n  id:: none\n"
    assert block_ids(text) == (_ONE, _TWO.lower())


def test_double_parentheses_refer_to_a_block() -> None:
    text = f"((no id)) {{{{embed (({_ONE}))}}}} and [label]((({_TWO})))"
    assert [(each.kind, each.target) for each in block_references(text)] == [("node", _ONE), ("node", _TWO.lower())]


def test_a_page_has_the_labels_of_its_blocks_and_links_to_others() -> None:
    document = parsed(f"- One\n  id:: {_ONE}\n- See (({_TWO})), [this]((({_TWO}))), `(({_ONE}))`.\n")
    assert document.head.labels == (_ONE,)
    assert [(link.kind, link.target, link.line) for link in document.links] == [("node", _TWO.lower(), 3)] * 2


def test_ids_of_blocks_and_macros_around_pages_are_hidden() -> None:
    text = f"See (({_ONE})), {{{{embed (({_TWO}))}}}} and {{{{embed [[Ferry]]}}}}; not ((x)) or `{{{{embed [[a]]}}}}`."
    hidden = [text[slice(*span)] for span in hidden_references(text, 0, len(text))]
    assert hidden == [f"(({_ONE}))", f"{{{{embed (({_TWO}))}}}}", "{{embed ", "}}"]
