#include "CWayland.h"

#include <stddef.h>

// What lets one set of functions serve both protocols: all requests have the same numbers, all
// events the same place. `protocols/` has their arguments, which are the same too.
#define SAME_REQUEST(name) \
    _Static_assert(ZWLR_DATA_CONTROL_##name == EXT_DATA_CONTROL_##name, #name)
#define SAME_EVENT(object, event)                                                          \
    _Static_assert(offsetof(struct zwlr_data_control_##object##_v1_listener, event)        \
                       == offsetof(struct ext_data_control_##object##_v1_listener, event), \
                   #object "." #event)
SAME_REQUEST(MANAGER_V1_CREATE_DATA_SOURCE);
SAME_REQUEST(MANAGER_V1_GET_DATA_DEVICE);
SAME_REQUEST(MANAGER_V1_DESTROY);
SAME_REQUEST(DEVICE_V1_SET_SELECTION);
SAME_REQUEST(DEVICE_V1_DESTROY);
SAME_REQUEST(DEVICE_V1_SET_PRIMARY_SELECTION);
SAME_REQUEST(SOURCE_V1_OFFER);
SAME_REQUEST(SOURCE_V1_DESTROY);
SAME_REQUEST(OFFER_V1_RECEIVE);
SAME_REQUEST(OFFER_V1_DESTROY);
SAME_EVENT(device, data_offer);
SAME_EVENT(device, selection);
SAME_EVENT(device, finished);
SAME_EVENT(device, primary_selection);
SAME_EVENT(source, send);
SAME_EVENT(source, cancelled);
SAME_EVENT(offer, offer);

/// The manager if it is one of ext-data-control-v1, else NULL.
static struct ext_data_control_manager_v1 *
as_ext(struct zwlr_data_control_manager_v1 *manager)
{
    const char *name = wl_proxy_get_class((struct wl_proxy *)manager);
    return name[0] == 'e' ? (struct ext_data_control_manager_v1 *)manager : NULL;
}

struct zwlr_data_control_source_v1 *
utter_data_source_create(struct zwlr_data_control_manager_v1 *manager)
{
    struct ext_data_control_manager_v1 *ext = as_ext(manager);
    return ext ? (struct zwlr_data_control_source_v1 *)
                     ext_data_control_manager_v1_create_data_source(ext)
               : zwlr_data_control_manager_v1_create_data_source(manager);
}

struct zwlr_data_control_device_v1 *
utter_data_device_create(struct zwlr_data_control_manager_v1 *manager, struct wl_seat *seat)
{
    struct ext_data_control_manager_v1 *ext = as_ext(manager);
    return ext ? (struct zwlr_data_control_device_v1 *)
                     ext_data_control_manager_v1_get_data_device(ext, seat)
               : zwlr_data_control_manager_v1_get_data_device(manager, seat);
}

int utter_data_control_has_primary(struct zwlr_data_control_manager_v1 *manager)
{
    return as_ext(manager)
        || zwlr_data_control_manager_v1_get_version(manager)
            >= ZWLR_DATA_CONTROL_DEVICE_V1_SET_PRIMARY_SELECTION_SINCE_VERSION;
}
