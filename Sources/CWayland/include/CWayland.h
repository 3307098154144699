// libwayland-client, and what Swift needs beside it.
//
// The protocol virtual-keyboard-unstable-v1 comes from wlroots (protocol/
// virtual-keyboard-unstable-v1.xml); no library has it compiled in. It has five requests and no
// events, so its tables are written by hand in virtual-keyboard.c, which spares the build
// wayland-scanner and the description.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <wayland-client.h>

struct zwp_virtual_keyboard_manager_v1;
struct zwp_virtual_keyboard_v1;

/// The interface's name in the registry.
#define UTTER_VIRTUAL_KEYBOARD_MANAGER "zwp_virtual_keyboard_manager_v1"

// Binding is here because libwayland keeps the address of an interface's description, and Swift
// can give only that of a copy.

/// Binds a wl_seat, version 1 (its capabilities are all that is wanted).
struct wl_seat *utter_bind_seat(struct wl_registry *registry, uint32_t name);

/// Binds a zwp_virtual_keyboard_manager_v1, version 1.
struct zwp_virtual_keyboard_manager_v1 *
utter_bind_virtual_keyboard_manager(struct wl_registry *registry, uint32_t name);

/// Drops the manager on this side; version 1 has no request to destroy it.
void utter_virtual_keyboard_manager_destroy(struct zwp_virtual_keyboard_manager_v1 *manager);

/// Request create_virtual_keyboard. A compositor that does not trust the client answers with the
/// protocol error `unauthorized` (0).
struct zwp_virtual_keyboard_v1 *
utter_virtual_keyboard_create(struct zwp_virtual_keyboard_manager_v1 *manager,
                              struct wl_seat *seat);

/// Request keymap. Must come before the first key. `descriptor` is duplicated; `size` counts the
/// terminating zero byte of the text.
void utter_virtual_keyboard_keymap(struct zwp_virtual_keyboard_v1 *keyboard, int descriptor,
                                   uint32_t size);

/// Request key. `time` in ms of any clock, `key` a code of linux/input-event-codes.h.
void utter_virtual_keyboard_key(struct zwp_virtual_keyboard_v1 *keyboard, uint32_t time,
                                uint32_t key, enum wl_keyboard_key_state state);

/// Request modifiers: the mask of real modifiers that are down, and the group from 0; none is
/// latched or locked.
void utter_virtual_keyboard_modifiers(struct zwp_virtual_keyboard_v1 *keyboard,
                                      uint32_t depressed, uint32_t group);

/// Request destroy.
void utter_virtual_keyboard_destroy(struct zwp_virtual_keyboard_v1 *keyboard);

/// A memfd_create(2) file with `size` bytes in it, sealed against shrinking, so that no reader
/// that maps it can be given SIGBUS. -1 with errno on failure. Needs _GNU_SOURCE.
int utter_sealed_file(const void *bytes, size_t size);

/// One end of a connected unix socket, and what its peer has yet to read of it.
struct utter_unread {
    uint32_t inode;
    /// In the kernel's own account, overhead and all, as SO_SNDBUF limits it (unix_diag's wqueue).
    uint32_t bytes;
    /// Whether it was accepted from the listening socket that was asked about.
    uint32_t is_accepted;
};

/// Lists the connected unix sockets, at most `capacity`, as sock_diag(7) tells them to everybody
/// in the same network namespace; `path` is of a listening one. Answers how many, or -1 with
/// errno. It never waits: the kernel makes the answer within the calls. C, for the message
/// structures of netlink.
int utter_list_unread(const char *path, struct utter_unread *list, int capacity);

/// The process at the other end of a unix socket, as it was when it began to listen
/// (SO_PEERCRED, unix(7)); -1 with errno on failure. Needs _GNU_SOURCE.
int utter_peer_process(int socket);
