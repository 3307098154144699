"""What every receiver has in common.

A receiver is a program with one text field:

    receiver.py KIND TITLE CONTENT READY

Its window is called TITLE. It creates the file READY when the field has the keyboard focus, and
keeps the text of the field in the file CONTENT, replaced in one piece. A line on its standard
input empties the field; the file then holds nothing.
"""

import os
import sys

kind, title, content, ready = sys.argv[1:5]


def write(text):
    with open(content + ".new", "w", newline="") as file:
        file.write(text)
    os.rename(content + ".new", content)


def focused():
    open(ready, "w").close()
