"""The tests themselves can't reach the network, and neither can the processes that they start."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest


def test_another_machine_cannot_be_reached() -> None:
    with socket.socket() as connection, pytest.raises(Exception, match="only use loopback"):
        connection.connect(("192.0.2.1", 80))


def test_a_name_cannot_be_looked_up() -> None:
    with pytest.raises(Exception, match="only use loopback"):
        socket.getaddrinfo("example.org", 443)


def test_a_child_process_cannot_reach_another_machine_either() -> None:
    program = "import socket; socket.create_connection(('192.0.2.1', 80))"
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert child.returncode != 0
    assert "NetworkBlockedError" in child.stderr


def test_loopback_is_allowed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        pass
