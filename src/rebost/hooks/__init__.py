"""What an agent's program calls at certain moments of a conversation: `rebost hook MOMENT`, with the event on stdin.

A hook never stands in the way: whatever goes wrong, it ends in time, with exit code 0 and at most a line in the log.
"""

from rebost.hooks.running import MOMENTS, main

__all__ = ["MOMENTS", "main"]
