#include "layer.h"

// The tables that wayland-scanner(1) would make of wlr-layer-shell-unstable-v1, version 1.
// Signatures as in wayland-util.h: u unsigned, i integer, o object, n new object, s string,
// ? may be null.

static const struct wl_interface layer_surface_interface;

static const struct wl_interface *no_types[] = { NULL, NULL, NULL, NULL };
static const struct wl_interface *create_types[] = {
    &layer_surface_interface, &wl_surface_interface, &wl_output_interface, NULL, NULL,
};

enum {
    SURFACE_SIZE, SURFACE_ANCHOR, SURFACE_EXCLUSIVE_ZONE, SURFACE_MARGIN, SURFACE_KEYBOARD,
    SURFACE_POPUP, SURFACE_ACKNOWLEDGE, SURFACE_DESTROY,
};

static const struct wl_message surface_requests[] = {
    { "set_size", "uu", no_types },
    { "set_anchor", "u", no_types },
    { "set_exclusive_zone", "i", no_types },
    { "set_margin", "iiii", no_types },
    { "set_keyboard_interactivity", "u", no_types },
    { "get_popup", "o", no_types },
    { "ack_configure", "u", no_types },
    { "destroy", "", no_types },
};

static const struct wl_message surface_events[] = {
    { "configure", "uuu", no_types },
    { "closed", "", no_types },
};

static const struct wl_interface layer_surface_interface = {
    "zwlr_layer_surface_v1", 1, 8, surface_requests, 2, surface_events,
};

enum { SHELL_CREATE };

static const struct wl_message shell_requests[] = {
    { "get_layer_surface", "no?ous", create_types },
};

static const struct wl_interface shell_interface = {
    UTTER_LAYER_SHELL, 1, 1, shell_requests, 0, NULL,
};

struct wl_compositor *utter_bind_compositor(struct wl_registry *registry, uint32_t name)
{
    return wl_registry_bind(registry, name, &wl_compositor_interface, 4);
}

struct wl_shm *utter_bind_shm(struct wl_registry *registry, uint32_t name)
{
    return wl_registry_bind(registry, name, &wl_shm_interface, 1);
}

struct wl_output *utter_bind_output(struct wl_registry *registry, uint32_t name)
{
    return wl_registry_bind(registry, name, &wl_output_interface, 2);
}

struct zwlr_layer_shell_v1 *utter_bind_layer_shell(struct wl_registry *registry, uint32_t name)
{
    return wl_registry_bind(registry, name, &shell_interface, 1);
}

void utter_layer_shell_destroy(struct zwlr_layer_shell_v1 *shell)
{
    wl_proxy_destroy((struct wl_proxy *)shell);
}

struct zwlr_layer_surface_v1 *utter_layer_surface_create(struct zwlr_layer_shell_v1 *shell,
                                                         struct wl_surface *surface,
                                                         const char *name)
{
    const uint32_t overlay = 3;
    return (struct zwlr_layer_surface_v1 *)wl_proxy_marshal_flags(
        (struct wl_proxy *)shell, SHELL_CREATE, &layer_surface_interface, 1, 0, NULL, surface,
        NULL, overlay, name);
}

void utter_layer_surface_listen(struct zwlr_layer_surface_v1 *layer,
                                const struct utter_layer_surface_listener *listener, void *data)
{
    wl_proxy_add_listener((struct wl_proxy *)layer, (void (**)(void))listener, data);
}

void utter_layer_surface_place(struct zwlr_layer_surface_v1 *layer, uint32_t width,
                               uint32_t height, uint32_t edges, int32_t margin)
{
    struct wl_proxy *proxy = (struct wl_proxy *)layer;
    wl_proxy_marshal_flags(proxy, SURFACE_SIZE, NULL, 1, 0, width, height);
    wl_proxy_marshal_flags(proxy, SURFACE_ANCHOR, NULL, 1, 0, edges);
    wl_proxy_marshal_flags(proxy, SURFACE_MARGIN, NULL, 1, 0, margin, margin, margin, margin);
    wl_proxy_marshal_flags(proxy, SURFACE_EXCLUSIVE_ZONE, NULL, 1, 0, 0);
    wl_proxy_marshal_flags(proxy, SURFACE_KEYBOARD, NULL, 1, 0, 0u);
}

void utter_layer_surface_acknowledge(struct zwlr_layer_surface_v1 *layer, uint32_t serial)
{
    wl_proxy_marshal_flags((struct wl_proxy *)layer, SURFACE_ACKNOWLEDGE, NULL, 1, 0, serial);
}

void utter_layer_surface_destroy(struct zwlr_layer_surface_v1 *layer)
{
    wl_proxy_marshal_flags((struct wl_proxy *)layer, SURFACE_DESTROY, NULL, 1,
                           WL_MARSHAL_FLAG_DESTROY);
}
