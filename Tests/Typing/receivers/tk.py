"""Tk: a text widget. Its window answers no ping and names no process. See field.py."""

import sys
import tkinter

import field

window = tkinter.Tk()
window.title(field.title)
text = tkinter.Text(window, width=60, height=20)
text.pack()
scheduled = []


def write():
    scheduled.clear()
    field.write(text.get("1.0", "end-1c"))


def changed(_):
    # Idle, so that keys come first.
    if text.edit_modified():
        text.edit_modified(False)
        if not scheduled:
            scheduled.append(window.after_idle(write))


def command(*_):
    if not sys.stdin.readline():
        window.deletefilehandler(sys.stdin)
        return
    text.delete("1.0", "end")


text.bind("<<Modified>>", changed)
text.bind("<FocusIn>", lambda _: field.focused())
window.createfilehandler(sys.stdin, tkinter.READABLE, command)
text.focus_force()
window.mainloop()
