import AudioALSA
import HotkeyEvdev

/// The devices that the configuration can name.
public enum Devices {
    public struct Device: Sendable {
        /// As the configuration takes it.
        public let name: String
        public let description: String
    }

    public static func microphones() -> [Device] {
        ALSADevices.list().map { Device(name: $0.name, description: $0.description) }
    }

    /// The keyboards that this user may read.
    public static func keyboards() -> [Device] {
        EvdevDevices.list().map { Device(name: $0.node, description: $0.name) }
    }
}
