import CALSA
import Glibc

/// A microphone that the configuration can name.
public struct AudioDevice: Hashable, Sendable {
    /// The PCM's name, for `[audio] device`: `default`, `hw:CARD=PCH,DEV=0`.
    public let name: String
    /// The driver's description, in one line; may be empty.
    public let description: String
}

/// The PCMs that can capture.
public enum ALSADevices {
    /// The PCMs that ALSA offers for capture (snd_device_name_hint), `default` and the sound
    /// servers first, without variants of a device that only differ in routing. Takes some
    /// milliseconds, since it looks at each sound card.
    public static func list() -> [AudioDevice] {
        ALSAMessages.handled {
            var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
            guard snd_device_name_hint(-1, "pcm", &hints) == 0, let hints else { return [] }
            defer { snd_device_name_free_hint(hints) }
            var devices: [AudioDevice] = []
            var next = hints
            while let hint = next.pointee {
                next += 1
                if let device = device(hint) { devices.append(device) }
            }
            // If a card itself is the default, the hints leave `default` out.
            let isHinted = devices.contains { $0.name == "default" }
            if !isHinted, ALSADefinition.isThere("default") {
                devices.append(AudioDevice(name: "default", description: "Default sound card"))
            }
            let first = ["default", "pipewire", "pulse"]
            let servers = first.flatMap { name in devices.filter { $0.name == name } }
            return servers + devices.filter { !first.contains($0.name) }
        }
    }

    private static func device(_ hint: UnsafeMutableRawPointer) -> AudioDevice? {
        // No direction means both.
        guard let name = text(hint, "NAME"), text(hint, "IOID") ?? "Input" == "Input",
            !isVariant(name)
        else { return nil }
        let lines = (text(hint, "DESC") ?? "").split(whereSeparator: \.isNewline)
        return AudioDevice(name: name, description: lines.joined(separator: ", "))
    }

    /// Plugins that need a slave of the user's choice, and variants of a card that `hw:` names
    /// already (any microphone is converted here as needed, so `plughw:` adds nothing).
    private static func isVariant(_ name: String) -> Bool {
        let kind = name.prefix { $0 != ":" }
        if kind == "default" { return name != kind }
        return [
            "null", "plughw", "sysdefault", "front", "rear", "side", "center_lfe", "modem",
            "phoneline", "iec958", "spdif", "hdmi", "dmix", "dsnoop", "usbstream", "samplerate",
            "speexrate", "lavrate", "speex", "upmix", "vdownmix", "a52", "jack", "oss",
        ].contains(kind) || kind.hasPrefix("surround")
    }

    private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let value = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(value) }
        return String(cString: value)
    }
}
