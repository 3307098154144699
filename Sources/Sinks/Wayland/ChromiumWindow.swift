import Glibc
import LinuxRuntime

/// Windows of Chromium and of what is made of it (Electron), on Wayland: they cut a key's
/// character to 16 bits, but know Ctrl+Shift+U (ui/base/ime/character_composer.cc).
enum ChromiumWindow {
    /// What browsers call their windows, or those of web applications begin with.
    private static let browsers = [
        "chrome", "chromium", "google-chrome", "brave", "vivaldi", "msedge", "microsoft-edge",
        "opera", "electron",
    ]

    /// A file that lies beside every program made of Chromium.
    private static let mark = "chrome_100_percent.pak"

    /// Whether a window is one, as far as its program's name and the running processes tell.
    ///
    /// - Parameter program: its app_id. For one of Xwayland it is no matter.
    static func isOne(_ program: String) -> Bool {
        let program = program.lowercased()
        if browsers.contains(where: { program.hasPrefix($0) }) { return true }
        // Others call themselves what their file or its directory is called, as a rule.
        let own = program.split(separator: ".").last.map(String.init) ?? program
        let names = processes()
        return names.contains(program) || names.contains(own)
    }

    /// The names, in small letters, by which the running programs that are made of Chromium may
    /// call their windows.
    private static func processes() -> Set<String> {
        guard let processes = opendir("/proc") else { return [] }
        defer { closedir(processes) }
        var names: Set<String> = []
        while let entry = readdir(processes) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                // The kernel ends it with a zero within the field.
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let process = Int32(name), let file = Executable.path(of: process),
                let slash = file.lastIndex(of: "/"),
                // In the process's own file system, which is another in a Flatpak.
                access("/proc/\(process)/root\(file[...slash])\(mark)", F_OK) == 0
            else { continue }
            names.formUnion(Self.names(in: file))
            // A shared Electron is told where the application lies.
            if file[slash...].hasPrefix("/electron"), let application = argument(of: process) {
                names.formUnion(Self.names(in: application))
            }
        }
        return names
    }

    /// A file's name and its directory's.
    private static func names(in path: String) -> [String] {
        path.lowercased().split(separator: "/").suffix(2).map(String.init)
    }

    /// The first argument of a process that is no option.
    private static func argument(of process: Int32) -> String? {
        guard let file = fopen("/proc/\(process)/cmdline", "re") else { return nil }
        defer { fclose(file) }
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
            .split(separator: "\0").dropFirst().first { !$0.hasPrefix("-") }.map(String.init)
    }
}
