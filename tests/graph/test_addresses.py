"""The addresses under which a site generator publishes a document."""

from __future__ import annotations

import pytest

from dowse.graph.addresses import address_keys, addresses, tidy
from tests.making import make, stating


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("guide/intro.md", "guide/intro"),
        ("guide/_index.md", "guide"),
        ("guide/index.md", "guide"),
        ("guide/README.md", "guide"),
        ("index.md", ""),
        ("Guide/My Page.md", "guide/my-page"),
        ("v1.2/notes.md", "v1.2/notes"),
        ("manual/mooring.html.md", "manual/mooring"),
        ("manual/index.html.md", "manual"),
        ("manual/mooring.html.erb", "manual/mooring"),
        ("manual/Mooring.html.md.erb", "manual/mooring"),
        ("index.html.slim", ""),
        ("list.csv.erb", "list.csv.erb"),
    ],
)
def test_a_page_has_the_address_of_its_path_without_ending_and_without_an_index(path: str, page: str) -> None:
    assert addresses(make(path).head).pages == (page,)


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("01-guide/02_Intro.md", "guide/intro"),
        ("1. Guide/03 - setup.md", "guide/setup"),
        ("_posts/2026-01-31-hello.md", "2026/01/31/hello"),
        ("site/_posts/2026-01-31-hello.md", "site/2026/01/31/hello"),
        ("blog/2026-01-31-hello.md", "blog/2026/01/31/hello"),
    ],
)
def test_numbers_before_names_and_dates_of_posts_give_a_second_address(path: str, page: str) -> None:
    assert addresses(make(path).head).pages[1:] == (page,)


@pytest.mark.parametrize("path", ["2026-01-31.md", "1.2-release.md", "2026/week 5.md", "7.md"])
def test_a_date_and_a_version_are_no_numbers_before_a_name(path: str) -> None:
    assert len(addresses(make(path).head).pages) == 1


@pytest.mark.parametrize("value", ["/Old/Mooring/", ("/old/mooring", "https://example.org/x")])
def test_redirects_state_former_addresses(value: str | tuple[str, ...]) -> None:
    page = make("guide/mooring.md")
    assert addresses(page.head._replace(facts={"redirect_from": value})).former == ("old/mooring",)


def test_a_slug_replaces_the_name_of_a_page() -> None:
    assert addresses(make("guide/intro.md", slug="start-here").head).pages == ("guide/intro", "guide/start-here")


@pytest.mark.parametrize("key", ["url", "permalink", "slug"])
def test_the_frontmatter_states_an_address(key: str) -> None:
    assert addresses(stating(make("guide/intro.md"), key, "/Start/here/").head).stated == ("start/here",)


@pytest.mark.parametrize(
    "value", ["https://example.org/x", "//example.org/x", "/:year/:title", "/{{ page.title }}", ""]
)
@pytest.mark.parametrize("key", ["url", "permalink"])
def test_an_address_of_another_site_and_a_placeholder_state_no_address(key: str, value: str) -> None:
    assert addresses(stating(make("guide/intro.md"), key, value).head).stated == ()


def test_an_alias_that_is_a_path_is_a_former_address() -> None:
    assert addresses(make("a.md", aliases=("/old/place/", "Other name")).head).former == ("old/place",)


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("/docs/x/", "docs/x"),
        ("/docs/x", "docs/x"),
        ("/docs/x.md", "docs/x"),
        ("/docs/x.html", "docs/x"),
        ("/docs/x/index.html", "docs/x"),
        ("/Docs/./y/../X/?tab=1", "docs/x"),
        ("/", ""),
        ("./", ""),
    ],
)
def test_spellings_of_an_address_have_one_form(written: str, address: str) -> None:
    assert tidy(written) == address


def test_a_page_that_is_called_like_its_file_needs_no_key_of_an_address() -> None:
    assert address_keys(make("guide/intro.md").head) == set()
    assert len(address_keys(make("guide/_index.md").head)) == 1
