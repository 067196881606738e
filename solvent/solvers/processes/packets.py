"""The protocol between the pool and a fork server: JSON objects, each a packet on a Unix socket.

| from the pool | meaning |
|---|---|
| `{"job": n, "limits": {...}}`, with descriptors of the body, the result and the errors | fork a child |
| `{"kill": n}` | kill the child; when and why is up to the pool |

| to the pool | meaning |
|---|---|
| `{"ready": pid}`, or `{"unavailable": why}` | start-up has finished; sent once |
| `{"job": n, "signal": 0, "exit": 0, "at": time}` | the child and its group have ended, at `time.monotonic` |
| `{"job": n, "failed": why}` | no child could be started |
"""

import json
import socket
from collections.abc import Sequence
from typing import Any

PACKET = 65536  # maximum message length in bytes


def send(channel: socket.socket, message: dict[str, Any], descriptors: Sequence[int] = ()) -> None:
    """Send one message. Raises OSError."""
    packet = json.dumps(message).encode()[:PACKET]
    if descriptors:
        socket.send_fds(channel, [packet], descriptors)
    else:
        channel.send(packet)
