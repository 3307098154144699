#pragma once
#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#include <xcb/xinput.h>
#include <xkbcommon/xkbcommon-x11.h>
