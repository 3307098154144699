import ControlProtocol
import Glibc
public import Settings

/// The output of `utter doctor --json`: for bug reports, so it contains nothing personal.
public struct DoctorReport: Encodable, Sendable {
    /// The program's version.
    let utter: String
    let system: System
    let findings: [Finding]

    /// The system; unknown values are left out.
    struct System: Encodable {
        /// From /etc/os-release.
        let distribution: String?
        /// Release and architecture (uname(2)).
        let kernel: String?
        /// From the session: `wayland`, `x11` or `tty`.
        let session: String?
        /// From the session: `GNOME`, `sway`.
        let desktop: String?
    }

    /// - Parameter settings: nil if they can't be read.
    public init(_ findings: [Finding], settings: Settings?) {
        let discretion = Redactor(settings)
        utter = Version.current
        system = System(
            distribution: Self.distribution,
            kernel: Self.kernel.map(discretion.applied),
            session: Settings.environment("XDG_SESSION_TYPE").map(discretion.applied),
            desktop: Settings.environment("XDG_CURRENT_DESKTOP").map(discretion.applied))
        self.findings = findings.map(discretion.applied)
    }

    private static var kernel: String? {
        var names = utsname()
        guard uname(&names) == 0 else { return nil }
        func text(_ field: some Any) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return "\(text(names.release)) \(text(names.machine))"
    }

    /// os-release(5).
    private static var distribution: String? {
        guard let file = fopen("/etc/os-release", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 1024)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(
                decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("PRETTY_NAME=") else { continue }
            return text.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" && !$0.isNewline }
        }
        return nil
    }
}
