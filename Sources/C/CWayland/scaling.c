#include "layer.h"

// The tables that wayland-scanner(1) would make of viewporter and fractional-scale-v1, version 1.
// Signatures as in wayland-util.h: u unsigned, i integer, f fixed, o object, n new object.

static const struct wl_interface viewport_interface;
static const struct wl_interface scale_interface;

static const struct wl_interface *no_types[] = { NULL, NULL, NULL, NULL };
static const struct wl_interface *viewport_types[] = {
    &viewport_interface, &wl_surface_interface,
};
static const struct wl_interface *scale_types[] = { &scale_interface, &wl_surface_interface };

// Requests of both managers and their objects.
enum { DESTROY, CREATE };
enum { VIEWPORT_SOURCE = 1, VIEWPORT_DESTINATION };

static const struct wl_message viewport_requests[] = {
    { "destroy", "", no_types },
    { "set_source", "ffff", no_types },
    { "set_destination", "ii", no_types },
};

static const struct wl_interface viewport_interface = {
    "wp_viewport", 1, 3, viewport_requests, 0, NULL,
};

static const struct wl_message viewporter_requests[] = {
    { "destroy", "", no_types },
    { "get_viewport", "no", viewport_types },
};

static const struct wl_interface viewporter_interface = {
    UTTER_VIEWPORTER, 1, 2, viewporter_requests, 0, NULL,
};

static const struct wl_message scale_requests[] = { { "destroy", "", no_types } };
static const struct wl_message scale_events[] = { { "preferred_scale", "u", no_types } };

static const struct wl_interface scale_interface = {
    "wp_fractional_scale_v1", 1, 1, scale_requests, 1, scale_events,
};

static const struct wl_message scale_manager_requests[] = {
    { "destroy", "", no_types },
    { "get_fractional_scale", "no", scale_types },
};

static const struct wl_interface scale_manager_interface = {
    UTTER_FRACTIONAL_SCALE, 1, 2, scale_manager_requests, 0, NULL,
};

static void destroy(void *object)
{
    wl_proxy_marshal_flags(object, DESTROY, NULL, 1, WL_MARSHAL_FLAG_DESTROY);
}

struct wp_viewporter *utter_bind_viewporter(struct wl_registry *registry, uint32_t name)
{
    return wl_registry_bind(registry, name, &viewporter_interface, 1);
}

void utter_viewporter_destroy(struct wp_viewporter *viewporter)
{
    destroy(viewporter);
}

struct wp_viewport *utter_viewport_create(struct wp_viewporter *viewporter,
                                          struct wl_surface *surface)
{
    return (struct wp_viewport *)wl_proxy_marshal_flags(
        (struct wl_proxy *)viewporter, CREATE, &viewport_interface, 1, 0, NULL, surface);
}

void utter_viewport_size(struct wp_viewport *viewport, int32_t width, int32_t height)
{
    wl_proxy_marshal_flags((struct wl_proxy *)viewport, VIEWPORT_DESTINATION, NULL, 1, 0, width,
                           height);
}

void utter_viewport_destroy(struct wp_viewport *viewport)
{
    destroy(viewport);
}

struct wp_fractional_scale_manager_v1 *utter_bind_fractional_scale(struct wl_registry *registry,
                                                                   uint32_t name)
{
    return wl_registry_bind(registry, name, &scale_manager_interface, 1);
}

void utter_fractional_scale_manager_destroy(struct wp_fractional_scale_manager_v1 *manager)
{
    destroy(manager);
}

struct wp_fractional_scale_v1 *
utter_fractional_scale_create(struct wp_fractional_scale_manager_v1 *manager,
                              struct wl_surface *surface)
{
    return (struct wp_fractional_scale_v1 *)wl_proxy_marshal_flags(
        (struct wl_proxy *)manager, CREATE, &scale_interface, 1, 0, NULL, surface);
}

void utter_fractional_scale_listen(struct wp_fractional_scale_v1 *scale,
                                   const struct utter_fractional_scale_listener *listener,
                                   void *data)
{
    wl_proxy_add_listener((struct wl_proxy *)scale, (void (**)(void))listener, data);
}

void utter_fractional_scale_destroy(struct wp_fractional_scale_v1 *scale)
{
    destroy(scale);
}
