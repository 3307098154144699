import Glibc
import LinuxRuntime
import SystemPackage

/// How this program was installed, which decides how it is updated and removed.
enum Installation: Equatable {
    /// Run where it was built, in this folder.
    case build(String)
    case debianPackage
    /// Another package of the distribution: in `/usr`, which `make install` leaves alone.
    case package
    /// By `install` of the portable tar, below this folder.
    case portable(String)
    /// By `make install`, below this folder.
    case source(String)

    /// - Parameters:
    ///   - program: its path: `PREFIX/libexec/utter/utter`.
    ///   - lists: dpkg's lists of what each package has (dpkg-query(1)).
    init(of program: String, lists: String = "/var/lib/dpkg/info") {
        if let build = program.firstRange(of: "/.build/") {
            self = .build(String(program[..<build.lowerBound]))
            return
        }
        let prefix = FilePath(program).removingLastComponent().removingLastComponent()
            .removingLastComponent()
        if Self.lines(of: "\(lists)/utter.list").contains(Substring(program)) {
            self = .debianPackage
        } else if access("\(prefix)/lib/utter/uninstall", X_OK) == 0 {
            self = .portable(prefix.string)
        } else {
            self = prefix == "/usr" ? .package : .source(prefix.string)
        }
    }

    /// This program's; nil without /proc.
    static var own: Installation? { (try? Executable.path()).map { Installation(of: $0.string) } }

    private static func lines(of file: String) -> [Substring] {
        guard let file = try? FileDescriptor.open(FilePath(file), .readOnly),
            let bytes = try? file.closeAfter({ try file.readToEnd() })
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// A part of a sentence.
    var words: String {
        switch self {
        case .build(let folder): "run from the folder where it was built, “\(folder)”"
        case .debianPackage: "installed by the Debian package “utter”"
        case .package: "installed by a package of your distribution"
        case .portable(let prefix): "installed from the portable tar into “\(prefix)”"
        case .source(let prefix): "installed by make install into “\(prefix)”"
        }
    }
}
