"""How the pool and a fork server talk: JSON objects, each a packet of a Unix socket.

| from the pool | |
|---|---|
| `{"job": n, "limits": {...}}`, with descriptors of the body, the result and the complaints | fork a child |
| `{"kill": n}` | kill it; whether and why is the pool's business |

| to the pool | |
|---|---|
| `{"ready": pid}`, or `{"unavailable": why}` | once |
| `{"job": n, "signal": 0, "exit": 0, "at": time}` | the child ended then, by `time.monotonic`, with all it started |
| `{"job": n, "failed": why}` | there was no child |
"""

import json
import socket
from collections.abc import Sequence
from typing import Any

PACKET = 65536  # bytes; no message is longer


def send(channel: socket.socket, message: dict[str, Any], descriptors: Sequence[int] = ()) -> None:
    """Send one message. Raises OSError."""
    packet = json.dumps(message).encode()[:PACKET]
    if descriptors:
        socket.send_fds(channel, [packet], descriptors)
    else:
        channel.send(packet)
