import CPulse

/// A sound server's description of one of its sources.
public struct PulseSource: Sendable {
    /// Its name for the server; the default one is “@DEFAULT_SOURCE@”.
    public let name: String
    /// For people: “Built-in Audio Analog Stereo”.
    public private(set) var description = ""
    public private(set) var isMuted = false
    /// Whether it records what a speaker plays.
    public private(set) var isMonitor = false

    private static let defaultName = "@DEFAULT_SOURCE@"

    /// Whether it is the one that the user has chosen in the desktop's settings.
    public var isDefault: Bool { name == Self.defaultName }

    /// Asks for the source that a PCM captures from. Nil if that is none of a server's, or none
    /// answers. Blocks for a moment, at most a second.
    public static func ask(ofPCM pcm: String) -> PulseSource? {
        guard let name = sourceName(ofPCM: pcm) else { return nil }
        var source: PulseSource?
        _ = withUnsafeMutablePointer(to: &source) { source in
            utter_pulse_source(
                name,
                { description, isMuted, isMonitor, source in
                    var answer = PulseSource(name: "")
                    answer.description = String(cString: description!)
                    (answer.isMuted, answer.isMonitor) = (isMuted != 0, isMonitor != 0)
                    // unsafe: this is only called during `ask`.
                    source!.assumingMemoryBound(to: PulseSource?.self).pointee = answer
                }, source, 1000)
        }
        return source.map {
            PulseSource(
                name: name, description: $0.description, isMuted: $0.isMuted,
                isMonitor: $0.isMonitor)
        }
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
