// libwayland-client, and additions for Swift.
//
// The protocols virtual-keyboard-unstable-v1, wlr-foreign-toplevel-management-unstable-v1,
// wlr-data-control-unstable-v1 and ext-data-control-v1 (wlr-protocols, wayland-protocols) are
// compiled into no library. They are small, so their tables are written by hand, a file for each,
// and the build needs neither wayland-scanner nor the descriptions.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <wayland-client.h>
#include "layer.h"

// MARK: - The virtual keyboard (virtual-keyboard-unstable-v1)

struct zwp_virtual_keyboard_manager_v1;
struct zwp_virtual_keyboard_v1;

/// The name of the interface in the registry.
#define UTTER_VIRTUAL_KEYBOARD_MANAGER "zwp_virtual_keyboard_manager_v1"

// Binding is in C because libwayland keeps the address of an interface's description, and Swift can
// only pass that of a copy.

/// Binds a wl_seat, version 1 (only its capabilities are needed).
struct wl_seat *utter_bind_seat(struct wl_registry *registry, uint32_t name);

/// Binds a zwp_virtual_keyboard_manager_v1, version 1.
struct zwp_virtual_keyboard_manager_v1 *
utter_bind_virtual_keyboard_manager(struct wl_registry *registry, uint32_t name);

/// Destroys the manager on the client's side; version 1 has no request for it.
void utter_virtual_keyboard_manager_destroy(struct zwp_virtual_keyboard_manager_v1 *manager);

/// Request create_virtual_keyboard. A compositor that does not trust the client answers with the
/// protocol error `unauthorized` (0).
struct zwp_virtual_keyboard_v1 *
utter_virtual_keyboard_create(struct zwp_virtual_keyboard_manager_v1 *manager,
                              struct wl_seat *seat);

/// Request keymap. Must be sent before the first key. `descriptor` is duplicated; `size` includes
/// the terminating zero byte of the text.
void utter_virtual_keyboard_keymap(struct zwp_virtual_keyboard_v1 *keyboard, int descriptor,
                                   uint32_t size);

/// Request key. `time` in ms of any clock, `key` a code of linux/input-event-codes.h.
void utter_virtual_keyboard_key(struct zwp_virtual_keyboard_v1 *keyboard, uint32_t time,
                                uint32_t key, enum wl_keyboard_key_state state);

/// Request modifiers: the mask of real modifiers that are pressed, and the group from 0; none is
/// latched or locked.
void utter_virtual_keyboard_modifiers(struct zwp_virtual_keyboard_v1 *keyboard,
                                      uint32_t depressed, uint32_t group);

/// Request destroy.
void utter_virtual_keyboard_destroy(struct zwp_virtual_keyboard_v1 *keyboard);

// MARK: - The windows (wlr-foreign-toplevel-management-unstable-v1, version 1)

struct zwlr_foreign_toplevel_manager_v1;
struct zwlr_foreign_toplevel_handle_v1;

/// The name of the interface in the registry.
#define UTTER_FOREIGN_TOPLEVEL_MANAGER "zwlr_foreign_toplevel_manager_v1"

/// Values of the event state: the window has the focus.
enum { UTTER_TOPLEVEL_ACTIVATED = 2 };

struct utter_toplevel_manager_listener {
    void (*toplevel)(void *data, struct zwlr_foreign_toplevel_manager_v1 *,
                     struct zwlr_foreign_toplevel_handle_v1 *toplevel);
    void (*finished)(void *data, struct zwlr_foreign_toplevel_manager_v1 *);
};

struct utter_toplevel_listener {
    void (*title)(void *data, struct zwlr_foreign_toplevel_handle_v1 *, const char *title);
    void (*app_id)(void *data, struct zwlr_foreign_toplevel_handle_v1 *, const char *app_id);
    void (*output_enter)(void *data, struct zwlr_foreign_toplevel_handle_v1 *, struct wl_output *);
    void (*output_leave)(void *data, struct zwlr_foreign_toplevel_handle_v1 *, struct wl_output *);
    /// An array of uint32_t.
    void (*state)(void *data, struct zwlr_foreign_toplevel_handle_v1 *, struct wl_array *states);
    void (*done)(void *data, struct zwlr_foreign_toplevel_handle_v1 *);
    void (*closed)(void *data, struct zwlr_foreign_toplevel_handle_v1 *);
};

/// Binds the manager; the existing windows are reported at once by events.
struct zwlr_foreign_toplevel_manager_v1 *
utter_bind_toplevel_manager(struct wl_registry *registry, uint32_t name);

void utter_toplevel_manager_listen(struct zwlr_foreign_toplevel_manager_v1 *manager,
                                   const struct utter_toplevel_manager_listener *listener,
                                   void *data);

/// Request stop; the event finished is the last one.
void utter_toplevel_manager_stop(struct zwlr_foreign_toplevel_manager_v1 *manager);

/// Destroys the manager on the client's side.
void utter_toplevel_manager_destroy(struct zwlr_foreign_toplevel_manager_v1 *manager);

void utter_toplevel_listen(struct zwlr_foreign_toplevel_handle_v1 *toplevel,
                           const struct utter_toplevel_listener *listener, void *data);

/// Request destroy.
void utter_toplevel_destroy(struct zwlr_foreign_toplevel_handle_v1 *toplevel);

// MARK: - The clipboard (wlr-data-control-unstable-v1 version 2, ext-data-control-v1 version 1)

struct utter_data_control_manager;
struct utter_data_device;
struct utter_data_source;
struct utter_data_offer;

/// The names of the interfaces in the registry.
#define UTTER_WLR_DATA_CONTROL_MANAGER "zwlr_data_control_manager_v1"
#define UTTER_EXT_DATA_CONTROL_MANAGER "ext_data_control_manager_v1"

struct utter_data_device_listener {
    /// A new offer, before the selection that it becomes.
    void (*data_offer)(void *data, struct utter_data_device *, struct utter_data_offer *offer);
    /// NULL: the clipboard is empty.
    void (*selection)(void *data, struct utter_data_device *, struct utter_data_offer *offer);
    void (*finished)(void *data, struct utter_data_device *);
    /// NULL: nothing is selected.
    void (*primary_selection)(void *data, struct utter_data_device *,
                              struct utter_data_offer *offer);
};

struct utter_data_source_listener {
    /// A client requests the contents in one form. They are written to the descriptor, which the
    /// receiver of this event owns.
    void (*send)(void *data, struct utter_data_source *, const char *type, int descriptor);
    /// Something else was copied.
    void (*cancelled)(void *data, struct utter_data_source *);
};

struct utter_data_offer_listener {
    /// A form in which the contents are available: a MIME type, or the name of an X11 target.
    void (*offer)(void *data, struct utter_data_offer *, const char *type);
};

/// Binds one of the two managers.
struct utter_data_control_manager *
utter_bind_data_control_manager(struct wl_registry *registry, uint32_t name, int ext,
                                uint32_t version);

/// Whether it also controls the primary selection.
int utter_data_control_has_primary(struct utter_data_control_manager *manager);

void utter_data_control_manager_destroy(struct utter_data_control_manager *manager);

/// Request get_data_device. The current selections are reported at once by events.
struct utter_data_device *
utter_data_device_create(struct utter_data_control_manager *manager, struct wl_seat *seat);

void utter_data_device_listen(struct utter_data_device *device,
                              const struct utter_data_device_listener *listener, void *data);

/// Requests set_selection and set_primary_selection. NULL clears the selection. A source may be set
/// only once.
void utter_data_device_set(struct utter_data_device *device, int primary,
                           struct utter_data_source *source);

void utter_data_device_destroy(struct utter_data_device *device);

/// Request create_data_source. Its events begin once it is set.
struct utter_data_source *utter_data_source_create(struct utter_data_control_manager *manager);

void utter_data_source_listen(struct utter_data_source *source,
                              const struct utter_data_source_listener *listener, void *data);

/// Request offer: a form of the contents. Only before the source is set.
void utter_data_source_offer(struct utter_data_source *source, const char *type);

void utter_data_source_destroy(struct utter_data_source *source);

void utter_data_offer_listen(struct utter_data_offer *offer,
                             const struct utter_data_offer_listener *listener, void *data);

/// Request receive: the owner writes the contents in one form to the descriptor, which is
/// duplicated.
void utter_data_offer_receive(struct utter_data_offer *offer, const char *type, int descriptor);

void utter_data_offer_destroy(struct utter_data_offer *offer);

// MARK: - What Linux tells

/// A memfd_create(2) file with `size` bytes in it, sealed against shrinking, so that a reader that
/// maps it can't get SIGBUS. -1 with errno on failure. Needs _GNU_SOURCE.
int utter_sealed_file(const void *bytes, size_t size);
