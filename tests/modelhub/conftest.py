"""The local servers of the tests of embedders serve models of a hub too."""

from __future__ import annotations

from tests.embedders.conftest import hub, hub_server, no_proxies, serve

__all__ = ["hub", "hub_server", "no_proxies", "serve"]
