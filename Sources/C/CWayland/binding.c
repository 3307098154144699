#include "CWayland.h"

#include <string.h>

// Named by wlr-layer-shell's request get_popup, which is not used here.
const struct wl_interface xdg_popup_interface = { "xdg_popup", 1, 0, NULL, 0, NULL };

void *utter_bind(struct wl_registry *registry, uint32_t name, const char *interface,
                 uint32_t version)
{
    static const struct wl_interface *const known[] = {
        &wl_compositor_interface,
        &wl_output_interface,
        &wl_seat_interface,
        &wl_shm_interface,
        &ext_data_control_manager_v1_interface,
        &org_kde_kwin_fake_input_interface,
        &org_kde_kwin_keystate_interface,
        &wp_fractional_scale_manager_v1_interface,
        &wp_viewporter_interface,
        &zwlr_data_control_manager_v1_interface,
        &zwlr_foreign_toplevel_manager_v1_interface,
        &zwlr_layer_shell_v1_interface,
        &zwp_input_method_manager_v2_interface,
        &zwp_virtual_keyboard_manager_v1_interface,
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i]->name, interface) == 0)
            return wl_registry_bind(registry, name, known[i], version);
    return NULL;
}
