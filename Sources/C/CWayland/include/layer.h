// What a surface above all windows needs from libwayland-client and from three protocols that are
// compiled into no library: wlr-layer-shell-unstable-v1 (wlroots), fractional-scale-v1 and
// viewporter (wayland-protocols). They are small, so their tables are written by hand, and the
// build needs neither wayland-scanner nor the descriptions.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <wayland-client.h>

// Binding is in C because libwayland keeps the address of an interface's description, and Swift can
// only pass that of a copy.

/// wl_compositor, version 4: wl_surface.damage_buffer.
struct wl_compositor *utter_bind_compositor(struct wl_registry *registry, uint32_t name);
/// wl_shm, version 1.
struct wl_shm *utter_bind_shm(struct wl_registry *registry, uint32_t name);
/// wl_output, version 2: its scale.
struct wl_output *utter_bind_output(struct wl_registry *registry, uint32_t name);

// MARK: wlr-layer-shell-unstable-v1, version 1

struct zwlr_layer_shell_v1;
struct zwlr_layer_surface_v1;

#define UTTER_LAYER_SHELL "zwlr_layer_shell_v1"

/// Edges of the output to which a surface is anchored.
enum { UTTER_EDGE_TOP = 1, UTTER_EDGE_BOTTOM = 2, UTTER_EDGE_LEFT = 4, UTTER_EDGE_RIGHT = 8 };

struct utter_layer_surface_listener {
    /// The compositor requests this size, in logical pixels, and expects the serial back.
    void (*configure)(void *data, struct zwlr_layer_surface_v1 *, uint32_t serial, uint32_t width,
                      uint32_t height);
    /// The surface is no longer shown: its output is gone.
    void (*closed)(void *data, struct zwlr_layer_surface_v1 *);
};

struct zwlr_layer_shell_v1 *utter_bind_layer_shell(struct wl_registry *registry, uint32_t name);
/// Destroys the shell on the client's side; version 1 has no request for it.
void utter_layer_shell_destroy(struct zwlr_layer_shell_v1 *shell);
/// Puts a surface on the topmost layer (overlay) of the output that the compositor chooses.
struct zwlr_layer_surface_v1 *utter_layer_surface_create(struct zwlr_layer_shell_v1 *shell,
                                                         struct wl_surface *surface,
                                                         const char *name);
void utter_layer_surface_listen(struct zwlr_layer_surface_v1 *layer,
                                const struct utter_layer_surface_listener *listener, void *data);
/// Sets the size, the edges (UTTER_EDGE_…) and the distance from them, in logical pixels; the
/// surface never gets the keyboard, and avoids panels.
void utter_layer_surface_place(struct zwlr_layer_surface_v1 *layer, uint32_t width,
                               uint32_t height, uint32_t edges, int32_t margin);
void utter_layer_surface_acknowledge(struct zwlr_layer_surface_v1 *layer, uint32_t serial);
void utter_layer_surface_destroy(struct zwlr_layer_surface_v1 *layer);

// MARK: viewporter and fractional-scale-v1, version 1

struct wp_viewporter;
struct wp_viewport;
struct wp_fractional_scale_manager_v1;
struct wp_fractional_scale_v1;

#define UTTER_VIEWPORTER "wp_viewporter"
#define UTTER_FRACTIONAL_SCALE "wp_fractional_scale_manager_v1"

struct utter_fractional_scale_listener {
    /// The scale in 120ths.
    void (*preferred)(void *data, struct wp_fractional_scale_v1 *, uint32_t scale);
};

struct wp_viewporter *utter_bind_viewporter(struct wl_registry *registry, uint32_t name);
void utter_viewporter_destroy(struct wp_viewporter *viewporter);
struct wp_viewport *utter_viewport_create(struct wp_viewporter *viewporter,
                                          struct wl_surface *surface);
/// Sets the surface's size in logical pixels, independent of its buffer's.
void utter_viewport_size(struct wp_viewport *viewport, int32_t width, int32_t height);
void utter_viewport_destroy(struct wp_viewport *viewport);

struct wp_fractional_scale_manager_v1 *utter_bind_fractional_scale(struct wl_registry *registry,
                                                                   uint32_t name);
void utter_fractional_scale_manager_destroy(struct wp_fractional_scale_manager_v1 *manager);
struct wp_fractional_scale_v1 *
utter_fractional_scale_create(struct wp_fractional_scale_manager_v1 *manager,
                              struct wl_surface *surface);
void utter_fractional_scale_listen(struct wp_fractional_scale_v1 *scale,
                                   const struct utter_fractional_scale_listener *listener,
                                   void *data);
void utter_fractional_scale_destroy(struct wp_fractional_scale_v1 *scale);

// MARK: Memory

/// A memfd_create(2) file of `size` zero bytes that can't shrink, mapped at `*memory`; -1 with
/// errno on failure. Needs _GNU_SOURCE.
int utter_shared_memory(size_t size, void **memory);
