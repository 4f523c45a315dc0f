"""Who may come in: by the secret in the opening address, then by a cookie; and which requests are changes that we offered."""

from __future__ import annotations

import hmac
import ipaddress
import secrets
import socket

_BYTES = 32
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Door:
    """The secrets of one running console, and the addresses that it answers at. They are new with each start."""

    def __init__(self, host: str, port: int) -> None:
        self.port = port
        self.secret = secrets.token_urlsafe(_BYTES)
        """For the opening address that a person sees: good for as long as the console runs."""
        self._session = secrets.token_urlsafe(_BYTES)
        self._tickets: set[str] = set()
        self._anywhere = not _is_loopback(host)
        self._hosts = {*_LOOPBACK, *({host.lower(), socket.gethostname().lower()} if self._anywhere else ())}

    @property
    def cookie_name(self) -> str:
        """Browsers keep one jar for all ports of a host: each console has a cookie of its own."""
        return f"rebost-{self.port}"

    @property
    def session(self) -> str:
        """The value of the cookie."""
        return self._session

    @property
    def token(self) -> str:
        """What each form that changes something has to bring: no other site can know it."""
        return hmac.new(self._session.encode(), b"form", "sha256").hexdigest()

    def ticket(self) -> str:
        """A secret that opens once: other users of this machine see the arguments that a browser is started with."""
        ticket = secrets.token_urlsafe(_BYTES)
        self._tickets.add(ticket)
        return ticket

    def opens(self, given: str) -> bool:
        """Whether this is the secret or a ticket; a ticket is used up."""
        if _same(given, self.secret):
            return True
        for ticket in self._tickets:
            if _same(given, ticket):
                self._tickets.discard(ticket)
                return True
        return False

    def knows(self, cookie: str) -> bool:
        """Whether this is the cookie of someone who came in."""
        return _same(cookie, self._session)

    def offered(self, token: str) -> bool:
        """Whether a form with this token is ours."""
        return _same(token, self.token)

    def is_ours(self, host: str) -> bool:
        """Whether a Host header names us, so that no name that was made to lead here gets through.

        A console that listens beyond this machine can't know by which addresses it is reached. A bare address is never
        the name of another site, so any is fine then.
        """
        name, _, port = host.lower().rpartition(":")
        if port != str(self.port):
            return False
        return name in self._hosts or (self._anywhere and _is_address(name))

    def is_our_origin(self, origin: str) -> bool:
        """Whether an Origin header is one of our own pages."""
        scheme, _, host = origin.partition("://")
        return scheme == "http" and self.is_ours(host)


def _same(given: str, wanted: str) -> bool:
    # In a time that doesn't depend on how much of it is right.
    return hmac.compare_digest(given.encode(), wanted.encode())


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)
