internal import CGTK
import Glibc

/// Widgets of GTK as this window wants them.
@MainActor
enum Widget {
    /// A line of text at the left; with a mnemonic (“_Language”) it names another widget.
    static func label(_ text: String, mnemonic: Bool = false) -> utter_any {
        let label = mnemonic ? gtk_label_new_with_mnemonic(text)! : gtk_label_new(text)!
        gtk_label_set_xalign(label, 0)
        gtk_label_set_wrap(label, 1)
        return label
    }

    static func heading(_ text: String) -> utter_any {
        let heading = label(text)
        gtk_widget_add_css_class(heading, "heading")
        gtk_widget_set_margin_top(heading, 12)
        return heading
    }

    /// As wide as there is room. Not dimmed: GTK's contrast for that is less than 4.5 : 1.
    static func note(_ text: String = "") -> utter_any {
        let note = label(text)
        gtk_widget_set_hexpand(note, 1)
        // PANGO_WRAP_WORD_CHAR: a path must not make the window wider.
        gtk_label_set_wrap_mode(note, 2)
        return note
    }

    static func button(_ text: String, _ body: @escaping @MainActor () -> Void) -> utter_any {
        let button = gtk_button_new_with_mnemonic(text)!
        Signal.connect(button, "clicked", body)
        return button
    }

    static func framed(_ child: utter_any) -> utter_any {
        let frame = gtk_frame_new(nil)!
        gtk_frame_set_child(frame, child)
        return frame
    }

    /// Side by side.
    static func box(_ children: utter_any...) -> utter_any {
        let box = gtk_box_new(0, 8)!
        gtk_widget_set_hexpand(box, 1)
        for child in children { gtk_box_append(box, child) }
        return box
    }

    static func dropDown(_ texts: [String], selected: Int) -> utter_any {
        var strings: [UnsafePointer<CChar>?] = texts.map { UnsafePointer(strdup($0)) }
        defer { for string in strings { free(UnsafeMutablePointer(mutating: string)) } }
        strings.append(nil)
        let list = gtk_drop_down_new_from_strings(strings)!
        // A window may be a third of the screen: what is chosen is cut at its end there, and the
        // list that opens is as wide as its texts.
        gtk_drop_down_set_list_factory(list, gtk_drop_down_get_factory(list))
        let bytes = g_bytes_new(cutText, cutText.utf8.count)!
        let factory = gtk_builder_list_item_factory_new_from_bytes(nil, bytes)!
        gtk_drop_down_set_factory(list, factory)
        g_object_unref(UnsafeMutableRawPointer(factory))
        g_bytes_unref(bytes)
        gtk_drop_down_set_selected(list, UInt32(selected))
        gtk_widget_set_hexpand(list, 1)
        return list
    }

    /// A text of a list in GTK's markup for interfaces, cut where there is no room for it.
    private static let cutText = """
        <interface><template class="GtkListItem"><property name="child"><object class="GtkLabel">
        <property name="xalign">0</property><property name="ellipsize">end</property>
        <binding name="label"><lookup name="string" type="GtkStringObject">
        <lookup name="item">GtkListItem</lookup></lookup></binding>
        </object></property></template></interface>
        """

    /// Says under the pointer what a setting is for.
    static func setHelp(_ widget: utter_any, _ text: String) {
        gtk_widget_set_tooltip_text(widget, text)
    }

    static func setMargins(_ widget: utter_any, _ margin: Int32) {
        gtk_widget_set_margin_top(widget, margin)
        gtk_widget_set_margin_bottom(widget, margin)
        gtk_widget_set_margin_start(widget, margin)
        gtk_widget_set_margin_end(widget, margin)
    }
}
