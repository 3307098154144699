public import Foundation

/// The project's documentation.
public enum Documentation {
    public static let root = URL(filePath: Project.folder)

    /// The pages for users and for who changes the program, but the changelog and the folders' READMEs.
    public static let pages: [URL] = {
        let docs = root.appending(path: "docs")
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: docs.path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.map { docs.appending(path: $0) }
            + ["README.md", "CONTRIBUTING.md", "SECURITY.md"].map { root.appending(path: $0) }
    }()
}
