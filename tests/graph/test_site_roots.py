"""Which folder of a vault the root of a site means."""

from __future__ import annotations

import pytest

from dowse.graph.site_roots import MINIMUM_ADDRESSES, SiteRoot, SiteRoots, inferred
from dowse.model.document import Head
from tests.making import make

_NAMES = ("setup", "pods", "nodes", "jobs", "storage", "network")


def _pages(folder: str, names: tuple[str, ...] = _NAMES) -> list[Head]:
    return [make(f"{folder}{name}.md").head for name in names]


def _links(source: str, base: str, names: tuple[str, ...] = _NAMES) -> list[tuple[str, str]]:
    return [(source, f"{base}{name}/") for name in names]


def test_a_root_is_the_base_and_the_folder_that_most_addresses_agree_on() -> None:
    found = inferred(_links("content/en/a.md", "/docs/concepts/"), _pages("content/en/concepts/"))
    assert found.roots == (SiteRoot("docs", "content/en"),)


def test_the_vault_itself_may_be_a_root() -> None:
    assert inferred(_links("a.md", "/docs/concepts/"), _pages("concepts/")).roots == (SiteRoot("docs", ""),)


def test_few_addresses_make_no_root() -> None:
    few = _NAMES[: MINIMUM_ADDRESSES - 1]
    assert inferred(_links("site/a.md", "/docs/", few), _pages("site/")).roots == ()


def test_three_addresses_of_two_parts_make_a_root() -> None:
    pages, links = _pages("content/docs/concepts/"), _links("content/docs/a.md", "/docs/concepts/", _NAMES[:3])
    assert inferred(links, pages).roots == (SiteRoot("", "content"),)
    assert inferred(links[:2], pages).roots == ()
    assert inferred(_links("content/docs/a.md", "/x/concepts/", _NAMES[:3]), pages).roots == (
        SiteRoot("x", "content/docs"),
    )


def test_one_address_that_is_linked_often_makes_no_root() -> None:
    links = [(f"site/{n}.md", "/docs/pods/") for n in range(20)]
    assert inferred(links, _pages("site/")).roots == ()


def test_a_base_below_which_most_addresses_are_missing_makes_no_root() -> None:
    missing = tuple(f"gone{n}" for n in range(4 * len(_NAMES)))
    links = _links("site/a.md", "/docs/", (*_NAMES, *missing))
    assert inferred(links, _pages("site/")).roots == ()


def test_links_count_for_the_folder_that_they_are_in() -> None:
    links = _links("content/en/a.md", "/docs/")
    assert inferred(links, [*_pages("content/en/docs/"), *_pages("content/de/docs/")]).roots == (
        SiteRoot("", "content/en"),
    )


def test_two_sites_in_one_vault_have_a_root_each() -> None:
    links = [*_links("one/a.md", "/guide/"), *_links("two/a.md", "/guide/")]
    found = inferred(links, [*_pages("one/guide/"), *_pages("two/guide/")])
    assert found.roots == (SiteRoot("", "one"), SiteRoot("", "two"))


def test_a_folder_with_fewer_than_half_of_the_addresses_of_the_best_is_no_root() -> None:
    many = tuple(f"page{n}" for n in range(20))
    links = [*_links("en/a.md", "/docs/", many), *_links("de/a.md", "/docs/", many[:6])]
    found = inferred(links, [*_pages("en/docs/", many), *_pages("de/docs/", many)])
    assert found.roots == (SiteRoot("", "en"),)


def test_roots_do_not_depend_on_the_order_of_links_and_documents() -> None:
    links = [*_links("one/a.md", "/guide/"), *_links("two/a.md", "/api/")]
    pages = [*_pages("one/guide/"), *_pages("two/"), *_pages("three/guide/")]
    assert inferred(links, pages) == inferred(links[::-1], pages[::-1])


def test_addresses_of_files_do_not_count() -> None:
    links = [*_links("site/a.md", "/docs/"), *(("site/a.md", f"/docs/{n}.png") for n in range(50))]
    assert inferred(links, _pages("site/")).roots == (SiteRoot("docs", "site"),)


def test_the_pages_of_a_document_read_the_longest_base_first_and_their_own_site_alone() -> None:
    roots = SiteRoots((SiteRoot("", "one"), SiteRoot("", "two"), SiteRoot("docs", "three")))
    assert list(roots.paths("docs/x", "two/a")) == [("three/x",), ("two/docs/x",)]
    assert list(roots.paths("x", "elsewhere")) == [("one/x", "two/x")]


def test_an_address_below_no_root_is_outside_of_the_vault() -> None:
    roots = SiteRoots((SiteRoot("docs", ""),))
    assert [roots.is_outside(address) for address in ("docs/x", "docs", "blog/x", "docsearch")] == [
        False, False, True, True,
    ]  # fmt: skip


def test_nothing_is_outside_of_a_vault_without_roots() -> None:
    assert not SiteRoots().is_outside("blog/x")


def test_many_addresses_of_which_none_is_a_page_are_outside_of_the_vault() -> None:
    links = [*_links("a.md", "/dotnet/", tuple(f"t{n}" for n in range(10))), *_links("a.md", "/few/", ("t1", "t2"))]
    assert inferred(links, _pages("x/")).outside == ("dotnet",)


def test_many_addresses_of_which_one_is_a_page_by_its_folder_are_not_outside() -> None:
    links = _links("a.md", "/guide/", (*(f"t{n}" for n in range(10)), "cluster/pods"))
    assert inferred(links, _pages("cluster/")).outside == ()


@pytest.mark.parametrize("has_pages", [True, False])
def test_inferred_roots_are_read_as_they_were_written_however_many_they_are(has_pages: bool) -> None:
    names = {f"site{n}": tuple(f"page{n}-{m}" for m in range(10)) for n in range(150)}
    links = [link for site, own in names.items() for link in _links(f"{site}/a.md", f"/{site}-base/", own)]
    pages = [page for site, own in names.items() for page in _pages(f"{site}/", own)]
    found = inferred(links, pages if has_pages else ())
    assert found.roots if has_pages else found.outside
    assert SiteRoots.parsed(found.written()) == found


def test_roots_are_read_as_they_were_written() -> None:
    roots = SiteRoots((SiteRoot("docs", "ä"),), ("blog",), is_configured=True, documents=7, changes=3)
    read = SiteRoots.parsed(roots.written())
    assert (read, read.is_configured, read.documents, read.changes) == (roots, True, 7, 3)


@pytest.mark.parametrize(
    "written",
    [
        "", "{", "[]", "null", "7", '{"roots": 7}', '{"roots": [["a"], [1, 2], "ab"], "outside": [3]}',
        '{"roots": {"a": "b"}, "outside": "ab"}', "[" * 100_000, '{"documents": -1, "changes": "x"}',
    ],
)  # fmt: skip
def test_a_stored_fact_of_another_form_gives_no_roots(written: str) -> None:
    assert SiteRoots.parsed(written) == SiteRoots()
