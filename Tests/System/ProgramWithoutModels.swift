import Foundation

/// The programs of a build folder in another one, which has all but the speech models: the words of
/// most tests are PocketSphinx's, which computes a tenth as long.
enum ProgramWithoutModels {
    /// - Parameter program: `BUILD/release/utter`, where BUILD is the folder `.build`.
    /// - Returns: the path of the same program in the other folder, which is gone with the process.
    static func make(of program: URL) throws -> String {
        let files = FileManager.default
        let (products, build) = (
            program.deletingLastPathComponent(),
            program.deletingLastPathComponent().deletingLastPathComponent()
        )
        let place = files.temporaryDirectory.appending(path: "utter-\(UUID().uuidString)")
        let own = place.appending(path: ".build/\(products.lastPathComponent)")
        try files.createDirectory(at: own, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: products.path)
        where name.hasPrefix("utter") && files.isExecutableFile(atPath: "\(products.path)/\(name)")
        {
            let (from, to) = (products.appending(path: name), own.appending(path: name))
            var isFolder: ObjCBool = false
            guard files.fileExists(atPath: from.path, isDirectory: &isFolder), !isFolder.boolValue,
                !name.hasSuffix(".xctest")
            else { continue }
            // Not a symbolic link: the program looks beside where it really is.
            do { try files.linkItem(at: from, to: to) } catch {
                try files.copyItem(at: from, to: to)
            }
        }
        for name in ["transcribe", "demo", "share"] {
            try files.createSymbolicLink(
                at: place.appending(path: ".build/\(name)"),
                withDestinationURL: build.appending(path: name))
        }
        atexit { try? FileManager.default.removeItem(atPath: ProgramWithoutModels.place) }
        Self.place = place.path
        return own.appending(path: program.lastPathComponent).path
    }

    // Written once, before the only reader, which runs at the end of the process.
    nonisolated(unsafe) private static var place = ""
}
