"""GTK 3 and GTK 4: `entry3`, `view3`, `password3`, `entry4` and so on; a password is a PIN where
RECEIVER_INPUT is `pin`. See field.py.
"""

import os
import sys

import gi

import field

version = field.kind[-1]
gi.require_version("Gtk", version + ".0")
from gi.repository import GLib, Gtk

if version == "3":
    window = Gtk.Window()
    add, show = window.add, window.show_all
else:
    # Its class; the window of a program without an application has none otherwise.
    GLib.set_prgname("receiver")
    Gtk.init()
    window = Gtk.Window()
    add, show = window.set_child, window.present

if field.kind.startswith("entry"):
    widget = Gtk.Entry()
    source, text = widget, widget.get_text
    clear = lambda: widget.set_text("")
elif field.kind.startswith("password"):
    is_pin = os.environ.get("RECEIVER_INPUT") == "pin"
    purpose = Gtk.InputPurpose.PIN if is_pin else Gtk.InputPurpose.PASSWORD
    widget = Gtk.PasswordEntry() if version == "4" and not is_pin else Gtk.Entry(
        visibility=False, input_purpose=purpose)
    source, text = widget, widget.get_text
    clear = lambda: widget.set_text("")
else:
    widget = Gtk.TextView()
    source = widget.get_buffer()
    text = lambda: source.get_text(*source.get_bounds(), True)
    clear = lambda: source.set_text("")
    widget.connect("preedit-changed", lambda _, words: field.show(words))

scheduled = []


def write():
    scheduled.clear()
    field.write(text())


def changed(*_):
    # Idle, so that keys come first.
    if not scheduled:
        scheduled.append(GLib.idle_add(write))


def active(*_):
    if window.is_active():
        field.focused()


def command(*_):
    if not sys.stdin.readline():
        return False
    clear()
    return True


source.connect("changed", changed)
window.connect("notify::is-active", active)
GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN, command)
window.set_title(field.title)
window.set_default_size(500, 300)
if "RECEIVER_MAXIMIZED" in os.environ:
    window.maximize()
add(widget)
show()
widget.grab_focus()
GLib.MainLoop().run()
