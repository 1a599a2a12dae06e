from __future__ import annotations

from collections.abc import Iterator

import pytest

from dowse.model.errors import SettingsError
from dowse.serving.access_policy import AccessPolicy
from dowse.serving.bound_socket import BoundSocket, listen
from dowse.serving.client_access import (
    ANY_USER,
    NO_EFFECT_IF_GIVEN,
    NO_EFFECT_IN_NETWORK,
    ClientAccess,
    client_access,
)
from dowse.serving.peer_user import LocalUsers
from dowse.serving.server_options import ServerOptions

USERS = LocalUsers(frozenset({0, 7}), lambda _peer, _own: 7)
SAVED = "the-saved-token"


@pytest.fixture(scope="module")
def loopback() -> Iterator[BoundSocket]:
    """A port that only programs of this machine reach."""
    bound = listen("127.0.0.1", 0)
    yield bound
    bound.socket.close()


@pytest.fixture(scope="module")
def network() -> Iterator[BoundSocket]:
    """A port that other machines reach."""
    bound = listen("0.0.0.0", 0)  # noqa: S104  # that is the point
    yield bound
    bound.socket.close()


def access(bound: BoundSocket, *, users: LocalUsers | None, token: str = "", any_user: bool = False) -> ClientAccess:
    """The access to a server with these options, on a system that knows these users."""
    options = ServerOptions(bound.name, bound.port, token, any_user=any_user)
    return client_access(bound, options, saved_token=lambda: SAVED, find_own_user=lambda _socket: users)


def test_own_programs_need_no_token_where_the_system_knows_users(loopback: BoundSocket) -> None:
    found = access(loopback, users=USERS)
    assert (found.token, found.local_users, found.shown_token) == (SAVED, USERS, "")


def test_all_need_the_saved_token_where_the_system_knows_no_users(loopback: BoundSocket) -> None:
    found = access(loopback, users=None)
    assert (found.token, found.local_users, found.shown_token) == (SAVED, None, SAVED)


@pytest.mark.parametrize("users", [USERS, None])
def test_a_given_token_is_required_from_all(loopback: BoundSocket, users: LocalUsers | None) -> None:
    """A tunnel or a proxy of the same user would else pass on requests of anybody."""
    for any_user in (False, True):
        found = access(loopback, users=users, token="given", any_user=any_user)  # noqa: S106  # for this test
        assert (found.token, found.local_users, found.shown_token) == ("given", None, "")
        assert found.remark == (NO_EFFECT_IF_GIVEN if any_user else "")


@pytest.mark.parametrize("users", [USERS, None])
def test_any_user_is_answered_if_asked_for_and_that_is_said(loopback: BoundSocket, users: LocalUsers | None) -> None:
    assert access(loopback, users=users, any_user=True) == ClientAccess(remark=ANY_USER)


@pytest.mark.parametrize("any_user", [False, True])
def test_other_machines_need_a_token_of_this_start(network: BoundSocket, any_user: bool) -> None:
    found = access(network, users=USERS, any_user=any_user)
    assert found.token == found.shown_token != SAVED
    assert len(found.token) > 30
    assert found.local_users is None
    assert found.remark == (NO_EFFECT_IN_NETWORK if any_user else "")


def test_a_token_that_cannot_be_saved_is_made_for_one_start(loopback: BoundSocket) -> None:
    def fail() -> str:
        raise SettingsError("the disk is read-only")

    options = ServerOptions(loopback.name, loopback.port)
    for users in (USERS, None):
        found = client_access(loopback, options, saved_token=fail, find_own_user=lambda _socket, users=users: users)  # type: ignore[misc]  # the loop's value
        assert len(found.token) > 30
        assert "the disk is read-only" in found.remark
        assert ("other users" in found.remark) is (users is not None)


def test_a_policy_takes_token_and_users_over(loopback: BoundSocket) -> None:
    policy = access(loopback, users=USERS).policy(AccessPolicy(pages=frozenset("/")))
    assert (policy.token, policy.local_users, policy.pages) == (SAVED, USERS, frozenset("/"))
    ends = ("127.0.0.1", 1), ("127.0.0.1", 2)
    assert policy.accepts_peer(*ends)
    assert not access(loopback, users=None).policy(policy).accepts_peer(*ends)
