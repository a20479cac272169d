"""A page of the viewer without a browser: a WebSocket of the standard library alone."""

import base64
import gzip
import json
import os
import socket
import struct
import time
import urllib.parse


#: Seconds that a message is waited for: states keep coming meanwhile, so that the socket's own limit is never reached.
PATIENCE = 60


class Refused(Exception):
    """What the server answered instead of a socket."""


class Page:
    """A connection to a viewer."""

    def __init__(self, url, token=None):
        parts = urllib.parse.urlsplit(url)
        token = token or urllib.parse.parse_qs(parts.query)["token"][0]
        self.socket = socket.create_connection((parts.hostname, parts.port), timeout=20)
        self.host = parts.netloc
        self.rest = b""
        self._shake_hands(token)
        self.seen = 0
        # time that waits for the first picture runs from here on
        self.send(do="drawn")

    def _shake_hands(self, token):
        key = base64.b64encode(os.urandom(16)).decode()
        head = [f"GET /socket?token={token} HTTP/1.1", f"Host: {self.host}", "Upgrade: websocket", "Connection: Upgrade",
                f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", ""]  # fmt: skip
        self.socket.sendall("\r\n".join(head).encode())
        while b"\r\n\r\n" not in self.rest:
            self._read_more()
        answer, self.rest = self.rest.split(b"\r\n\r\n", 1)
        if b" 101 " not in answer.splitlines()[0]:
            raise Refused(answer.decode())

    def _read_more(self):
        part = self.socket.recv(1 << 16)
        if not part:
            raise EOFError("the server has closed the connection")
        self.rest += part

    def _take(self, count):
        while len(self.rest) < count:
            self._read_more()
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def send(self, **message):
        text = json.dumps(message).encode()
        length = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0x80 | 126]) + struct.pack(">H", len(text))
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[k % 4] for k, byte in enumerate(text))
        self.socket.sendall(b"\x81" + length + mask + masked)

    def receive(self):
        """The next message: a dictionary, or the bytes of a frame, which is answered as a page does."""
        first, length = self._take(2)
        if length == 126:
            length = struct.unpack(">H", self._take(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self._take(8))[0]
        body = self._take(length)
        if first & 15 == 8:
            raise EOFError("the server says goodbye")
        if first & 15 == 1:
            return json.loads(body)
        kind = struct.unpack_from("<I", body)[0]
        if kind == PACKED_TEXT:
            return json.loads(gzip.decompress(body[4:]))
        if kind == OVERLAY:
            return Overlay(body)
        self.seen = struct.unpack_from("<I", body, 4)[0]
        self.send(do="seen", frame=self.seen)
        return body

    def _messages(self, what):
        """All messages, until it has taken too long."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            yield self.receive()
        raise TimeoutError(f"waited {PATIENCE} s in vain for {what}")

    def text(self, kind):
        """The next message of a kind."""
        for message in self._messages(f"a message of kind {kind}"):
            if isinstance(message, dict) and message["is"] == kind:
                return message

    def frame(self):
        """The next frame."""
        for message in self._messages("a frame"):
            if isinstance(message, bytes):
                return Frame(message)

    def overlay(self, kind):
        """What the next message draws over the picture."""
        for message in self._messages(f"an overlay of kind {kind}"):
            if isinstance(message, Overlay) and message.kind == kind:
                return message.drawn()

    def close(self):
        self.socket.close()


OVERLAY = 2
PACKED_TEXT = 3


class Overlay:
    """What a program draws over the picture."""

    def __init__(self, body):
        self.kind = ("texts", "figures", "images")[struct.unpack_from("<I", body, 4)[0]]
        self.body = body[8:]

    def drawn(self):
        if self.kind != "images":
            return json.loads(self.body)
        (count,), at, images = struct.unpack_from("<I", self.body), 4, []
        for _ in range(count):
            rect = struct.unpack_from("<4i", self.body, at)
            size = 3 * rect[2] * rect[3]
            images.append((rect, self.body[at + 16 : at + 16 + size]))
            at += 16 + size + -size % 4
        return images


#: Bytes of a frame's header, a pose, a look, a light and a sample.
HEADER, POSE, LOOK, LIGHT, SAMPLE = 88, 28, 92, 96, 16


class Frame:
    """The header of a frame, and the sections behind it."""

    def __init__(self, body):
        self.body = body
        self.kind, self.number, self.version, self.bits = struct.unpack_from("<4I", body)
        (self.time,) = struct.unpack_from("<d", body, 16)
        counts = struct.unpack_from("<12I", body, 24)
        self.items, self.changes, self.lights, self.cameras, self.bones, self.values, self.samples, self.nq, self.nu, self.bodies = counts[:10]

    def _values(self):
        """Where the watched values begin."""
        return HEADER + POSE * (self.items + self.cameras + self.bones) + LOOK * self.changes + LIGHT * self.lights

    def _qpos(self):
        """Where the positions begin."""
        return self._values() + 8 * self.values + 4 * self.values + SAMPLE * self.samples

    def pose(self, item):
        return struct.unpack_from("<7f", self.body, HEADER + POSE * item)

    def shapes(self):
        """Shape and colour of the items that look otherwise from now on."""
        start = HEADER + POSE * self.items
        looks = [self.body[start + LOOK * k : start + LOOK * (k + 1)] for k in range(self.changes)]
        return [(struct.unpack_from("<i", look, 4)[0], struct.unpack_from("<4f", look, 44)) for look in looks]

    def qpos(self):
        return struct.unpack_from(f"<{self.nq}f", self.body, self._qpos())

    def watched(self):
        """Values of the names that the page watches."""
        return struct.unpack_from(f"<{self.values}d", self.body, self._values())

    def poses(self):
        """Packed poses of the bodies of other worlds."""
        return struct.unpack_from(f"<{self.bodies}H", self.body, self._qpos() + 4 * (self.nq + self.nu))


def until(condition, seconds=20):
    """Waits until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)
