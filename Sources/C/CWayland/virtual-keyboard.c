#include "CWayland.h"

// The tables that wayland-scanner(1) would make of virtual-keyboard-unstable-v1, version 1.
// Signatures as in wayland-util.h: u unsigned, h file descriptor, o object, n new object.

static const struct wl_interface keyboard_interface;

static const struct wl_interface *no_types[] = { NULL, NULL, NULL, NULL };
static const struct wl_interface *create_types[] = { &wl_seat_interface, &keyboard_interface };

enum { KEYBOARD_KEYMAP, KEYBOARD_KEY, KEYBOARD_MODIFIERS, KEYBOARD_DESTROY };

static const struct wl_message keyboard_requests[] = {
    { "keymap", "uhu", no_types },
    { "key", "uuu", no_types },
    { "modifiers", "uuuu", no_types },
    { "destroy", "", no_types },
};

static const struct wl_interface keyboard_interface = {
    "zwp_virtual_keyboard_v1", 1, 4, keyboard_requests, 0, NULL,
};

enum { MANAGER_CREATE };

static const struct wl_message manager_requests[] = {
    { "create_virtual_keyboard", "on", create_types },
};

static const struct wl_interface manager_interface = {
    UTTER_VIRTUAL_KEYBOARD_MANAGER, 1, 1, manager_requests, 0, NULL,
};

struct wl_seat *utter_bind_seat(struct wl_registry *registry, uint32_t name)
{
    return wl_registry_bind(registry, name, &wl_seat_interface, 1);
}

struct zwp_virtual_keyboard_manager_v1 *
utter_bind_virtual_keyboard_manager(struct wl_registry *registry, uint32_t name)
{
    return wl_registry_bind(registry, name, &manager_interface, 1);
}

void utter_virtual_keyboard_manager_destroy(struct zwp_virtual_keyboard_manager_v1 *manager)
{
    wl_proxy_destroy((struct wl_proxy *)manager);
}

struct zwp_virtual_keyboard_v1 *
utter_virtual_keyboard_create(struct zwp_virtual_keyboard_manager_v1 *manager,
                              struct wl_seat *seat)
{
    return (struct zwp_virtual_keyboard_v1 *)wl_proxy_marshal_flags(
        (struct wl_proxy *)manager, MANAGER_CREATE, &keyboard_interface, 1, 0, seat, NULL);
}

void utter_virtual_keyboard_keymap(struct zwp_virtual_keyboard_v1 *keyboard, int descriptor,
                                   uint32_t size)
{
    wl_proxy_marshal_flags((struct wl_proxy *)keyboard, KEYBOARD_KEYMAP, NULL, 1, 0,
                           (uint32_t)WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1, descriptor, size);
}

void utter_virtual_keyboard_key(struct zwp_virtual_keyboard_v1 *keyboard, uint32_t time,
                                uint32_t key, enum wl_keyboard_key_state state)
{
    wl_proxy_marshal_flags((struct wl_proxy *)keyboard, KEYBOARD_KEY, NULL, 1, 0,
                           time, key, (uint32_t)state);
}

void utter_virtual_keyboard_modifiers(struct zwp_virtual_keyboard_v1 *keyboard,
                                      uint32_t depressed, uint32_t group)
{
    wl_proxy_marshal_flags((struct wl_proxy *)keyboard, KEYBOARD_MODIFIERS, NULL, 1, 0,
                           depressed, 0u, 0u, group);
}

void utter_virtual_keyboard_destroy(struct zwp_virtual_keyboard_v1 *keyboard)
{
    wl_proxy_marshal_flags((struct wl_proxy *)keyboard, KEYBOARD_DESTROY, NULL, 1,
                           WL_MARSHAL_FLAG_DESTROY);
}
