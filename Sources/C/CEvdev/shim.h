#pragma once
#include <libevdev/libevdev.h>
#include <libevdev/libevdev-uinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

/// Chooses which codes of an event type the kernel delivers through `descriptor` (EVIOCSMASK,
/// linux/input.h); for type 0, which types. `codes` is a bit map of `size` bytes, a multiple of a
/// long's. -1 with errno on failure. In C because Swift imports neither the macro nor ioctl(2).
static inline int utter_evdev_set_mask(int descriptor, unsigned type, const void *codes,
                                       unsigned size)
{
    struct input_mask mask = { type, size, (uintptr_t)codes };
    return ioctl(descriptor, EVIOCSMASK, &mask);
}

/// Stamps the events of `descriptor` with a clock (EVIOCSCLOCKID, linux/input.h), and discards
/// those in the queue. -1 with errno on failure.
static inline int utter_evdev_set_clock(int descriptor, int clock)
{
    return ioctl(descriptor, EVIOCSCLOCKID, &clock);
}

/// Takes a device away from all holders of this open file, duplicates included: reading fails with
/// ENODEV (EVIOCREVOKE, linux/input.h). -1 with errno on failure.
static inline int utter_evdev_revoke(int descriptor)
{
    return ioctl(descriptor, EVIOCREVOKE, 0);
}

/// Numbers of ioctl requests to event devices, for a system call filter (linux/input.h).
static const unsigned utter_evdev_mask_request = EVIOCSMASK;
static const unsigned utter_evdev_revoke_request = EVIOCREVOKE;
static const unsigned utter_evdev_clock_request = EVIOCSCLOCKID;
