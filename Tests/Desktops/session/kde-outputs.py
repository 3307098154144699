"""kde-outputs.py DISPLAY WIDTH COUNT: puts the windows of an X display that are KWin's outputs
beside each other, once they are there: KWin opens them one upon another."""

import ctypes
import sys
import time

name, width, count = sys.argv[1].encode(), int(sys.argv[2]), int(sys.argv[3])
xlib = ctypes.CDLL("libX11.so.6")
pointer, number = ctypes.c_void_p, ctypes.c_ulong
xlib.XOpenDisplay.restype = pointer
xlib.XDefaultRootWindow.restype = number
xlib.XDefaultRootWindow.argtypes = [pointer]
xlib.XQueryTree.argtypes = [pointer, number] + [pointer] * 4
xlib.XFree.argtypes = [pointer]
xlib.XMoveWindow.argtypes = [pointer, number, ctypes.c_int, ctypes.c_int]
xlib.XSync.argtypes = [pointer, ctypes.c_int]
display = xlib.XOpenDisplay(name)


def windows():
    root, parent, size = number(), number(), ctypes.c_uint()
    children = ctypes.POINTER(number)()
    xlib.XQueryTree(
        display, xlib.XDefaultRootWindow(display), ctypes.byref(root), ctypes.byref(parent),
        ctypes.byref(children), ctypes.byref(size))
    # In the order in which they were made.
    found = sorted(children[:size.value])
    xlib.XFree(children)
    return found


limit = time.monotonic() + 60
while len(windows()) < count:
    if time.monotonic() > limit:
        sys.exit(f"KWin has {len(windows())} of {count} windows")
    time.sleep(0.1)
for index, window in enumerate(windows()):
    xlib.XMoveWindow(display, window, index * width, 0)
xlib.XSync(display, 0)
