import CPulse
import Glibc
import Problems

/// A description by a PulseAudio server, or PipeWire's, of itself.
struct SoundServer {
    /// “pulseaudio”, “PulseAudio (on PipeWire 1.4.2)”.
    let name: String
    /// The name of the default source. Empty if there is none, and a placeholder from PipeWire,
    /// whose session manager chooses it.
    let defaultSource: String

    /// Asks the server. Nil if none answers. Blocks for a moment, at most a second.
    static func ask() -> SoundServer? {
        var server: SoundServer?
        _ = withUnsafeMutablePointer(to: &server) { server in
            utter_pulse_server(
                { name, source, server in
                    let answer = SoundServer(
                        name: String(cString: name!), defaultSource: String(cString: source!))
                    // unsafe: this is only called during `ask`.
                    server!.assumingMemoryBound(to: SoundServer?.self).pointee = answer
                }, server, 1000)
        }
        return server
    }

    private var isPipeWire: Bool { name.contains("PipeWire") }

    /// Why no microphone can be opened now, nor later by waiting; nil if nothing is known against
    /// it.
    ///
    /// PipeWire links no stream to a device by itself, its session manager does. Without one,
    /// pipewire-pulse doesn't answer the request for a stream, and names “@DEFAULT_SOURCE@” as its
    /// default source, since the session manager also chooses that (module-protocol-pulse;
    /// seen with 0.3.65 and 1.4.2). ALSA's plugins wait for ever then.
    func problem(_ microphone: String) -> Problem? {
        guard isPipeWire, defaultSource.isEmpty || defaultSource.hasPrefix("@") else { return nil }
        let what = "cannot open the microphone “\(microphone)”"
        let why = "PipeWire connects nothing to it, since no session manager (WirePlumber) runs"
        guard access("/usr/bin/wireplumber", X_OK) == 0 else {
            return Problem(
                what, why: why,
                remedy: "Install WirePlumber (Debian’s package wireplumber), then log in again.")
        }
        return Problem(
            what, why: why, remedy: "Restart it: systemctl --user restart wireplumber",
            fix: Fix([.init(["systemctl", "--user", "restart", "wireplumber"])]))
    }

    /// The remedy for a microphone that gives no sound for no known reason.
    ///
    /// - Parameter server: nil if it doesn't answer: pipewire-pulse doesn't while its session
    ///   manager hangs.
    static func remedy(_ server: SoundServer?) -> String {
        let isPipeWire = server?.isPipeWire ?? (access("/usr/bin/pipewire-pulse", X_OK) == 0)
        let restart =
            isPipeWire
            ? "Restart the sound server (systemctl --user restart wireplumber pipewire"
                + " pipewire-pulse)"
            : "Restart the sound server"
        return "\(restart), or unplug the microphone and plug it in again"
    }
}
