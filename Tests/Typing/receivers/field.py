"""What every receiver has in common.

A receiver is a program with one text field:

    receiver.py KIND TITLE CONTENT READY

Its window is called TITLE. It creates the file READY when the field has the keyboard focus, and
keeps the text of the field in the file CONTENT, replaced in one piece; GTK's also the words in
CONTENT.preedit that an input method shows in it and that aren't part of it. A line on its standard
input empties the field; the file then holds nothing.
"""

import os
import sys

kind, title, content, ready = sys.argv[1:5]


def write(text, path=content):
    with open(path + ".new", "w", newline="") as file:
        file.write(text)
    os.rename(path + ".new", path)


def show(preedit):
    write(preedit, content + ".preedit")


def focused():
    open(ready, "w").close()
