"""kde-keyboard.py FIFO: a keyboard, by KWin's protocol org_kde_kwin_fake_input. A line of the FIFO is
`CODE 1` (pressed) or `CODE 0` (released), with the kernel's code of the key.

Speaks Wayland's wire format itself: a message is the object, length << 16 | opcode, the arguments.
"""

import os
import socket
import struct
import sys
import threading

DISPLAY, REGISTRY, CALLBACK, FAKE_INPUT = 1, 2, 3, 4

connection = socket.socket(socket.AF_UNIX)
connection.connect(os.environ["XDG_RUNTIME_DIR"] + "/" + os.environ["WAYLAND_DISPLAY"])


def send(target, opcode, arguments=b""):
    connection.sendall(struct.pack("=II", target, 8 + len(arguments) << 16 | opcode) + arguments)


def string(text):
    data = text.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + bytes(-len(data) % 4)


def receive(count):
    data = b""
    while len(data) < count:
        part = connection.recv(count - len(data))
        if not part:
            sys.exit("KWin closed the connection")
        data += part
    return data


def message():
    sender, size = struct.unpack("=II", receive(8))
    return sender, size & 0xFFFF, receive((size >> 16) - 8)


def synchronise(callback):
    """Waits until KWin has read everything; returns the globals that it told of."""
    send(DISPLAY, 0, struct.pack("=I", callback))
    found = {}
    while True:
        sender, opcode, data = message()
        if sender == callback:
            return found
        if sender == DISPLAY and opcode == 0:
            sys.exit("KWin refused: %r" % data)
        if sender == REGISTRY and opcode == 0:
            name, length = struct.unpack_from("=II", data)
            found[data[8 : 8 + length - 1].decode()] = name


send(DISPLAY, 1, struct.pack("=I", REGISTRY))
found = synchronise(CALLBACK)
interface = "org_kde_kwin_fake_input"
if interface not in found:
    sys.exit("KWin doesn't let this program type")
send(
    REGISTRY, 0,
    struct.pack("=I", found[interface]) + string(interface) + struct.pack("=II", 4, FAKE_INPUT))
send(FAKE_INPUT, 0, string("keyboard") + string("the user's keyboard"))
synchronise(CALLBACK + 2)
print("ready", flush=True)


def discard():
    while True:
        message()


threading.Thread(target=discard, daemon=True).start()
# Open for writing, too: no end of file when a writer closes it.
with open(sys.argv[1], "r+b", buffering=0) as fifo:
    while line := fifo.readline():
        code, is_down = line.split()
        # keyboard_key, since version 4.
        send(FAKE_INPUT, 10, struct.pack("=II", int(code), is_down == b"1"))
