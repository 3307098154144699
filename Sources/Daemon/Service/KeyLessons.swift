import Glibc
import LinuxRuntime
import Settings
import SystemPackage

/// How often the user has dictated, up to when the keys need no explanation any more. It is kept in
/// the state directory; without one the hint stays.
struct KeyLessons {
    /// After this many dictations the keys are known.
    static let enough = 10

    private let file: FilePath?
    private var count: Int

    /// - Parameter file: nil for that in the state directory.
    init(file: String? = nil) {
        let path = file ?? BaseDirectory.state.path(Settings.environment).map { "\($0)/lessons" }
        self.file = path.map { FilePath($0) }
        count = self.file.flatMap(Self.read) ?? 0
    }

    var areOver: Bool { count >= Self.enough }

    /// A text was typed.
    mutating func note() {
        guard !areOver else { return }
        count += 1
        // If it can't be written, the hint is shown a few times more.
        if let file { try? PrivateFile.write("\(count)\n", to: file) }
    }

    private static func read(_ file: FilePath) -> Int? {
        guard let descriptor = try? FileDescriptor.open(file, .readOnly, options: .closeOnExec)
        else { return nil }
        return try? descriptor.closeAfter {
            try withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { buffer in
                let length = try descriptor.read(into: buffer)
                let text = String(decoding: buffer[..<length], as: UTF8.self)
                return Int(text.prefix { $0.isNumber })
            }
        }
    }
}
