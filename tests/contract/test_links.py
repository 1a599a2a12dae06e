"""What every engine answers about names, folders and links."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from dowse.model.document import Document, Link
from dowse.ports.indexed_document import WriteBatch
from tests.contract.engines import Engine, fill
from tests.making import make

_WIKI = Link("Folder/B.md", "wikilink", "goals", "an anchor", 7)
_PARENT = Link("METIS-I-0001", "parent", line=2)
_ANCHOR = Link("", "wikilink", anchor="above")


def _linking(path: str, *links: Link) -> Document:
    return replace(make(path), links=links)


def _called(engine: Engine, *keys: str) -> dict[str, list[str]]:
    return {key: [head.path for head in heads] for key, heads in engine.called(keys).items()}


def test_heads_are_those_of_the_documents_that_are_there(engine: Engine) -> None:
    document = make("a.md", "text", tags=("x",), aliases=("A1",), modified=2.5, stars=3.0)
    fill(engine, document, make("b.md"))
    assert engine.heads(["a.md", "gone.md", "\ud800"]) == {"a.md": document.head}


@pytest.mark.parametrize("key", ["april jane", "nee", "aj", "2 areas april jane md", "metis t 0066", "april jane md"])
def test_a_document_is_called_by_the_key_of_each_of_its_names(engine: Engine, key: str) -> None:
    own = make("2-Areas/April Jane.md", title="Née", aliases=("AJ",), short_code="METIS-T-0066")
    fill(engine, own, make("other.md", "April Jane AJ METIS-T-0066 Nee"))
    assert engine.called([key]) == {key: (own.head,)}


def test_many_keys_are_asked_at_once_and_each_has_its_documents_by_path(engine: Engine) -> None:
    fill(engine, make("z/Ideas.md"), make("a/ideas.md"), make("b.md", title="Ideas"), make("plan.md"))
    assert _called(engine, "ideas", "plan", "nothing") == {
        "ideas": ["a/ideas.md", "b.md", "z/Ideas.md"],
        "plan": ["plan.md"],
    }


@pytest.mark.parametrize("keys", [(), ("",), ("\ud800",), ("\0",), ("Plan",)])
def test_no_document_is_called_by_nothing_or_by_what_is_no_key(engine: Engine, keys: Iterable[str]) -> None:
    fill(engine, make("plan.md", title="\u0301"))
    assert engine.called(keys) == {}


def test_what_lies_in_folders_is_listed_once_however_deep_and_by_path(engine: Engine) -> None:
    fill(engine, *map(make, ("a/b/c.md", "a/x.md", "a.md", "ab/x.md", "b/b.md", "z/y.md")))
    assert list(engine.inside(["b", "a", "a/b", "nowhere"])) == ["a/b/c.md", "a/x.md", "b/b.md"]


@pytest.mark.parametrize("folder", ["Ärea/Sub", "area/sub/", "./ÄREA/SUB", "area\\sub"])
def test_folders_are_compared_as_in_path(engine: Engine, folder: str) -> None:
    fill(engine, make("Ärea/Sub/x.md"), make("Ärea/other.md"))
    assert list(engine.inside([folder])) == ["Ärea/Sub/x.md"]


@pytest.mark.parametrize("root", ["", "/", "./"])
def test_everything_lies_in_the_root(engine: Engine, root: str) -> None:
    fill(engine, make("b.md"), make("a/c.md"))
    assert list(engine.inside([root])) == ["a/c.md", "b.md"]


def test_nothing_lies_in_no_folder_in_a_file_and_in_what_is_no_text(engine: Engine) -> None:
    fill(engine, make("a.md"))
    assert list(engine.inside([])) == list(engine.inside(["a.md", "\ud800", "x" * 60_000])) == []


def test_pointers_are_the_links_as_written_in_order(engine: Engine) -> None:
    fill(engine, _linking("a.md", _PARENT, _WIKI, _ANCHOR, _WIKI), _linking("b.md", _WIKI), make("c.md"))
    assert engine.pointers(["a.md", "c.md", "gone.md", "\ud800"]) == {"a.md": (_PARENT, _WIKI, _ANCHOR, _WIKI)}


def test_pointers_may_be_of_some_kinds_only(engine: Engine) -> None:
    fill(engine, _linking("a.md", _PARENT, _WIKI), _linking("b.md", _WIKI))
    assert engine.pointers(["a.md", "b.md"], ("parent", "id")) == {"a.md": (_PARENT,)}


def test_pointing_finds_links_by_the_key_of_their_target_by_path_and_place(engine: Engine) -> None:
    other = Link("../b", "markdown")
    fill(engine, _linking("z.md", other, _PARENT, _WIKI), _linking("a.md", _WIKI, Link("c", "wikilink")), make("b.md"))
    assert list(engine.pointing(["b", "nowhere"])) == [("a.md", _WIKI), ("z.md", other), ("z.md", _WIKI)]


def test_pointing_may_be_of_some_kinds_only(engine: Engine) -> None:
    fill(engine, _linking("a.md", Link("b", "wikilink"), Link("b", "parent"), Link("b", "id")))
    assert [link.kind for _, link in engine.pointing(["b"], ("parent", "id"))] == ["parent", "id"]


@pytest.mark.parametrize("keys", [(), ("",), ("\ud800",), ("\0",)])
def test_no_link_points_to_nothing(engine: Engine, keys: Iterable[str]) -> None:
    fill(engine, _linking("a.md", _ANCHOR, Link("notes/", "markdown")))
    assert list(engine.pointing(keys)) == []


def test_links_names_and_places_go_with_their_document(engine: Engine) -> None:
    fill(engine, _linking("x/a.md", _WIKI), _linking("b.md", _WIKI))
    engine.write(WriteBatch(removed=("x/a.md",)))
    fill(engine, _linking("b.md", Link("c", "wikilink")))
    assert (engine.called(["a"]), list(engine.inside(["x"])), list(engine.pointing(["b"]))) == ({}, [], [])
