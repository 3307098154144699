#pragma once
#include <X11/Xlib.h>
#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <X11/extensions/XInput.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/XRes.h>
#include <X11/extensions/XTest.h>

/* The bits of an XID that a client chooses itself. Xlib has no function for it; the field is
   `resource_mask` in Xlibint.h, and part of libX11's ABI. */
static inline XID utter_resource_mask(Display *display) {
    return ((_XPrivDisplay)display)->private4;
}
