import CPulse

/// A sound server's description of one of its sources.
public struct PulseSource: Sendable {
    /// Its name for the server; the default one is “@DEFAULT_SOURCE@”.
    public private(set) var name = ""
    /// For people: “Built-in Audio Analog Stereo”.
    public let description: String
    public let isMuted: Bool
    /// Whether it records what a speaker plays.
    public let isMonitor: Bool

    private static let defaultName = "@DEFAULT_SOURCE@"

    /// Whether it is the one that the user has chosen in the desktop's settings.
    public var isDefault: Bool { name == Self.defaultName }

    /// Asks for the source that a PCM captures from. Nil if that isn't a server's source, or no
    /// server answers. Blocks for a moment, at most a second.
    public static func ask(ofPCM pcm: String) -> PulseSource? {
        guard let name = sourceName(ofPCM: pcm) else { return nil }
        var source: PulseSource?
        _ = withUnsafeMutablePointer(to: &source) { source in
            utter_pulse_source(
                name,
                { description, isMuted, isMonitor, source in
                    let answer = PulseSource(
                        description: String(cString: description!), isMuted: isMuted != 0,
                        isMonitor: isMonitor != 0)
                    // unsafe: this is only called during `ask`.
                    source!.assumingMemoryBound(to: PulseSource?.self).pointee = answer
                }, source, 1000)
        }
        source?.name = name
        return source
    }

    /// Of a name with other marks than usual nothing is known.
    private static func sourceName(ofPCM pcm: String) -> String? {
        let prefix = "pulse:"
        if pcm.hasPrefix(prefix) {
            let name = String(pcm.dropFirst(prefix.count))
            return PulseSources.pcm(of: name) == pcm ? name : nil
        }
        return ALSADefinition.leadsToServer(pcm) ? defaultName : nil
    }
}
