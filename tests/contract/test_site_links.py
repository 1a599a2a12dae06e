"""Links that are addresses on a published site, in every engine."""

from __future__ import annotations

import json
import time
from dataclasses import replace

import pytest

from dowse.graph.hierarchy import links, under
from dowse.graph.site_folders import SiteFolder
from dowse.graph.site_roots import SITE_ROOTS, SiteRoot, SiteRoots, site_roots_of
from dowse.indexing import site_configuration
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import configure_site_roots, link_pending
from dowse.model.document import Document, Link
from dowse.ports.indexed_document import WriteBatch
from tests.contract.engines import Engine, fill
from tests.making import make, stating

_NAMES = ("setup", "pods", "nodes", "jobs", "storage")
_SITE = tuple(make(f"concepts/{name}.md") for name in _NAMES)


def _page(path: str, *targets: str, kind: str = "markdown", aliases: tuple[str, ...] = (), url: str = "") -> Document:
    return replace(make(path, aliases=aliases, url=url), links=tuple(Link(target, kind) for target in targets))


_HOME = _page("home.md", *(f"/docs/concepts/{name}/" for name in _NAMES))  # shows that /docs is the vault


def _link(engine: Engine) -> None:
    link_pending(engine, budget=TimeBudget(time.monotonic), progress=lambda _: None)


def _linked(engine: Engine, *documents: Document) -> Engine:
    fill(engine, *documents)
    _link(engine)
    return engine


def _found(engine: Engine, path: str) -> list[tuple[str, str, int]]:
    return [(each.aim.target, each.aim.rule, each.aim.candidates) for each in engine.aimed([path])]


def test_a_root_relative_link_means_the_page_below_the_root_that_the_links_agree_on(engine: Engine) -> None:
    _linked(engine, _HOME, *_SITE)
    assert _found(engine, "home.md") == [(f"concepts/{name}.md", "root", 1) for name in _NAMES]
    assert len(engine.edges(["home.md"])) == len(_NAMES)


def test_the_inferred_roots_are_a_fact_of_the_index(engine: Engine) -> None:
    _linked(engine, _HOME, *_SITE)
    assert site_roots_of(engine) == SiteRoots((SiteRoot("docs", ""),))


@pytest.mark.parametrize("target", ["/docs/concepts/", "/docs/concepts", "/docs/concepts/index.html"])
@pytest.mark.parametrize("name", ["index", "_index", "README"])
def test_the_address_of_a_folder_is_its_index_page(engine: Engine, target: str, name: str) -> None:
    _linked(engine, _HOME, *_SITE, make(f"concepts/{name}.md"), _page("a.md", target))
    assert _found(engine, "a.md") == [(f"concepts/{name}.md", "root", 1)]


def test_a_folder_with_two_index_pages_has_the_address_of_the_first_by_name(engine: Engine) -> None:
    _linked(engine, make("x/README.md"), make("x/index.md"), _page("a.md", "/x/"))
    assert _found(engine, "a.md") == [("x/index.md", "root", 1)]


@pytest.mark.parametrize(
    ("source", "target", "page"),
    [
        ("x/a.md", "README", "x/index.md"),
        ("x/a.md", "./README", "x/index.md"),
        ("x/a.md", "index.html", "x/README.md"),
        ("x/y/a.md", "../README", "x/_index.md"),
        ("a.md", "x/README", "x/index.md"),
        ("x/a.md", "README/", "x/a/index.md"),
        ("x/a.md", "../README/", "x/index.md"),
        ("x/y/a.md", "../index.html", "x/README.md"),
        ("x/a.md", "./index.html", "x/_index.md"),
    ],
)
def test_a_link_to_an_index_page_by_another_name_needs_no_other_link(
    engine: Engine, source: str, target: str, page: str
) -> None:
    _linked(engine, _page(source, target))
    assert _found(engine, source) == [("", "", 0)]
    _linked(engine, make(page))
    assert _found(engine, source) == [(page, "page", 1)]
    engine.write(WriteBatch(removed=(page,)))
    _link(engine)
    assert _found(engine, source) == [("", "", 0)]


@pytest.mark.parametrize("kind", ["markdown", "parent"])
@pytest.mark.parametrize(
    "page",
    ["source/manual.html.erb", "source/manual.html.md.erb", "source/manual.html.md", "source/manual/index.html.md"],
)
def test_a_page_of_middleman_is_also_made_of_a_template(engine: Engine, page: str, kind: str) -> None:
    configure_site_roots(SiteRoots((SiteRoot("", "source"),), is_configured=True), engine)
    _linked(engine, _page("source/manual/a.html.md", "/manual.html", kind=kind))
    assert _found(engine, "source/manual/a.html.md") == [("", "", 0)]
    _linked(engine, make(page))
    assert _found(engine, "source/manual/a.html.md") == [(page, "root", 1)]
    of_link = {"markdown": links, "parent": under}[kind]
    assert "source/manual/a.html.md" in of_link(engine.heads([page])[page], engine)


def test_the_base_of_a_root_is_the_index_page_of_its_folder(engine: Engine) -> None:
    _linked(engine, _HOME, *_SITE, make("_index.md"), _page("a.md", "/docs/"))
    assert _found(engine, "a.md") == [("_index.md", "root", 1)]


def test_the_base_of_a_root_is_resolved_again_when_its_index_page_is_added(engine: Engine) -> None:
    _linked(engine, _HOME, *_SITE, _page("a.md", "/docs/"))
    _linked(engine, make("_index.md"))
    assert _found(engine, "a.md") == [("_index.md", "root", 1)]


@pytest.mark.parametrize("target", ["/", "/README", "/index.html"])
def test_the_home_of_a_site_is_resolved_again_when_its_index_page_is_added(engine: Engine, target: str) -> None:
    configure_site_roots(SiteRoots((SiteRoot("", "site"),), is_configured=True), engine)
    _linked(engine, _page("a.md", target))
    assert _found(engine, "a.md") == [("", "", 0)]
    _linked(engine, make("site/_index.md"))
    assert _found(engine, "a.md") == [("site/_index.md", "root", 1)]


def test_an_address_from_the_root_of_the_vault_needs_no_inferred_root(engine: Engine) -> None:
    _linked(engine, _page("a.md", "/guide/intro/", "/guide/"), make("guide/01-intro.md"), make("guide/index.md"))
    assert _found(engine, "a.md") == [("guide/01-intro.md", "root", 1), ("guide/index.md", "root", 1)]


@pytest.mark.parametrize("key", ["url", "permalink", "slug"])
def test_the_frontmatter_of_a_page_states_its_address(engine: Engine, key: str) -> None:
    _linked(engine, _page("a.md", "/start/"), stating(make("guide/intro.md"), key, "/start"))
    assert _found(engine, "a.md") == [("guide/intro.md", "address", 1)]


def test_a_slug_is_an_address_beside_the_page(engine: Engine) -> None:
    _linked(engine, _page("a.md", "/guide/start/"), make("guide/intro.md", slug="start"))
    assert _found(engine, "a.md") == [("guide/intro.md", "root", 1)]


@pytest.mark.parametrize(("slug", "address"), [("x/start", "/guide/x/start"), ("../start", "/start")])
def test_a_slug_with_folders_is_relative_to_the_folder_of_the_page(engine: Engine, slug: str, address: str) -> None:
    _linked(engine, _page("a.md", address), stating(make("guide/intro.md"), "slug", slug))
    assert _found(engine, "a.md") == [("guide/intro.md", "root", 1)]


@pytest.mark.parametrize("folder", ["docs/", "docs/client/react/"])
def test_a_slug_from_the_root_is_relative_to_the_folder_that_the_site_serves(engine: Engine, folder: str) -> None:
    names = ("setup", "pods", "nodes", "jobs", "storage")
    pages = (_page(f"www/docs/{name}.md", *(f"/docs/{each}" for each in names)) for name in names)
    react = stating(make(f"www/{folder}overview.mdx"), "slug", "/client/react")
    _linked(engine, *pages, react, _page("www/blog/a.md", "/docs/client/react", "/docs/client/vue"))
    assert _found(engine, "www/blog/a.md") == [(react.head.path, "address", 1), ("", "", 0)]


def test_a_slug_of_the_root_is_the_folder_that_the_site_serves(engine: Engine) -> None:
    _linked(engine, _page("a.md", "/docs", "/docs/"), stating(make("docs/main/intro.md"), "slug", "/"))
    assert _found(engine, "a.md") == [("docs/main/intro.md", "address", 1)] * 2


def test_a_link_to_a_slug_below_a_folder_is_resolved_again_when_its_page_is_added(engine: Engine) -> None:
    _linked(engine, _page("a.md", "/docs/start", "/docs"))
    _linked(engine, stating(make("docs/intro.md"), "slug", "/start"), stating(make("docs/home.md"), "slug", "/"))
    assert _found(engine, "a.md") == [("docs/intro.md", "address", 1), ("docs/home.md", "address", 1)]


def test_an_alias_that_is_a_path_is_an_address(engine: Engine) -> None:
    _linked(engine, _page("a.md", "/old/place/"), _page("guide/intro.md", aliases=("/old/place",)))
    assert _found(engine, "a.md") == [("guide/intro.md", "alias", 1)]


def test_the_name_of_an_index_page_means_no_other_page(engine: Engine) -> None:
    _linked(engine, _page("a.md", "README", "/guide/index", "x/index.html"), make("guide.md"), make("x/index.md"))
    assert _found(engine, "a.md") == [("", "", 0), ("", "", 0), ("x/index.md", "page", 1)]


def test_a_relative_address_without_a_slash_at_the_end_is_relative_to_the_folder(engine: Engine) -> None:
    _linked(engine, _page("guide/intro.md", "../setup", "../more"), make("guide/setup.md"), make("more/index.md"))
    assert _found(engine, "guide/intro.md") == [("", "", 0), ("more/index.md", "page", 1)]


def test_a_relative_html_file_means_the_document_of_which_it_is_made(engine: Engine) -> None:
    _linked(
        engine, _page("guide/intro.md", "setup.html", "../about.htm"), make("guide/setup.md"), make("more/about.md")
    )
    assert _found(engine, "guide/intro.md") == [("guide/setup.md", "page", 1), ("", "", 0)]
    _linked(engine, make("about.md"))
    assert _found(engine, "guide/intro.md") == [("guide/setup.md", "page", 1), ("about.md", "page", 1)]


def test_an_address_that_two_pages_have_is_ambiguous(engine: Engine) -> None:
    _linked(engine, _page("a.md", "/start/"), _page("x.md", url="/start/"), make("y.md", permalink="/start"))
    assert _found(engine, "a.md") == [("x.md", "address", 2)]


def test_a_page_is_relative_to_the_address_of_the_page_that_links_to_it(engine: Engine) -> None:
    _linked(engine, _page("guide/intro.md", "../setup/", "../../about/"), make("guide/setup.md"), make("about.md"))
    assert _found(engine, "guide/intro.md") == [("guide/setup.md", "page", 1), ("about.md", "page", 1)]


def test_a_folder_beside_the_document_means_its_index_page(engine: Engine) -> None:
    _linked(engine, _page("guide/intro.md", "more/"), make("guide/more/index.md"))
    assert _found(engine, "guide/intro.md") == [("guide/more/index.md", "page", 1)]


def test_a_relative_address_that_means_two_pages_is_ambiguous(engine: Engine) -> None:
    _linked(engine, _page("guide/intro.md", "../other/"), make("guide/other.md"), make("other/index.md"))
    assert [each[1:] for each in _found(engine, "guide/intro.md")] == [("page", 2)]


def test_a_link_that_has_a_target_without_a_site_keeps_it(engine: Engine) -> None:
    documents = make("docs/concepts/pods.md"), _page("a.md", "/docs/concepts/pods", "concepts/pods.md")
    _linked(engine, _HOME, *_SITE, *documents)
    assert _found(engine, "a.md") == [("docs/concepts/pods.md", "path", 1), ("concepts/pods.md", "relative", 1)]


def test_an_address_below_no_base_is_outside_of_the_vault(engine: Engine) -> None:
    _linked(engine, _HOME, *_SITE, _page("a.md", "/blog/news/", "/docs/gone/"))
    assert _found(engine, "a.md") == [("", "outside", 0), ("", "", 0)]


def test_a_wikilink_is_no_address(engine: Engine) -> None:
    _linked(engine, _HOME, *_SITE, _page("a.md", "/docs/concepts/pods/", "pods/", kind="wikilink"))
    assert _found(engine, "a.md") == [("", "", 0), ("", "", 0)]


@pytest.mark.parametrize(
    ("target", "added"),
    [
        ("/concepts/pods/", make("concepts/pods.md")),
        ("/concepts/pods/", make("concepts/pods/index.md")),
        ("/concepts/pods/", make("01-concepts/02-pods.md")),
        ("/concepts/pods.html", make("concepts/pods.md")),
        ("/concepts/index.html", make("concepts/README.md")),
        ("/start/", make("x.md", url="/start")),
        ("/start/", make("x.md", aliases=("/start",))),
        ("pods/", make("pods/_index.md")),
    ],
)
def test_a_broken_address_is_resolved_when_its_page_is_added(engine: Engine, target: str, added: Document) -> None:
    _linked(engine, _page("a.md", target))
    assert _found(engine, "a.md") == [("", "", 0)]
    _linked(engine, added)
    assert _found(engine, "a.md")[0][0] == added.head.path


def test_an_address_is_broken_again_when_the_frontmatter_no_longer_states_it(engine: Engine) -> None:
    _linked(engine, _page("a.md", "/start/"), _page("x.md", url="/start"))
    _linked(engine, _page("x.md", url="/other"))
    assert _found(engine, "a.md") == [("", "", 0)]


def test_links_from_the_root_are_resolved_again_when_the_roots_change(engine: Engine) -> None:
    _linked(engine, _HOME, _page("a.md", "/docs/concepts/pods/"))
    assert _found(engine, "a.md") == [("", "", 0)]
    _linked(engine, *_SITE)
    assert _found(engine, "a.md") == [("concepts/pods.md", "root", 1)]


def test_one_changed_note_among_many_leaves_the_roots_as_they_are(engine: Engine) -> None:
    _linked(engine, _HOME, *_SITE, *(make(f"{n}.md") for n in range(100)))
    engine.remember(SITE_ROOTS, replace(site_roots_of(engine), roots=(SiteRoot("x", "y"),)).written())
    fill(engine, make("0.md", "other text"))
    engine.link({path: () for path in list(engine.unlinked(1_000)) if path != "0.md"})  # the reference queues all
    _link(engine)
    assert site_roots_of(engine).roots == (SiteRoot("x", "y"),)


def test_roots_are_inferred_again_when_one_document_in_fifty_has_changed(engine: Engine) -> None:
    _linked(engine, _HOME, *_SITE, *(make(f"{n}.md") for n in range(90)))
    engine.remember(SITE_ROOTS, replace(site_roots_of(engine), roots=()).written())
    _linked(engine, make("0.md", "other text"), make("1.md", "other text"))
    assert site_roots_of(engine).roots == (SiteRoot("docs", ""),)


def test_configured_roots_replace_inferred_ones_without_a_change_of_a_file(engine: Engine) -> None:
    _linked(engine, _HOME, *_SITE, make("other/concepts/pods.md"), _page("a.md", "/docs/concepts/pods/"))
    configure_site_roots(SiteRoots((SiteRoot("docs", "other"),), is_configured=True), engine)
    _link(engine)
    assert _found(engine, "a.md") == [("other/concepts/pods.md", "root", 1)]


def test_without_configured_roots_the_roots_are_inferred_again(engine: Engine) -> None:
    _linked(engine, _HOME, *_SITE)
    configure_site_roots(SiteRoots(is_configured=True), engine)
    _link(engine)
    assert {rule for _, rule, _ in _found(engine, "home.md")} == {""}
    configure_site_roots(SiteRoots(), engine)
    _link(engine)
    assert {rule for _, rule, _ in _found(engine, "home.md")} == {"root"}


def test_the_same_settings_queue_no_links(engine: Engine) -> None:
    _linked(engine, _HOME, *_SITE)
    configure_site_roots(SiteRoots(), engine)
    assert not engine.unlinked(1)


def test_configured_addresses_outside_of_the_vault_are_not_broken(engine: Engine) -> None:
    configure_site_roots(SiteRoots(outside=("blog",)), engine)
    _linked(engine, _page("a.md", "/blog/x/", "/blogs/x/"))
    assert _found(engine, "a.md") == [("", "outside", 0), ("", "", 0)]


def test_documents_that_link_to_an_address_are_in_the_scope_links(engine: Engine) -> None:
    _linked(engine, _HOME, *_SITE, make("concepts/_index.md"), _page("a.md", "/docs/concepts/"))
    assert engine.scope("links", "concepts/_index.md") == {"a.md"}
    assert engine.scope("linked", "a.md") == {"concepts/_index.md"}


def test_a_removed_page_takes_the_rule_of_its_links_with_it(engine: Engine) -> None:
    _linked(engine, _HOME, *_SITE, _page("a.md", "/docs/concepts/pods/"))
    engine.write(WriteBatch(removed=("concepts/pods.md",)))
    assert not any(target or rule for target, rule, _ in _found(engine, "a.md"))


def test_a_name_does_not_find_a_document_by_its_address(engine: Engine) -> None:
    fill(engine, make("concepts/_index.md", title="Overview"))
    assert [engine.named(name) for name in ("concepts", "/ concepts", "/")] == [(), (), ()]


_OLD = "www/versioned_docs/version-9.x"
_VERSIONS = (
    make("www/docs/server/express.md"),
    make("www/versioned_docs/version-10.x/adapters/express.md"),
    make(f"{_OLD}/server/express.md"),
    stating(make(f"{_OLD}/react/introduction.md"), "slug", "/react"),
    stating(make(f"{_OLD}/main/start.mdx"), "slug", "/"),
)


@pytest.mark.parametrize(
    ("target", "page"),
    [
        ("express", f"{_OLD}/server/express.md"),
        ("server/express", f"{_OLD}/server/express.md"),
        ("/server/express.md", f"{_OLD}/server/express.md"),
        ("server/express.md", f"{_OLD}/server/express.md"),
        ("react", f"{_OLD}/react/introduction.md"),
        ("../", ""),
        ("../../docs/server/express.md", "www/docs/server/express.md"),
        ("/www/docs/server/express", "www/docs/server/express.md"),
    ],
)
def test_a_link_in_a_version_of_a_site_means_a_page_of_the_same_version_first(
    engine: Engine, target: str, page: str
) -> None:
    source = f"{_OLD}/a.md" if target.startswith("../../") else f"{_OLD}/further/a.md"
    _linked(engine, _page(source, target), *_VERSIONS)
    assert [found[::2] for found in _found(engine, source)] == [(page, 1 if page else 0)]


def test_a_wikilink_in_a_version_means_a_note_of_the_same_version_first(engine: Engine) -> None:
    _linked(engine, _page(f"{_OLD}/a.md", "express", kind="wikilink"), *_VERSIONS)
    assert _found(engine, f"{_OLD}/a.md") == [(f"{_OLD}/server/express.md", "name", 1)]


@pytest.mark.parametrize("source", ["www/docs/a.md", "notes/a.md"])
def test_a_link_elsewhere_means_no_page_of_an_old_version_if_there_is_a_current_one(
    engine: Engine, source: str
) -> None:
    _linked(engine, _page(source, "express"), *_VERSIONS)
    assert _found(engine, source) == [("www/docs/server/express.md", "name", 1)]


@pytest.mark.parametrize("label", ["v9", "9", "9.x", "v9.x"])
@pytest.mark.parametrize(
    ("rest", "page"),
    [("react", "react/introduction.md"), ("server/express/", "server/express.md"), ("", "main/start.mdx")],
)
def test_an_address_with_the_label_of_a_version_means_a_page_of_it(
    engine: Engine, label: str, rest: str, page: str
) -> None:
    _linked(engine, _page("www/blog/a.md", f"/docs/{label}/{rest}", "/docs/v8/react"))
    assert _found(engine, "www/blog/a.md") == [("", "", 0), ("", "", 0)]
    _linked(engine, *_VERSIONS)
    assert _found(engine, "www/blog/a.md") == [(f"{_OLD}/{page}", "root", 1), ("", "", 0)]
    engine.write(WriteBatch(removed=(f"{_OLD}/{page}",)))
    _link(engine)
    assert _found(engine, "www/blog/a.md")[0] == ("", "", 0)


def test_the_versions_of_the_own_site_count_first(engine: Engine) -> None:
    pages = [make(f"{site}/versioned_docs/version-2.0/x.md") for site in ("one", "two")]
    sources = [_page(f"{site}/a.md", "/docs/2.0/x") for site in ("one", "two", "three")]
    _linked(engine, *pages, *sources)
    found = [_found(engine, source.head.path)[0] for source in sources]
    assert found == [(pages[0].head.path, "root", 1), (pages[1].head.path, "root", 1), (pages[0].head.path, "root", 2)]


def test_the_folders_of_further_documents_of_a_site_have_versions_too(engine: Engine) -> None:
    _linked(engine, make("community_versioned_docs/version-1/team.md"), _page("a.md", "/community/1/team"))
    assert _found(engine, "a.md") == [("community_versioned_docs/version-1/team.md", "root", 1)]


def _published(engine: Engine, *sites: SiteFolder) -> None:
    """Lets the index know the sites, as the files that configure them do."""
    engine.remember(site_configuration.REMEMBERED, json.dumps({"sites": sites}))


@pytest.mark.parametrize("written", ["two.md", "contributing.md", "b/two.md", "guide/a.b.md", "setup.py"])
def test_a_path_in_a_site_of_mkdocs_means_no_file_elsewhere(engine: Engine, written: str) -> None:
    _published(engine, SiteFolder("docs", "mkdocs"))
    others = (make("docs/b/two.md"), make("CONTRIBUTING.md"), make("docs/x/guide/a.b.md"), make("setup.py"))
    _linked(engine, *others, _page("docs/a/one.md", written), _page("notes/a.md", written))
    assert _found(engine, "docs/a/one.md") == [("", "", 0)]
    assert _found(engine, "notes/a.md")[0][0]


@pytest.mark.parametrize(("written", "kind"), [("two", "markdown"), ("two", "wikilink"), ("two.md", "wikilink")])
def test_a_wikilink_and_a_name_without_ending_are_looked_for_in_a_site_too(
    engine: Engine, written: str, kind: str
) -> None:
    _published(engine, SiteFolder("docs", "mkdocs"))
    _linked(engine, make("docs/b/two.md"), _page("docs/a/one.md", written, kind=kind))
    assert _found(engine, "docs/a/one.md") == [("docs/b/two.md", "name", 1)]


@pytest.mark.parametrize("written", ["x.md", "../guide/x.md", "./x.md", "/docs/guide/x.md", "/docs/guide/x"])
def test_a_path_in_a_site_is_relative_to_the_folder(engine: Engine, written: str) -> None:
    _published(engine, SiteFolder("docs", "mkdocs"))
    _linked(engine, make("docs/guide/x.md"), make("x.md"), _page("docs/guide/a.md", written))
    assert [target for target, _, _ in _found(engine, "docs/guide/a.md")] == ["docs/guide/x.md"]


@pytest.mark.parametrize(
    ("written", "page"),
    [
        ("server/x.md", "www/docs/server/x.md"),
        ("blog/y.md", "www/blog/y.md"),
        ("./server/x.md", ""),
        ("x.md", ""),
        ("server/x.mdx", ""),
        ("/server/x.md", "www/docs/server/x.md"),
        ("/docs/server/x.md", "www/docs/server/x.md"),
        ("/blog/y.md", "www/blog/y.md"),
        ("/server/y.md", ""),
        ("/server/x", ""),
    ],
)
def test_a_path_in_a_site_of_docusaurus_may_be_relative_to_the_documents_or_to_the_site(
    engine: Engine, written: str, page: str
) -> None:
    _published(engine, SiteFolder("www", "docusaurus"))
    _linked(engine, make("www/docs/server/x.md"), make("www/blog/y.md"), _page("www/docs/client/a.md", written))
    assert [target for target, _, _ in _found(engine, "www/docs/client/a.md")] == [page]


def test_links_from_the_root_elsewhere_are_resolved_again_when_a_site_is_added(engine: Engine) -> None:
    _linked(engine, make("www/README.md"), *(make(f"{n}.md") for n in range(100)))
    engine.remember(SITE_ROOTS, replace(site_roots_of(engine), roots=(SiteRoot("", "www"),)).written())
    fill(engine, _page("a.md", "/"))
    engine.link({path: () for path in list(engine.unlinked(1_000)) if path != "a.md"})  # the reference queues all
    _link(engine)
    assert _found(engine, "a.md") == [("www/README.md", "root", 1)]
    _published(engine, SiteFolder("www", "docusaurus"))
    fill(engine, make("0.md", "other text"))
    engine.link({path: () for path in list(engine.unlinked(1_000)) if path not in {"0.md", "a.md"}})
    _link(engine)
    assert _found(engine, "a.md") == [("", "", 0)]


def test_translations_of_docusaurus_are_published_elsewhere(engine: Engine) -> None:
    _published(engine, SiteFolder("", "docusaurus"))
    source = "i18n/fr/docusaurus-plugin-content-docs/current/a.md"
    _linked(engine, make("docs/x.md"), _page(source, "./x.md", "x.md"))
    assert [target for target, _, _ in _found(engine, source)] == ["", "docs/x.md"]


def test_a_page_that_is_not_translated_is_shown_in_the_language_of_the_original(engine: Engine) -> None:
    _published(engine, *(SiteFolder(f"docs/{language}/docs", "mkdocs") for language in ("de", "en", "zh-hant")))
    _linked(engine, make("docs/en/docs/a/x.md"), make("docs/es/docs/a/x.md"), make("docs/en/docs/b/y.md"))
    _linked(
        engine, _page("docs/de/docs/a/one.md", "x.md", "../b/y.md", "y.md"), _page("docs/zh-hant/docs/b/z.md", "y.md")
    )
    assert [target for target, _, _ in _found(engine, "docs/de/docs/a/one.md")] == [
        "docs/en/docs/a/x.md", "docs/en/docs/b/y.md", ""
    ]  # fmt: skip
    _linked(engine, make("docs/de/docs/b/w.md"), _page("docs/en/docs/b/z.md", "w.md", "../a/x.md"))
    assert [target for target, _, _ in _found(engine, "docs/en/docs/b/z.md")] == ["", "docs/en/docs/a/x.md"]
    assert _found(engine, "docs/zh-hant/docs/b/z.md") == [("docs/en/docs/b/y.md", "original", 1)]
    fill(engine, make("docs/de/docs/a/x.md"))
    _link(engine)
    assert _found(engine, "docs/de/docs/a/one.md")[0] == ("docs/de/docs/a/x.md", "relative", 1)


_MADRID = "src/content/docs/es/madrid.md"


@pytest.mark.parametrize("target", ["/es/guides/setup/", "/es/guides/setup", "../guides/setup/"])
@pytest.mark.parametrize("original", ["en/guides/setup.mdx", "guides/setup.mdx", "en/guides/setup/index.md"])
def test_starlight_shows_the_original_at_the_address_of_a_page_that_is_not_translated(
    engine: Engine, target: str, original: str
) -> None:
    _published(engine, SiteFolder("src/content/docs", "starlight"))
    _linked(engine, make(f"src/content/docs/{original}"), _page(_MADRID, target))
    assert _found(engine, _MADRID) == [(f"src/content/docs/{original}", "original", 1)]
    fill(engine, make("src/content/docs/es/guides/setup.md"))
    _link(engine)
    rule = "root" if target.startswith("/") else "page"
    assert _found(engine, _MADRID) == [("src/content/docs/es/guides/setup.md", rule, 1)]


def test_no_original_is_shown_elsewhere_in_another_language_or_for_an_original(engine: Engine) -> None:
    pages = ("src/content/docs/en/one.md", "src/content/docs/es/two.md", "content/en/one.md")
    _published(engine, SiteFolder("src/content/docs", "starlight"))
    _linked(
        engine,
        *map(make, pages),
        _page(_MADRID, "/de/one/", "/es/three/"),
        _page("src/content/docs/en/a.md", "/en/two/"),
        _page("content/es/a.md", "/es/one/"),
    )
    for source in (_MADRID, "src/content/docs/en/a.md", "content/es/a.md"):
        assert {target for target, _, _ in _found(engine, source)} == {""}


def test_the_home_of_a_site_of_docusaurus_is_not_the_note_beside_its_configuration(engine: Engine) -> None:
    _published(engine, SiteFolder("www", "docusaurus"))
    configure_site_roots(SiteRoots((SiteRoot("", "www"),), is_configured=True), engine)
    _linked(engine, make("www/README.md"), _page("www/docs/a.md", "/?try=it", "/", "/README.md"))
    assert _found(engine, "www/docs/a.md") == [("", "outside", 0), ("", "outside", 0), ("", "outside", 0)]
    _linked(engine, stating(make("www/docs/start.md"), "slug", "/"))
    assert _found(engine, "www/docs/a.md")[1] == ("", "outside", 0)


def test_the_home_of_another_site_is_the_page_that_states_its_address(engine: Engine) -> None:
    _linked(engine, _page("a.md", "/"))
    _linked(engine, stating(make("docs/start.md"), "slug", "/"))
    assert _found(engine, "a.md") == [("docs/start.md", "address", 1)]


_RELEASED = SiteFolder("www", "docusaurus", "www/versioned_docs/version-10.x")


@pytest.mark.parametrize("source", ["www/blog/a.md", "www/docs/a.md", f"{_OLD}/a.md"])
@pytest.mark.parametrize(
    ("target", "page"),
    [
        ("/docs/adapters/express", "www/versioned_docs/version-10.x/adapters/express.md"),
        ("/docs/server/express", "www/docs/server/express.md"),
        ("/docs/server/express.md", "www/docs/server/express.md"),
        ("/docs/next/server/express", "www/docs/server/express.md"),
        ("/docs/next/adapters/express", ""),
        ("/docs/9.x/server/express", f"{_OLD}/server/express.md"),
    ],
)
def test_an_address_of_the_documents_means_the_released_version_and_next_the_one_under_work(
    engine: Engine, source: str, target: str, page: str
) -> None:
    _published(engine, _RELEASED)
    _linked(engine, *_VERSIONS, _page(source, target))
    assert [found for found, _, _ in _found(engine, source)] == [page]


def test_an_address_means_a_page_below_the_folder_of_the_site(engine: Engine) -> None:
    _published(engine, SiteFolder("www", "docusaurus"), SiteFolder("docs", "docusaurus", outside_of="www"))
    pages = (make("www/guides/x.md"), make("www/blog/2026-01-31-hello.md"))
    targets = ("/guides/x", "/blog/2026/01/31/hello", "/guides/y")
    _linked(engine, *pages, _page("docs/a.md", *targets), _page("notes/a.md", *targets))
    assert [target for target, _, _ in _found(engine, "docs/a.md")] == [*(page.head.path for page in pages), ""]
    assert [target for target, _, _ in _found(engine, "notes/a.md")] == ["", "", ""]


@pytest.mark.parametrize("target", ["set-up", "./set-up", "/docs/set-up"])
def test_an_id_is_an_address_in_the_place_of_the_file_name(engine: Engine, target: str) -> None:
    _published(engine, SiteFolder("www", "docusaurus"))
    start = stating(make("www/docs/start.md"), "id", "set-up")
    _linked(engine, start, _page("www/docs/a.md", target))
    assert [found for found, _, _ in _found(engine, "www/docs/a.md")] == [start.head.path]


def test_an_address_means_the_page_with_this_id_and_not_one_with_another(engine: Engine) -> None:
    _published(engine, SiteFolder("www", "docusaurus"))
    pages = (stating(make(f"www/docs/{name}.md"), "id", page) for name, page in (("a", "b"), ("start", "a")))
    _linked(engine, *pages, _page("www/blog/x.md", "/docs/a"))
    assert _found(engine, "www/blog/x.md") == [("www/docs/start.md", "root", 1)]


def test_a_stored_site_of_another_form_is_left_out() -> None:
    written = '{"sites": [["a", "mkdocs"], ["b", "other"], ["c"], "d", [1, "mkdocs"], ["e", "mkdocs", 1]]}'
    assert SiteRoots.parsed(written).sites == (SiteFolder("a", "mkdocs"),)
    assert SiteRoots.parsed(SiteRoots.parsed(written).written()).sites == (SiteFolder("a", "mkdocs"),)
