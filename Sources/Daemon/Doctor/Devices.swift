import AudioALSA
import HotkeyChords
import HotkeyHelper
import KeyboardDevices
import LinuxRuntime

/// The devices that the configuration can name.
public enum Devices {
    public struct Device: Sendable {
        /// The value for the configuration.
        public let name: String
        public let description: String
    }

    /// The default and the sound servers first, then the sound servers' microphones, then the
    /// cards'.
    public static func microphones() -> [Device] {
        let pcms = ALSADevices.list()
        let servers = pcms.prefix { !$0.name.contains(":") }
        return (servers + PulseSources.list() + pcms.dropFirst(servers.count))
            .map { Device(name: $0.name, description: words(for: $0)) }
    }

    /// The same for a user to choose from instead of a microphone: the sound server's default source
    /// once, by the first of its names. None if there is only that microphone.
    public static func choices(insteadOf microphone: String) -> [Device] {
        let usual = PulseSources.defaultPCM
        func isUsual(_ name: String) -> Bool {
            name == usual
                || !name.contains(":") && PulseSource.ask(ofPCM: name)?.isDefault == true
        }
        var hasDefault = false
        let choices = microphones().filter { device in
            guard !PulseSources.isServerMissing(for: device.name) else { return false }
            guard isUsual(device.name) else { return true }
            defer { hasDefault = true }
            return !hasDefault
        }
        let isOfUsual = isUsual(microphone)
        let hasAnother = choices.contains {
            $0.name != microphone && !(isOfUsual && isUsual($0.name))
        }
        return hasAnother ? choices : []
    }

    /// The name for people of a microphone that the configuration names; the same name if it isn't
    /// there.
    public static func title(of microphone: String) -> String {
        microphones().first { $0.name == microphone }?.description ?? microphone
    }

    /// A person's name for the device: ALSA describes the way that the sound takes.
    private static func words(for device: AudioDevice) -> String {
        let ways = [
            "default": "", "pipewire": ", through PipeWire", "pulse": ", through PulseAudio",
        ]
        if let way = ways[device.name] {
            let source = PulseSource.ask(ofPCM: device.name).map { " (\($0.description))" } ?? ""
            return "System default\(way)\(source)"
        }
        return device.description.replacing(
            ", Direct hardware device without any conversions", with: ", past the sound server")
    }

    /// The keyboards on which a hotkey can be pressed.
    public static func keyboards() -> [Device] {
        EvdevDevices.list().map { Device(name: $0.node, description: $0.name) }
    }

    /// Reports each key and button that is pressed, in the form of the configuration, until `tell`
    /// returns false or one of the signals arrives, which must be blocked. Throws a `Problem` if no
    /// device can be read.
    @EventLoopActor
    public static func pressedKeys(
        onReady: () -> Void, _ tell: @escaping (Key) -> Bool, until interrupted: [Int32]
    ) async throws {
        var reader: KeyReader?
        var signals: [EventSource] = []
        let end = OneShot<Void>()
        reader = try KeyReader { if !tell(Key($0)) { end.give(()) } }
        signals = try interrupted.map { try EventLoop.shared.signal($0) { end.give(()) } }
        onReady()
        defer { withExtendedLifetime((reader, signals)) {} }
        try await end.get()
    }

    /// The next key or chord that is pressed; nil if none is within the limit. Throws a `Problem`
    /// if no device can be read, and `CancellationError`.
    @EventLoopActor
    public static func nextKey(
        within limit: Duration, onReady: () -> Void
    ) async throws -> Key? {
        let next = OneShot<KeyReader.Press?>()
        var last: KeyReader.Press?
        let end = EventLoop.shared.timer(after: limit) { next.give(last) }
        let reader = try KeyReader { press in
            last = press
            guard press.chord.endsInModifier else { return next.give(press) }
            // The rest of a chord may follow.
            end.rearm(after: .seconds(1))
        }
        defer { withExtendedLifetime((reader, end)) {} }
        onReady()
        return try await next.get().map(Key.init)
    }

    /// A key that was pressed.
    public struct Key: Sendable {
        /// The value for the configuration, with the held modifiers: `Super+F9`.
        public let name: String
        /// The kernel's name: `KEY_F9`.
        public let kernelName: String
        /// The name that the device gives.
        public let device: String

        init(_ press: KeyReader.Press) {
            (name, kernelName) = (press.chord.description, press.kernelName)
            device = press.device.name
        }
    }
}
