import Glibc
import LinuxRuntime

/// Wayland windows of Chromium and programs built on it (Electron): they cut a key's character to
/// 16 bits, but support Ctrl+Shift+U (ui/base/ime/character_composer.cc).
enum ChromiumWindow {
    /// The names of browsers' windows, with which web applications' windows begin.
    private static let browsers = [
        "chrome", "chromium", "google-chrome", "brave", "vivaldi", "msedge", "microsoft-edge",
        "opera", "electron",
    ]

    /// A file that is beside every program built on Chromium.
    private static let mark = "chrome_100_percent.pak"

    /// Whether a window is one, judging by its program's name and the running processes.
    ///
    /// - Parameter program: its app_id. For a window of Xwayland the result doesn't matter.
    static func isOne(_ program: String) -> Bool {
        let program = program.lowercased()
        if browsers.contains(where: { program.hasPrefix($0) }) { return true }
        // Others are usually named after their file or its directory.
        let own = program.split(separator: ".").last.map(String.init) ?? program
        let names = processes()
        return names.contains(program) || names.contains(own)
    }

    /// The names, in lower case, that windows of running programs built on Chromium may have.
    private static func processes() -> Set<String> {
        guard let processes = opendir("/proc") else { return [] }
        defer { closedir(processes) }
        var names: Set<String> = []
        while let entry = readdir(processes) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                // The kernel terminates it with a zero within the field.
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let process = Int32(name), let file = Executable.path(of: process),
                let slash = file.lastIndex(of: "/"),
                // In the process's own file system, which is a different one in a Flatpak.
                access("/proc/\(process)/root\(file[...slash])\(mark)", F_OK) == 0
            else { continue }
            names.formUnion(Self.names(in: file))
            // A shared Electron gets the path of the application as an argument.
            if file[slash...].hasPrefix("/electron"), let application = argument(of: process) {
                names.formUnion(Self.names(in: application))
            }
        }
        return names
    }

    /// The names of a file and its directory.
    private static func names(in path: String) -> [String] {
        path.lowercased().split(separator: "/").suffix(2).map(String.init)
    }

    /// The first argument of a process that is not an option.
    private static func argument(of process: Int32) -> String? {
        ProcessFile.text("cmdline", of: process).split(separator: "\0").dropFirst()
            .first { !$0.hasPrefix("-") }.map(String.init)
    }
}
