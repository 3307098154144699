import Glibc

/// The files of the project that these tests were built from.
public enum Project {
    /// The first folder above this file with a Package.swift.
    public static let folder: String = {
        var parts = #filePath.split(separator: "/")
        while !parts.isEmpty {
            parts.removeLast()
            let folder = "/" + parts.joined(separator: "/")
            if access("\(folder)/Package.swift", F_OK) == 0 { return folder }
        }
        fatalError("no folder above \(#filePath) has a Package.swift")
    }()

    /// - Parameter path: from the project's folder.
    public static func path(_ path: String) -> String { "\(folder)/\(path)" }
}
