"""gnome-keyboard.py FIFO: a keyboard, by Mutter's RemoteDesktop interface. A line of the FIFO is
`CODE 1` (pressed) or `CODE 0` (released), with the kernel's code of the key.

A headless seat has no keyboard, and without one GTK 3 never enables its input method: so this one
presses Shift once, which makes it.
"""

import sys

from gi.repository import Gio, GLib

bus = Gio.bus_get_sync(Gio.BusType.SESSION)


def call(path, interface, method, arguments=None):
    return bus.call_sync(
        "org.gnome.Mutter.RemoteDesktop", path, "org.gnome.Mutter.RemoteDesktop" + interface,
        method, arguments, None, 0, 20000, None)


session = call("/org/gnome/Mutter/RemoteDesktop", "", "CreateSession").unpack()[0]
call(session, ".Session", "Start")


def key(code, is_down):
    call(session, ".Session", "NotifyKeyboardKeycode", GLib.Variant("(ub)", (code, is_down)))


key(42, True)
key(42, False)
print("ready", flush=True)
# Open for writing, too: no end of file when a writer closes it.
with open(sys.argv[1], "r+b", buffering=0) as fifo:
    while line := fifo.readline():
        code, is_down = line.split()
        key(int(code), is_down == b"1")
