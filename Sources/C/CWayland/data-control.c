#include "CWayland.h"

// The tables that wayland-scanner(1) would make of wlr-data-control-unstable-v1, version 2, and
// of its successor ext-data-control-v1, version 1. They differ in the names of the interfaces and
// in the version that brought the primary selection; all numbers and arguments are the same.

static const struct wl_interface *no_types[] = { NULL, NULL };

enum { MANAGER_CREATE_SOURCE, MANAGER_GET_DEVICE, MANAGER_DESTROY };
enum { DEVICE_SET_SELECTION, DEVICE_DESTROY, DEVICE_SET_PRIMARY };
enum { SOURCE_OFFER, SOURCE_DESTROY };
enum { OFFER_RECEIVE, OFFER_DESTROY };

#define FAMILY(family, prefix, version, primary)                                               \
    static const struct wl_message family##_offer_requests[] = {                               \
        { "receive", "sh", no_types },                                                         \
        { "destroy", "", no_types },                                                           \
    };                                                                                         \
    static const struct wl_message family##_offer_events[] = {                                 \
        { "offer", "s", no_types },                                                            \
    };                                                                                         \
    static const struct wl_interface family##_offer = {                                        \
        prefix "_offer_v1", version, 2, family##_offer_requests, 1, family##_offer_events,     \
    };                                                                                         \
    static const struct wl_message family##_source_requests[] = {                              \
        { "offer", "s", no_types },                                                            \
        { "destroy", "", no_types },                                                           \
    };                                                                                         \
    static const struct wl_message family##_source_events[] = {                                \
        { "send", "sh", no_types },                                                            \
        { "cancelled", "", no_types },                                                         \
    };                                                                                         \
    static const struct wl_interface family##_source = {                                       \
        prefix "_source_v1", version, 2, family##_source_requests, 2, family##_source_events,  \
    };                                                                                         \
    static const struct wl_interface *family##_source_types[] = { &family##_source };          \
    static const struct wl_interface *family##_offer_types[] = { &family##_offer };            \
    static const struct wl_message family##_device_requests[] = {                              \
        { "set_selection", "?o", family##_source_types },                                      \
        { "destroy", "", no_types },                                                           \
        { "set_primary_selection", primary "?o", family##_source_types },                      \
    };                                                                                         \
    static const struct wl_message family##_device_events[] = {                                \
        { "data_offer", "n", family##_offer_types },                                           \
        { "selection", "?o", family##_offer_types },                                           \
        { "finished", "", no_types },                                                          \
        { "primary_selection", primary "?o", family##_offer_types },                           \
    };                                                                                         \
    static const struct wl_interface family##_device = {                                       \
        prefix "_device_v1", version, 3, family##_device_requests, 4, family##_device_events,  \
    };                                                                                         \
    static const struct wl_interface *family##_device_types[] = {                              \
        &family##_device, &wl_seat_interface,                                                  \
    };                                                                                         \
    static const struct wl_message family##_manager_requests[] = {                             \
        { "create_data_source", "n", family##_source_types },                                  \
        { "get_data_device", "no", family##_device_types },                                    \
        { "destroy", "", no_types },                                                           \
    };                                                                                         \
    static const struct wl_interface family##_manager = {                                      \
        prefix "_manager_v1", version, 3, family##_manager_requests, 0, NULL,                  \
    };

FAMILY(wlr, "zwlr_data_control", 2, "2")
FAMILY(ext, "ext_data_control", 1, "")

/// Whether a manager is that of ext-data-control-v1.
static int is_ext(struct utter_data_control_manager *manager)
{
    return wl_proxy_get_class((struct wl_proxy *)manager)[0] == 'e';
}

struct utter_data_control_manager *
utter_bind_data_control_manager(struct wl_registry *registry, uint32_t name, int ext,
                                uint32_t version)
{
    return wl_registry_bind(registry, name, ext ? &ext_manager : &wlr_manager, version);
}

int utter_data_control_has_primary(struct utter_data_control_manager *manager)
{
    return is_ext(manager) || wl_proxy_get_version((struct wl_proxy *)manager) >= 2;
}

void utter_data_control_manager_destroy(struct utter_data_control_manager *manager)
{
    wl_proxy_marshal_flags((struct wl_proxy *)manager, MANAGER_DESTROY, NULL, 1,
                           WL_MARSHAL_FLAG_DESTROY);
}

struct utter_data_device *
utter_data_device_create(struct utter_data_control_manager *manager, struct wl_seat *seat)
{
    struct wl_proxy *proxy = (struct wl_proxy *)manager;
    return (struct utter_data_device *)wl_proxy_marshal_flags(
        proxy, MANAGER_GET_DEVICE, is_ext(manager) ? &ext_device : &wlr_device,
        wl_proxy_get_version(proxy), 0, NULL, seat);
}

void utter_data_device_listen(struct utter_data_device *device,
                              const struct utter_data_device_listener *listener, void *data)
{
    wl_proxy_add_listener((struct wl_proxy *)device, (void (**)(void))listener, data);
}

void utter_data_device_set(struct utter_data_device *device, int primary,
                           struct utter_data_source *source)
{
    struct wl_proxy *proxy = (struct wl_proxy *)device;
    wl_proxy_marshal_flags(proxy, primary ? DEVICE_SET_PRIMARY : DEVICE_SET_SELECTION, NULL,
                           wl_proxy_get_version(proxy), 0, source);
}

void utter_data_device_destroy(struct utter_data_device *device)
{
    wl_proxy_marshal_flags((struct wl_proxy *)device, DEVICE_DESTROY, NULL, 1,
                           WL_MARSHAL_FLAG_DESTROY);
}

struct utter_data_source *utter_data_source_create(struct utter_data_control_manager *manager)
{
    struct wl_proxy *proxy = (struct wl_proxy *)manager;
    return (struct utter_data_source *)wl_proxy_marshal_flags(
        proxy, MANAGER_CREATE_SOURCE, is_ext(manager) ? &ext_source : &wlr_source,
        wl_proxy_get_version(proxy), 0, NULL);
}

void utter_data_source_listen(struct utter_data_source *source,
                              const struct utter_data_source_listener *listener, void *data)
{
    wl_proxy_add_listener((struct wl_proxy *)source, (void (**)(void))listener, data);
}

void utter_data_source_offer(struct utter_data_source *source, const char *type)
{
    wl_proxy_marshal_flags((struct wl_proxy *)source, SOURCE_OFFER, NULL, 1, 0, type);
}

void utter_data_source_destroy(struct utter_data_source *source)
{
    wl_proxy_marshal_flags((struct wl_proxy *)source, SOURCE_DESTROY, NULL, 1,
                           WL_MARSHAL_FLAG_DESTROY);
}

void utter_data_offer_listen(struct utter_data_offer *offer,
                             const struct utter_data_offer_listener *listener, void *data)
{
    wl_proxy_add_listener((struct wl_proxy *)offer, (void (**)(void))listener, data);
}

void utter_data_offer_receive(struct utter_data_offer *offer, const char *type, int descriptor)
{
    wl_proxy_marshal_flags((struct wl_proxy *)offer, OFFER_RECEIVE, NULL, 1, 0, type,
                           descriptor);
}

void utter_data_offer_destroy(struct utter_data_offer *offer)
{
    wl_proxy_marshal_flags((struct wl_proxy *)offer, OFFER_DESTROY, NULL, 1,
                           WL_MARSHAL_FLAG_DESTROY);
}
