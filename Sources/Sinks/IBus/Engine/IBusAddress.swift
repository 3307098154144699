import LinuxRuntime

/// Where the daemon of IBus listens, by the rules of libibus (ibus_get_socket_path and
/// ibus_get_address in src/ibusshare.c).
package enum IBusAddress {
    /// The address of the session's daemon in D-Bus's form; nil if there is none.
    ///
    /// - Parameters:
    ///   - environment: the variables of the session.
    ///   - root: under which the machine's files lie.
    package static func find(_ environment: [String: String], root: String = "/") -> String? {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if let address = value("IBUS_ADDRESS") { return address }
        let files = value("IBUS_ADDRESS_FILE").map { [$0] } ?? files(value, root)
        return files.lazy.compactMap(read).first
    }

    /// The files in which the daemon may have left its address. A daemon that was started before
    /// the Wayland display was known names its file by the X display.
    private static func files(_ value: (String) -> String?, _ root: String) -> [String] {
        guard let directory = value("XDG_CONFIG_HOME") ?? value("HOME").map({ "\($0)/.config" })
        else { return [] }
        var displays: [String] = []
        if let display = value("WAYLAND_DISPLAY") { displays.append("unix-\(display)") }
        if let display = value("DISPLAY").flatMap(xDisplay) { displays.append(display) }
        return displays.map { "\(directory)/ibus/bus/\(machine(root))-\($0)" }
    }

    /// `unix-0` for `:0.0`, `host-10` for `host:10`.
    private static func xDisplay(_ name: String) -> String? {
        guard let colon = name.lastIndex(of: ":") else { return nil }
        let host = name[..<colon]
        let number = name[name.index(after: colon)...].prefix { $0 != "." }
        return "\(host.isEmpty ? "unix" : host)-\(number)"
    }

    /// The machine's identity, as libibus reads it (ibus_get_local_machine_id).
    private static func machine(_ root: String) -> String {
        for file in ["var/lib/dbus/machine-id", "etc/machine-id"] {
            if let line = ConfigurationLines.text(root + file)?.split(separator: "\n").first {
                return String(line)
            }
        }
        return "machine-id"
    }

    /// `IBUS_ADDRESS=unix:path=…`.
    private static func read(_ file: String) -> String? {
        let key = "IBUS_ADDRESS="
        let line = ConfigurationLines.text(file)?.split(separator: "\n").first {
            $0.hasPrefix(key)
        }
        return line.flatMap { $0.count > key.count ? String($0.dropFirst(key.count)) : nil }
    }
}
