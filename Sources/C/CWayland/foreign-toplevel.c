#include "CWayland.h"

// The tables that wayland-scanner(1) would make of wlr-foreign-toplevel-management-unstable-v1,
// version 1, which is the version that is bound.

static const struct wl_interface handle_interface;

static const struct wl_interface *no_types[] = { NULL, NULL, NULL, NULL, NULL };
static const struct wl_interface *handle_types[] = { &handle_interface };
static const struct wl_interface *seat_types[] = { &wl_seat_interface };
static const struct wl_interface *output_types[] = { &wl_output_interface };
static const struct wl_interface *rectangle_types[] = {
    &wl_surface_interface, NULL, NULL, NULL, NULL,
};

enum { HANDLE_DESTROY = 7 };

static const struct wl_message handle_requests[] = {
    { "set_maximized", "", no_types },
    { "unset_maximized", "", no_types },
    { "set_minimized", "", no_types },
    { "unset_minimized", "", no_types },
    { "activate", "o", seat_types },
    { "close", "", no_types },
    { "set_rectangle", "oiiii", rectangle_types },
    { "destroy", "", no_types },
};

static const struct wl_message handle_events[] = {
    { "title", "s", no_types },
    { "app_id", "s", no_types },
    { "output_enter", "o", output_types },
    { "output_leave", "o", output_types },
    { "state", "a", no_types },
    { "done", "", no_types },
    { "closed", "", no_types },
};

static const struct wl_interface handle_interface = {
    "zwlr_foreign_toplevel_handle_v1", 1, 8, handle_requests, 7, handle_events,
};

enum { MANAGER_STOP };

static const struct wl_message manager_requests[] = {
    { "stop", "", no_types },
};

static const struct wl_message manager_events[] = {
    { "toplevel", "n", handle_types },
    { "finished", "", no_types },
};

static const struct wl_interface manager_interface = {
    UTTER_FOREIGN_TOPLEVEL_MANAGER, 1, 1, manager_requests, 2, manager_events,
};

struct zwlr_foreign_toplevel_manager_v1 *
utter_bind_toplevel_manager(struct wl_registry *registry, uint32_t name)
{
    return wl_registry_bind(registry, name, &manager_interface, 1);
}

void utter_toplevel_manager_listen(struct zwlr_foreign_toplevel_manager_v1 *manager,
                                   const struct utter_toplevel_manager_listener *listener,
                                   void *data)
{
    wl_proxy_add_listener((struct wl_proxy *)manager, (void (**)(void))listener, data);
}

void utter_toplevel_manager_stop(struct zwlr_foreign_toplevel_manager_v1 *manager)
{
    wl_proxy_marshal_flags((struct wl_proxy *)manager, MANAGER_STOP, NULL, 1, 0);
}

void utter_toplevel_manager_destroy(struct zwlr_foreign_toplevel_manager_v1 *manager)
{
    wl_proxy_destroy((struct wl_proxy *)manager);
}

void utter_toplevel_listen(struct zwlr_foreign_toplevel_handle_v1 *toplevel,
                           const struct utter_toplevel_listener *listener, void *data)
{
    wl_proxy_add_listener((struct wl_proxy *)toplevel, (void (**)(void))listener, data);
}

void utter_toplevel_destroy(struct zwlr_foreign_toplevel_handle_v1 *toplevel)
{
    wl_proxy_marshal_flags((struct wl_proxy *)toplevel, HANDLE_DESTROY, NULL, 1,
                           WL_MARSHAL_FLAG_DESTROY);
}
