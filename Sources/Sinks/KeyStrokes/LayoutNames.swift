/// A keyboard configuration by names: rules, model, layouts with variants, options (RMLVO;
/// xkeyboard-config(7)).
public struct LayoutNames: Hashable, Sendable {
    /// A layout: `de`, or `fr` with the variant `oss`.
    public struct Layout: Hashable, Sendable {
        public var name: String
        /// Empty for the layout's default variant.
        public var variant: String

        public init(_ name: String, variant: String = "") {
            self.name = name
            self.variant = variant
        }
    }

    /// Empty for libxkbcommon's default, `evdev`.
    public var rules = ""
    /// Empty for the default, `pc105`.
    public var model = ""
    /// At most four (XKB's limit); the first is group 0.
    public var layouts: [Layout]
    /// `grp:alt_shift_toggle` and the like.
    public var options: [String] = []

    public init(_ layouts: [Layout], options: [String] = []) {
        self.layouts = layouts
        self.options = options
    }

    /// Parses the form of the configuration: `de`, `fr(oss)`, `us+ru`, `us(intl)+ru(phonetic)`; a
    /// comma works like a plus sign. Nil if the text hasn't this form.
    public init?(setting: String) {
        var layouts: [Layout] = []
        let parts = setting.split(omittingEmptySubsequences: false) { $0 == "+" || $0 == "," }
        for part in parts {
            let layout = part.drop { $0 == " " }
            let name = layout.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            var rest = layout.dropFirst(name.count)
            while rest.last == " " { rest.removeLast() }
            if name.isEmpty { return nil }
            if rest.isEmpty {
                layouts.append(Layout(String(name)))
            } else if rest.first == "(", rest.last == ")", rest.count > 2 {
                layouts.append(Layout(String(name), variant: String(rest.dropFirst().dropLast())))
            } else {
                return nil
            }
        }
        if layouts.count > 4 { return nil }
        self.init(layouts)
    }

    /// From the form of the X server, `/etc/default/keyboard` and `XKB_DEFAULT_*`: comma-separated
    /// lists, with variants separate from layouts.
    public init(
        rules: String = "", model: String = "", layout: String, variant: String = "",
        options: String = ""
    ) {
        let variants = variant.split(separator: ",", omittingEmptySubsequences: false)
        let names = layout.split(separator: ",", omittingEmptySubsequences: false)
        layouts = names.enumerated().map { index, name in
            Layout(String(name), variant: index < variants.count ? String(variants[index]) : "")
        }
        self.options = options.split(separator: ",").map(String.init)
        self.rules = rules
        self.model = model
    }

    /// The form that ``init(setting:)`` parses.
    public var setting: String {
        layouts.map { $0.variant.isEmpty ? $0.name : "\($0.name)(\($0.variant))" }
            .joined(separator: "+")
    }
}
