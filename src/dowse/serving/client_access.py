"""Which clients of a server need a token, and which token."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from socket import socket

from ..model.errors import DowseError
from ..model.value_class import dataclass
from .access_policy import AccessPolicy
from .bound_socket import BoundSocket
from .peer_user import LocalUsers, own_user
from .server_options import ServerOptions

ANY_USER = "every user of this machine can search these vaults: --any-user requires no token"
NO_EFFECT_IF_GIVEN = "--any-user has no effect: all clients need the token of --token (DOWSE_TOKEN)"
NO_EFFECT_IN_NETWORK = "--any-user has no effect: other machines can reach this server, so all clients need the token"


@dataclass(frozen=True, slots=True)
class ClientAccess:
    """The token of a server and the local users who need none. Without token and users, the server requires nothing."""

    token: str = ""
    local_users: LocalUsers | None = None
    shown_token: str = ""  # for the user, who does not know it and whose clients need it
    remark: str = ""  # for the user, at the start

    def policy(self, policy: AccessPolicy) -> AccessPolicy:
        """The policy with this token and these users."""
        return replace(policy, token=self.token, local_users=self.local_users)


def client_access(
    bound_socket: BoundSocket,
    options: ServerOptions,
    *,
    saved_token: Callable[[], str],
    find_own_user: Callable[[socket], LocalUsers | None] = own_user,
) -> ClientAccess:
    """Who needs a token: all clients if the user has given one or other machines can reach the port, else other users.

    Where the system does not tell users apart, all clients need the saved token.
    """
    if options.token:
        return ClientAccess(options.token, remark=NO_EFFECT_IF_GIVEN if options.any_user else "")
    if not bound_socket.is_private:
        token = secrets.token_urlsafe(24)
        return ClientAccess(token, shown_token=token, remark=NO_EFFECT_IN_NETWORK if options.any_user else "")
    if options.any_user:
        return ClientAccess(remark=ANY_USER)
    local_users = find_own_user(bound_socket.socket)
    try:
        token, remark = saved_token(), ""
    except DowseError as error:
        effect = "other users have no token" if local_users else "the token changes with each start"
        token, remark = secrets.token_urlsafe(24), f"{effect}: {error}"
    if local_users:
        return ClientAccess(token, local_users, remark=remark)
    return ClientAccess(token, shown_token=token, remark=remark)
