"""gnome-keyboard.py FIFO: a keyboard and a mouse, by Mutter's RemoteDesktop interface. A line of the
FIFO is `CODE 1` (pressed) or `CODE 0` (released), with the kernel's code of the key, or `click X Y`.

A headless seat has no keyboard, and without one GTK 3 never enables its input method: so this one
presses Shift once, which makes it. A mouse that is made by a click comes too late for it.
"""

import sys

from gi.repository import Gio, GLib

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
mutter = "org.gnome.Mutter.RemoteDesktop"


def call(path, interface, method):
    return bus.call_sync(mutter, path, mutter + interface, method, None, None, 0, 20000, None)


session = call("/org/gnome/Mutter/RemoteDesktop", "", "CreateSession").unpack()[0]
call(session, ".Session", "Start")


def notify(method, form, *values):
    # Without waiting for an answer: on a busy machine the key would stay down meanwhile, long enough to
    # be repeated, and a hotkey's tap would be a hold.
    bus.call(
        mutter, session, mutter + ".Session", method, GLib.Variant(form, values), None,
        Gio.DBusCallFlags.NONE, -1, None, None)
    bus.flush_sync()


def key(code, is_down):
    notify("NotifyKeyboardKeycode", "(ub)", code, is_down)


def click(x, y):
    # Into the corner, and from there.
    notify("NotifyPointerMotionRelative", "(dd)", -10000, -10000)
    notify("NotifyPointerMotionRelative", "(dd)", x, y)
    # BTN_LEFT.
    notify("NotifyPointerButton", "(ib)", 272, True)
    notify("NotifyPointerButton", "(ib)", 272, False)


key(42, True)
key(42, False)
notify("NotifyPointerMotionRelative", "(dd)", 1, 1)
print("ready", flush=True)
# Open for writing, too: no end of file when a writer closes it.
with open(sys.argv[1], "r+b", buffering=0) as fifo:
    while line := fifo.readline():
        words = line.split()
        if words[0] == b"click":
            click(float(words[1]), float(words[2]))
        else:
            key(int(words[0]), words[1] == b"1")
