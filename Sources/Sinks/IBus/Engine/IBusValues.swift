package import LinuxRuntime

// IBus's serialized objects: structures that begin with the name of their class and a dictionary of
// attachments (ibus_serializable_serialize_object in src/ibusserializable.c).

extension BusValue {
    /// An IBusText without attributes.
    package static func ibusText(_ text: String) -> BusValue { ibusText(text, []) }

    /// An IBusText that is underlined, as text is that isn't committed yet (src/ibusattribute.h).
    static func ibusUnderlined(_ text: String) -> BusValue {
        // IBUS_ATTR_TYPE_UNDERLINE, IBUS_ATTR_UNDERLINE_SINGLE, from the first character to the last.
        let values: [UInt32] = [1, 1, 0, UInt32(text.unicodeScalars.count)]
        return ibusText(text, [ibusObject("IBusAttribute", values.map(BusValue.uint32))])
    }

    private static func ibusText(_ text: String, _ attributes: [BusValue]) -> BusValue {
        let list = BusValue.array(attributes.map(BusValue.variant), of: "v")
        return ibusObject(
            "IBusText", [.string(text), .variant(ibusObject("IBusAttrList", [list]))])
    }

    /// The IBusComponent of a program with one engine (src/ibuscomponent.c, src/ibusenginedesc.c).
    static func ibusComponent(engine name: String, version: String) -> BusValue {
        let engine = ibusObject(
            "IBusEngineDesc",
            // Name, long name, description, language, license, author, icon; the layout “default”
            // leaves the keyboard's layout alone.
            [name, "Utter", "Dictation", "other", "", "utter", "", "default"].map(BusValue.string)
                // The lowest rank, so that desktops never offer it.
                + [.uint32(0)]
                // Hotkeys, symbol, setup, variant, option, version, domain, icon's key.
                + ["", "", "", "", "", version, "", ""].map(BusValue.string))
        return ibusObject(
            "IBusComponent",
            // Name, description, version, license, author, home page, command, domain.
            ["org.freedesktop.IBus.Utter", "Dictation", version, "", "utter", "", "", "utter"]
                .map(BusValue.string)
                + [.array([], of: "v"), .array([.variant(engine)], of: "v")])
    }

    private static func ibusObject(_ name: String, _ members: [BusValue]) -> BusValue {
        .structure([.string(name), .array([], of: "{sv}")] + members)
    }

    /// The member of a serialized object after its class and its attachments; nil if there is none.
    func ibusMember(_ index: Int) -> BusValue? {
        guard let elements, elements.count > index + 2 else { return nil }
        return elements[index + 2]
    }
}
