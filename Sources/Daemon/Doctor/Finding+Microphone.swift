import AudioALSA
import LinuxRuntime
import Problems

extension Finding {
    /// A microphone that records, unless its sound server says that it records nothing, or what the
    /// speakers play. Asks that server.
    ///
    /// - Parameter hasOppositeChannels: whether its channels cancel each other.
    static func recording(_ microphone: String, hasOppositeChannels: Bool) -> Finding {
        let subject = "microphone"
        let opposites =
            hasOppositeChannels
            ? "; its two channels cancel each other, so utter takes one of them" : ""
        guard let source = PulseSource.ask(ofPCM: microphone) else {
            return Finding(subject, .good, "“\(microphone)” records\(opposites)")
        }
        if source.isMuted {
            return Finding(
                subject, .warning, "“\(microphone)” is muted: \(source.description)",
                remedy: "Unmute it in your desktop’s sound settings, or: "
                    + "pactl set-source-mute \(source.name) 0",
                fix: SearchPath.contains("pactl")
                    ? Fix([.init(["pactl", "set-source-mute", source.name, "0"])]) : nil)
        }
        if source.isDefault, source.isMonitor {
            return Finding(
                subject, .warning,
                "“\(microphone)” records the speakers, not a microphone: "
                    + source.description,
                remedy: "Choose a microphone in your desktop’s sound settings; "
                    + "“utter devices” lists those that there are.")
        }
        return Finding(
            subject, .good, "“\(microphone)” records: \(source.description)\(opposites)")
    }
}
