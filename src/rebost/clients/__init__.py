"""Connects the agents' programs to Rebost, in each one's own configuration."""

from rebost.clients.connecting import Change, Standing, connection, disconnection, own_program, standings
from rebost.clients.known import CLIENTS, Client, Surroundings, Where, find_client

__all__ = [
    "CLIENTS",
    "Change",
    "Client",
    "Standing",
    "Surroundings",
    "Where",
    "connection",
    "disconnection",
    "find_client",
    "own_program",
    "standings",
]
