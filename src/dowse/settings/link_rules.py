"""Rules of the settings for links: the folders that are published as a site, and addresses outside of the vault."""

from __future__ import annotations

from collections.abc import Iterator

from ..graph.addresses import page_of, tidy
from ..graph.site_roots import SiteRoot, SiteRoots
from .repr import shown
from .source import SettingsSource

LINK_KEYS = ("roots", "outside")
_MOST = 1_000  # addresses
_EXAMPLE = '{"/docs" = "content/en/docs"}'


def links_in(written: SettingsSource) -> SiteRoots | None:
    """The rules of one settings file; None without any. Raises SettingsError at the first fault."""
    table = written.table(("links",), written.values.get("links", {}), LINK_KEYS)
    if not table:
        return None
    roots = tuple(_roots(written, table["roots"])) if "roots" in table else ()
    return SiteRoots(roots, tuple(_outside(written, table.get("outside", []))), is_configured="roots" in table)


def _roots(written: SettingsSource, table: object) -> Iterator[SiteRoot]:
    if not isinstance(table, dict):
        raise written.wrong(
            ("links", "roots"), f"must be a table of addresses and folders such as {_EXAMPLE}, got {shown(table)}"
        )
    written.limit(("links", "roots"), table, _MOST, "addresses")
    for address, folder in table.items():
        keys = ("links", "roots", address)
        _check_address(written, keys, address)
        if not isinstance(folder, str):
            raise written.wrong(keys, f'must be a folder of the vault such as "content/en", got {shown(folder)}')
        path = folder.replace("\\", "/")
        if path.startswith(("/", "~")) or ".." in path.split("/") or path[1:2] == ":":
            raise written.wrong(
                keys,
                f"must be a folder inside the vault, as a path relative to the vault without .., got {shown(folder)}",
            )
        yield SiteRoot(tidy(address), page_of(f"{path.strip('/')}/index.md".removeprefix("./")).strip("/."))


def _outside(written: SettingsSource, listed: object) -> Iterator[str]:
    keys = ("links", "outside")
    if not isinstance(listed, list):
        raise written.wrong(keys, f'must be a list of addresses such as ["/blog"], got {shown(listed)}')
    written.limit(keys, listed, _MOST, "addresses")
    for address in listed:
        _check_address(written, keys, address)
        if not tidy(address):
            raise written.wrong(keys, "must not be the address of the whole site")
        yield tidy(address)


def _check_address(written: SettingsSource, keys: tuple[str, ...], address: object) -> None:
    if not isinstance(address, str) or not address.startswith("/") or ".." in address.split("/") or "//" in address:
        raise written.wrong(
            keys,
            f'must be the beginning of an address on the site such as "/docs", without a host, got {shown(address)}',
        )
