"""Blocks the network, loopback apart, in the tests and in every Python process that they start.

The tests put this folder on PYTHONPATH, where Python looks for a module of this name at start-up. The block is an audit
hook: it sees every library's sockets and can't be taken off again.
"""

import sys

_LOOK_UPS = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})


class NetworkBlockedError(Exception):
    """A test, or a process that it started, tried to reach another machine.

    No OSError: code that expects a network to fail would swallow one.
    """


def _is_loopback(host: object) -> bool:
    if isinstance(host, bytes | bytearray):
        host = host.decode("ascii", "replace")
    return host is None or (isinstance(host, str) and (host in {"localhost", "::1"} or host.startswith("127.")))


def _block(event: str, arguments: tuple[object, ...]) -> None:
    if event in {"socket.connect", "socket.sendto", "socket.sendmsg", "socket.bind"}:
        address = arguments[1]
        # A name in the file system, or no address at all on a connected socket, stays on this machine.
        if isinstance(address, tuple) and not _is_loopback(address[0]):
            raise NetworkBlockedError(f"{event} to {address!r}: tests may only use loopback addresses")
    elif event in _LOOK_UPS and not _is_loopback(arguments[0]):
        raise NetworkBlockedError(f"{event} for {arguments[0]!r}: tests may only use loopback addresses")


def block_network() -> None:
    sys.addaudithook(_block)


if __name__ == "sitecustomize":
    block_network()
