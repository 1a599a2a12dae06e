"""Settings of links: the roots of sites, and addresses outside of the vault."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.graph.site_roots import NO_ROOTS, SiteRoot, SiteRoots
from dowse.model.errors import SettingsError
from dowse.settings.layer import SettingsLayer, merged
from tests.settings.reading import said


@pytest.mark.parametrize(
    ("address", "folder", "root"),
    [
        ("/docs", "content/en/docs", SiteRoot("docs", "content/en/docs")),
        ("/Docs/", "./Content/EN/", SiteRoot("docs", "content/en")),
        ("/", "content", SiteRoot("", "content")),
        ("/docs", "", SiteRoot("docs", "")),
        ("/docs", ".", SiteRoot("docs", "")),
    ],
)
def test_a_root_is_an_address_and_a_folder_of_the_vault(
    tmp_path: Path, address: str, folder: str, root: SiteRoot
) -> None:
    read = said(tmp_path, f'[links]\nroots = {{"{address}" = "{folder}"}}\n').site_roots
    assert read is not None
    assert (read.roots, read.is_configured) == ((root,), True)


def test_addresses_outside_of_the_vault_leave_the_roots_to_be_inferred(tmp_path: Path) -> None:
    read = said(tmp_path, '[links]\noutside = ["/dotnet/", "/blog"]\n').site_roots
    assert read is not None
    assert (read, read.is_configured) == (SiteRoots(outside=("dotnet", "blog")), False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[links.roots]\n'/docs' = '../other'\n",
            r"dowse\.toml:2: links\.roots\./docs: must be a folder inside the vault",
        ),
        ("[links.roots]\n'/docs' = '/etc'\n", "must be a folder inside the vault, .* without \\.\\., got '/etc'"),
        ("[links.roots]\n'/docs' = 'a/../../b'\n", "must be a folder inside the vault"),
        ("[links.roots]\n'/docs' = '..\\b'\n", "must be a folder inside the vault"),
        ("[links.roots]\n'/docs' = 'C:\\b'\n", "must be a folder inside the vault"),
        ("[links.roots]\n'/docs' = '~/b'\n", "must be a folder inside the vault"),
        ("[links.roots]\n'/docs' = 7\n", 'must be a folder of the vault such as "content/en", got 7'),
        ("[links.roots]\ndocs = 'a'\n", "must be the beginning of an address on the site such as \"/docs\", .*'docs'"),
        ("[links.roots]\n'https://x.org/' = 'a'\n", "without a host"),
        ("[links.roots]\n'//x.org/' = 'a'\n", "without a host"),
        ("[links]\nroots = 'a'\n", "must be a table of addresses and folders such as"),
        ("[links]\nroot = 1\n", "unknown key; did you mean roots"),
        ("[links]\noutside = '/a'\n", 'must be a list of addresses such as \\["/blog"\\]'),
        ("[links]\noutside = ['a']\n", "must be the beginning of an address"),
        ("[links]\noutside = ['/']\n", "must not be the address of the whole site"),
        ("links = 1\n", "must be a table, got 1"),
    ],
)
@pytest.mark.parametrize("trusted", [True, False])
def test_a_wrong_root_is_an_error_that_says_where_it_is(tmp_path: Path, text: str, told: str, *, trusted: bool) -> None:
    with pytest.raises(SettingsError, match=told):
        said(tmp_path, text, trusted=trusted)


def test_the_first_place_that_states_links_counts() -> None:
    one, other = SiteRoots((SiteRoot("a", "b"),)), SiteRoots((SiteRoot("c", "d"),))
    places = (SettingsLayer(), SettingsLayer(site_roots=one), SettingsLayer(site_roots=other))
    assert merged(places).site_roots == one
    assert merged(()).site_roots == NO_ROOTS
