// libwayland-client, and additions for Swift.
//
// The protocols in `protocols/` are compiled into no library. `make wayland-protocols` generates
// generated/NAME-protocol.c and include/NAME-client-protocol.h from their descriptions with
// wayland-scanner(1); a test compares.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <wayland-client.h>
#include "ext-data-control-v1-client-protocol.h"
#include "fractional-scale-v1-client-protocol.h"
#include "input-method-unstable-v2-client-protocol.h"
#include "kde-fake-input-client-protocol.h"
#include "kde-keystate-client-protocol.h"
#include "viewporter-client-protocol.h"
#include "virtual-keyboard-unstable-v1-client-protocol.h"
#include "wlr-data-control-unstable-v1-client-protocol.h"
#include "wlr-foreign-toplevel-management-unstable-v1-client-protocol.h"
#include "wlr-layer-shell-unstable-v1-client-protocol.h"

/// wl_registry_bind: an object of one of the interfaces that this module knows, NULL for another.
/// In C because libwayland keeps the address of an interface's description, and Swift can only pass
/// a copy's.
void *utter_bind(struct wl_registry *registry, uint32_t name, const char *interface,
                 uint32_t version);

// MARK: - The clipboard: two protocols that differ in the names of their interfaces only

// ext-data-control-v1 is wlr-data-control-unstable-v1, version 2, by another name: a manager of
// either makes objects of that protocol, and the zwlr_data_control_… functions and listeners
// serve both.

/// Requests create_data_source and get_data_device, of either manager. The current selections
/// are reported at once by events of the device.
struct zwlr_data_control_source_v1 *
utter_data_source_create(struct zwlr_data_control_manager_v1 *manager);
struct zwlr_data_control_device_v1 *
utter_data_device_create(struct zwlr_data_control_manager_v1 *manager, struct wl_seat *seat);

/// Whether it also controls the primary selection.
int utter_data_control_has_primary(struct zwlr_data_control_manager_v1 *manager);

// MARK: - Memory that is shared with the compositor

/// A memfd_create(2) file with `size` bytes in it, sealed against shrinking, so that a reader that
/// maps it can't get SIGBUS. -1 with errno on failure. Needs _GNU_SOURCE.
int utter_sealed_file(const void *bytes, size_t size);

/// A memfd_create(2) file of `size` zero bytes that can't shrink, mapped at `*memory`; -1 with
/// errno on failure. Needs _GNU_SOURCE.
int utter_shared_memory(size_t size, void **memory);
