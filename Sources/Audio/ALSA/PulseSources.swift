import CPulse

/// The sources of a PulseAudio server, or of PipeWire's: its microphones.
public enum PulseSources {
    /// With the names by which ALSA's plugin `pulse` opens them; empty if no server answers. Blocks
    /// for a moment, at most a second.
    public static func list() -> [AudioDevice] {
        // Without the plugin the names would be useless.
        guard ALSADefinition.isThere("pulse") else { return [] }
        var devices: [AudioDevice] = []
        _ = withUnsafeMutablePointer(to: &devices) { devices in
            utter_pulse_sources(
                { name, description, devices in
                    let device = AudioDevice(
                        name: PulseSources.pcm(of: String(cString: name!)),
                        description: String(cString: description!))
                    // unsafe: this is only called during `list`.
                    devices!.assumingMemoryBound(to: [AudioDevice].self).pointee.append(device)
                }, devices, 1000)
        }
        return devices
    }

    /// Whether a PCM captures from a sound server, and none answers. Blocks as `list` does.
    public static func isServerMissing(for microphone: String) -> Bool {
        ALSADefinition.leadsToServer(microphone) && SoundServer.ask() == nil
    }

    /// The PCM of the source that the server captures from by default; nil if no server answers or
    /// says which that is. Blocks as `list` does.
    public static var defaultPCM: String? {
        SoundServer.ask().flatMap { $0.defaultSource.isEmpty ? nil : pcm(of: $0.defaultSource) }
    }

    /// The PCM that captures from a source.
    static func pcm(of source: String) -> String {
        // A comma separates the arguments of a PCM, unless it is in quotes.
        let isPlain = source.utf8.allSatisfy {
            switch UInt8($0) {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return "pulse:" + (isPlain ? source : CapturePCM.quoted(source))
    }
}
