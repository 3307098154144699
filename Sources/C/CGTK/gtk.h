// The functions of GTK 4 (from 4.8), GIO and GObject that the settings window uses, with one type
// for all objects: GTK's own headers have a type for each class and macros to cast between them,
// which Swift doesn't see. So the development files aren't needed; the library is linked by its
// soname. The functions' documentation: https://docs.gtk.org/gtk4
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Any GObject.
typedef struct utter_object *utter_any;

/// GError's first members.
struct utter_error {
    unsigned domain;
    int code;
    char *message;
};

// GObject, GIO.
unsigned long g_signal_connect_data(
    utter_any object, const char *signal, void (*handler)(void), void *data,
    void (*destroy)(void *data, void *closure), int flags);
void g_object_unref(void *object);
void g_error_free(struct utter_error *error);
void g_free(void *memory);
utter_any g_bytes_new(const void *data, size_t size);
void g_bytes_unref(utter_any bytes);
int g_application_run(utter_any application, int argc, char **argv);
utter_any g_subprocess_newv(
    const char *const *argv, int flags, struct utter_error **error);
void g_subprocess_communicate_utf8_async(
    utter_any process, const char *input, utter_any cancellable,
    void (*ready)(utter_any source, utter_any result, void *data), void *data);
int g_subprocess_communicate_utf8_finish(
    utter_any process, utter_any result, char **output, char **errors,
    struct utter_error **error);
int g_subprocess_get_successful(utter_any process);
utter_any g_subprocess_get_stdout_pipe(utter_any process);
utter_any g_subprocess_get_stderr_pipe(utter_any process);
void g_subprocess_force_exit(utter_any process);
utter_any g_data_input_stream_new(utter_any stream);
void g_data_input_stream_read_line_async(
    utter_any stream, int priority, utter_any cancellable,
    void (*ready)(utter_any source, utter_any result, void *data), void *data);
char *g_data_input_stream_read_line_finish_utf8(
    utter_any stream, utter_any result, size_t *length, struct utter_error **error);

// GTK.
int gtk_init_check(void);
utter_any gtk_application_new(const char *id, int flags);
utter_any gtk_application_get_active_window(utter_any application);
utter_any gtk_application_window_new(utter_any application);
void gtk_window_set_title(utter_any window, const char *title);
void gtk_window_set_icon_name(utter_any window, const char *name);
void gtk_window_set_default_size(utter_any window, int width, int height);
void gtk_window_set_child(utter_any window, utter_any child);
void gtk_window_present(utter_any window);
int gtk_window_is_active(utter_any window);
utter_any gtk_scrolled_window_new(void);
void gtk_scrolled_window_set_child(utter_any window, utter_any child);
void gtk_scrolled_window_set_policy(utter_any window, int across, int along);
void gtk_scrolled_window_set_overlay_scrolling(utter_any window, int overlays);
utter_any gtk_grid_new(void);
void gtk_grid_attach(
    utter_any grid, utter_any child, int column, int row, int width, int height);
void gtk_grid_set_row_spacing(utter_any grid, unsigned spacing);
void gtk_grid_set_column_spacing(utter_any grid, unsigned spacing);
utter_any gtk_box_new(int orientation, int spacing);
void gtk_box_append(utter_any box, utter_any child);
void gtk_box_remove(utter_any box, utter_any child);
utter_any gtk_label_new(const char *text);
void gtk_label_set_text(utter_any label, const char *text);
void gtk_label_set_wrap(utter_any label, int wrap);
void gtk_label_set_wrap_mode(utter_any label, int mode);
void gtk_label_set_xalign(utter_any label, float align);
void gtk_label_set_mnemonic_widget(utter_any label, utter_any widget);
utter_any gtk_label_new_with_mnemonic(const char *text);
utter_any gtk_button_new_with_mnemonic(const char *text);
void gtk_button_set_label(utter_any button, const char *text);
utter_any gtk_drop_down_new_from_strings(const char *const *strings);
utter_any gtk_drop_down_get_factory(utter_any dropDown);
void gtk_drop_down_set_factory(utter_any dropDown, utter_any factory);
void gtk_drop_down_set_list_factory(utter_any dropDown, utter_any factory);
utter_any gtk_builder_list_item_factory_new_from_bytes(utter_any scope, utter_any bytes);
void gtk_drop_down_set_selected(utter_any dropDown, unsigned position);
unsigned gtk_drop_down_get_selected(utter_any dropDown);
utter_any gtk_level_bar_new(void);
void gtk_level_bar_set_value(utter_any bar, double value);
utter_any gtk_entry_new(void);
void gtk_entry_set_placeholder_text(utter_any entry, const char *text);
void gtk_editable_set_width_chars(utter_any editable, int count);
const char *gtk_editable_get_text(utter_any editable);
void gtk_editable_set_text(utter_any editable, const char *text);
utter_any gtk_frame_new(const char *label);
void gtk_frame_set_child(utter_any frame, utter_any child);
utter_any gtk_text_view_new(void);
void gtk_text_view_set_wrap_mode(utter_any view, int mode);
void gtk_text_view_set_accepts_tab(utter_any view, int accepts);
void gtk_text_view_set_left_margin(utter_any view, int pixels);
void gtk_text_view_set_top_margin(utter_any view, int pixels);
int gtk_widget_grab_focus(utter_any widget);
void gtk_widget_set_visible(utter_any widget, int visible);
void gtk_widget_set_tooltip_text(utter_any widget, const char *text);
void gtk_widget_set_sensitive(utter_any widget, int sensitive);
void gtk_widget_set_hexpand(utter_any widget, int expand);
void gtk_widget_set_vexpand(utter_any widget, int expand);
void gtk_widget_set_margin_top(utter_any widget, int margin);
void gtk_widget_set_margin_bottom(utter_any widget, int margin);
void gtk_widget_set_margin_start(utter_any widget, int margin);
void gtk_widget_set_margin_end(utter_any widget, int margin);
void gtk_widget_set_size_request(utter_any widget, int width, int height);
void gtk_widget_add_css_class(utter_any widget, const char *name);
void gtk_widget_add_controller(utter_any widget, utter_any controller);
utter_any gtk_event_controller_key_new(void);
void gtk_event_controller_set_propagation_phase(utter_any controller, int phase);
unsigned gdk_keyval_to_lower(unsigned keyval);
const char *gdk_keyval_name(unsigned keyval);
