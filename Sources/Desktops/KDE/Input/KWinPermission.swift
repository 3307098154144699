import Glibc
import LinuxRuntime
import Problems

/// The .desktop files by which KWin permits executables to use protocols.
///
/// KWin looks for an installed file whose `Exec` is the absolute path of the client's executable, and
/// reads its key `X-KDE-Wayland-Interfaces` (wayland_server.cpp, `fetchRequestedInterfaces`).
struct KWinPermission {
    /// The path of the executable.
    let program: String
    private let environment: (String) -> String?

    /// The interfaces that `utter-kwin` is permitted to use.
    static let interfaces = ["org_kde_kwin_fake_input", "org_kde_kwin_keystate"]

    init(_ program: String, environment: @escaping (String) -> String? = Self.variable) {
        (self.program, self.environment) = (program, environment)
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The permission that the program's .desktop files give.
    enum State: Equatable {
        /// There is none.
        case missing
        /// A file that names the program, but not all interfaces.
        case incomplete(String)
        /// It is permitted by this file.
        case permitted(String)
    }

    var state: State {
        var found = State.missing
        for folder in folders {
            for name in Folder.names(in: folder) where name.hasSuffix(".desktop") {
                let path = "\(folder)/\(name)"
                let entry = DesktopEntry(path)
                guard entry["Exec"] == program else { continue }
                let listed = entry["X-KDE-Wayland-Interfaces"]?.split(separator: ",") ?? []
                // KWin takes the first file, in its own order.
                guard Self.interfaces.allSatisfy({ listed.contains(Substring($0)) }) else {
                    return .incomplete(path)
                }
                if found == .missing { found = .permitted(path) }
            }
        }
        return found
    }

    /// Whether the file that permits the program was written within the last 10 s: KWin takes up to 2
    /// to notice.
    var isFresh: Bool {
        guard case .permitted(let path) = state else { return false }
        var status = stat()
        return stat(path, &status) == 0 && time(nil) - status.st_ctim.tv_sec < 10
    }

    /// Why KWin refuses the program, with the commands that change it.
    var problem: Problem {
        let what = "KWin does not let utter press keys"
        switch state {
        case .missing:
            return Problem(
                what, why: "no .desktop file permits \(program)",
                remedy: "Run “utter doctor --fix”, which writes one.", fix: fix(nil))
        case .incomplete(let path):
            return Problem(
                what, why: "\(path) does not permit all that it needs",
                remedy: "Run “utter doctor --fix”, which repairs it.", fix: fix(path))
        case .permitted(let path):
            return Problem(
                what, why: "it has not read \(path)",
                remedy: "Log out and in. KWin finds such files through the menu of applications, "
                    + "which Plasma installs.")
        }
    }

    /// Writes the file in the user's own folder, or over the one that is wrong. Under its own
    /// name: it must not hide the file of a package, which permits another executable.
    private func fix(_ wrong: String?) -> Fix? {
        guard let folder = userFolder else { return nil }
        let path = wrong ?? "\(folder)/org.utter.KWin.own.desktop"
        let isOwn = path.hasPrefix(folder)
        // By renaming: KWin notices a file that appears, not one that changes.
        let script = #"mkdir -p "${1%/*}" && printf '%s\n' "$2" >"$1.new" && mv "$1.new" "$1""#
        return Fix(
            [
                Fix.Command(
                    ["sh", "-c", script, "sh", path, Self.entry(for: program)], asRoot: !isOwn)
            ],
            afterwards: "KWin now lets every program that can start \(program) press keys.")
    }

    /// The contents of a .desktop file that permits a program.
    static func entry(for program: String) -> String {
        """
        [Desktop Entry]
        Type=Application
        Name=Utter (keys)
        Comment=Lets utter type into windows on KDE
        Exec=\(program)
        NoDisplay=true
        X-KDE-Wayland-Interfaces=\(interfaces.joined(separator: ","))
        """
    }

    // MARK: Folders (XDG Base Directory Specification)

    private var userFolder: String? {
        let home =
            environment("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? BaseDirectory.home(environment).map { "\($0)/.local/share" }
        return home.map { "\($0)/applications" }
    }

    private var folders: [String] {
        let listed =
            environment("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 }
            ?? "/usr/local/share:/usr/share"
        let shared = listed.split(separator: ":").map {
            "\($0.hasSuffix("/") ? $0.dropLast() : $0)/applications"
        }
        return [userFolder].compactMap(\.self) + shared
    }
}

/// The main section of a .desktop file (Desktop Entry Specification).
private struct DesktopEntry {
    private var values: [Substring: String] = [:]

    init(_ path: String) {
        var isInSection = false
        for line in ConfigurationLines.read(path) {
            if line.hasPrefix("[") {
                isInSection = line.hasPrefix("[Desktop Entry]")
            } else if isInSection, let equals = line.firstIndex(of: "=") {
                let key = line[..<equals].trimmingSpaces
                values[key] = String(line[line.index(after: equals)...].trimmingSpaces)
            }
        }
    }

    subscript(key: Substring) -> String? { values[key] }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        let rest = drop { $0 == " " }
        return rest.last == " " ? rest.dropLast().trimmingSpaces : rest
    }
}
