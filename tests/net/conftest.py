"""Servers of this machine, and an environment without proxies."""

from tests.embedders.conftest import no_proxies, serve

__all__ = ["no_proxies", "serve"]
