import CALSA
import Glibc
import Problems

/// The definition of a PCM in ALSA's configuration, read without opening the PCM.
enum ALSADefinition {
    /// The PCM at the end of a definition, behind plugins that convert.
    private enum End {
        /// Its name is unknown or its hardware is missing, with a negative errno.
        case missing(Int32)
        /// A sound server.
        case server
        case other
    }

    /// Why a PCM can't be opened, if that is known without trying: its name is unknown, or its
    /// sound card is missing.
    static func problem(_ name: String) -> Problem? {
        ALSAMessages.handled {
            guard case .missing(let result) = end(name) else { return nil }
            // The server isn't asked, as callers may not wait for it.
            return CaptureFailure(.open, result).problem(name, hasServer: true)
        }
    }

    /// Whether the name of a PCM is known, and its sound card present.
    static func isThere(_ name: String) -> Bool {
        ALSAMessages.handled { if case .missing = end(name) { false } else { true } }
    }

    /// Whether a PCM captures from a sound server (PulseAudio, PipeWire).
    static func leadsToServer(_ name: String) -> Bool {
        ALSAMessages.handled { if case .server = end(name) { true } else { false } }
    }

    private static func end(_ name: String) -> End {
        var root: OpaquePointer?
        // A reference of our own: another thread may reload the configuration.
        guard snd_config_update_ref(&root) >= 0 else { return .other }
        defer { snd_config_unref(root) }
        return end(root, name, depth: 0)
    }

    private static func end(_ root: OpaquePointer?, _ name: String, depth: Int) -> End {
        var definition: OpaquePointer?
        let result = snd_config_search_definition(root, "pcm", name, &definition)
        guard result >= 0 else { return .missing(result) }
        defer { snd_config_delete(definition) }
        return end(root, definition, depth: depth)
    }

    private static func end(
        _ root: OpaquePointer?, _ definition: OpaquePointer?, depth: Int
    ) -> End {
        // A definition may refer to itself; ALSA reports that when the PCM is opened.
        guard depth < 8 else { return .other }
        if let text = text(definition) { return end(root, text, depth: depth + 1) }
        switch member(definition, "type").flatMap(text) {
        case "hw":
            let result = missingHardware(definition)
            return result < 0 ? .missing(result) : .other
        case "pulse", "pipewire":
            return .server
        case "plug", "dsnoop", "softvol", "asym", "rate", "route", "linear":
            let slave = member(definition, "capture.pcm") ?? member(definition, "slave.pcm")
            return slave.map { end(root, $0, depth: depth + 1) } ?? .other
        default:
            return .other
        }
    }

    /// A negative errno if the hardware is missing.
    private static func missingHardware(_ definition: OpaquePointer?) -> Int32 {
        guard let card = member(definition, "card").flatMap(number) else { return 0 }
        let index = snd_card_get_index(card)
        guard index >= 0 else { return index }
        let device = member(definition, "device").flatMap(number) ?? "0"
        let node = "/dev/snd/pcmC\(index)D\(device)c"
        if access(node, R_OK | W_OK) == 0 { return 0 }
        return access(node, F_OK) == 0 ? -EACCES : -ENOENT
    }

    // MARK: Configuration nodes

    private static func member(_ node: OpaquePointer?, _ key: String) -> OpaquePointer? {
        var found: OpaquePointer?
        return snd_config_search(node, key, &found) >= 0 ? found : nil
    }

    private static func text(_ node: OpaquePointer) -> String? {
        var value: UnsafePointer<CChar>?
        guard snd_config_get_string(node, &value) >= 0, let value else { return nil }
        return String(cString: value)
    }

    private static func text(_ node: OpaquePointer?) -> String? {
        node.flatMap { (node: OpaquePointer) in text(node) }
    }

    /// A card or device, by number or by name.
    private static func number(_ node: OpaquePointer) -> String? {
        if let text = text(node) { return text }
        var value = 0
        return snd_config_get_integer(node, &value) >= 0 ? String(value) : nil
    }
}
