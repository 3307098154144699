public import Dictation
import Glibc
import LinuxRuntime
import SystemPackage

/// A file with the sound of a dictation that never ended, or of one of the last: its overrides,
/// then 16 kHz mono samples in the machine's byte order.
///
/// The name contains how many times a program died while recognising it, since the sound may be the
/// cause.
public struct DictationSound: Hashable, Sendable {
    static let headerBytes = 512
    private static let title = "utter sound 1"
    /// A sound is not tried more often than this.
    private static let mostAttempts = 2

    /// Whether the words of the sound are known.
    enum Kind: String, Sendable {
        case unfinished = "sound"
        case kept = "kept"
    }

    let directory: String
    private(set) var kind: Kind
    /// When the dictation began, in ns of the monotonic clock; the sounds are sorted by it.
    let number: Int64
    private(set) var attempts: Int

    init(directory: String, _ kind: Kind = .unfinished, number: Int64, attempts: Int = 0) {
        (self.directory, self.kind) = (directory, kind)
        (self.number, self.attempts) = (number, attempts)
    }

    /// Nil if another kind of file has this path.
    public init?(path: String) {
        let path = FilePath(path)
        guard let name = path.lastComponent?.string else { return nil }
        self.init(directory: path.removingLastComponent().string, name: name)
    }

    /// Nil if another kind of file has this name.
    init?(directory: String, name: String) {
        let parts = name.split(separator: ".")
        guard parts.count == 3, let kind = Kind(rawValue: String(parts[0])),
            let number = Int64(parts[1]), let attempts = Int(parts[2])
        else { return nil }
        self.init(directory: directory, kind, number: number, attempts: attempts)
    }

    public var path: String { "\(directory)/\(kind.rawValue).\(number).\(attempts)" }

    /// Whether it may be tried again.
    public var isWorthTrying: Bool { attempts < Self.mostAttempts }

    /// Call before recognising the sound: if the program dies then, the next one knows.
    public mutating func beginAttempt() { rename(kind, attempts + 1) }

    /// Recognising it did not crash the program, or was interrupted.
    public mutating func endAttempt() { rename(kind, attempts - 1) }

    /// The user wants it tried again.
    public mutating func forgetAttempts() { rename(kind, 0) }

    /// Its words are known, and it is kept.
    mutating func finish() { rename(.kept, 0) }

    private mutating func rename(_ kind: Kind, _ attempts: Int) {
        // One name for what is kept: a program that dies forgets it.
        if self.kind == .kept { return }
        let old = path
        (self.kind, self.attempts) = (kind, attempts)
        // The file may have been removed in the meantime.
        Glibc.rename(old, path)
    }

    public func remove() { unlink(path) }

    // MARK: Contents

    /// - Parameter start: the first sample that wasn't recognised.
    static func header(_ choice: DictationOverrides, from start: Int = 0) -> [UInt8] {
        var text = title + "\n"
        let fields = [
            ("start", "\(start)"), ("profile", choice.profile), ("language", choice.language),
            ("model", choice.model),
        ]
        for (key, value) in fields {
            let line = "\(key)=\(value ?? "")\n"
            if value != nil, text.utf8.count + line.utf8.count <= headerBytes { text += line }
        }
        return text.utf8 + [UInt8](repeating: 0, count: headerBytes - text.utf8.count)
    }

    /// The overrides of the dictation; nil if this is no such file.
    public var choice: DictationOverrides? {
        fields.map {
            DictationOverrides(
                profile: $0["profile"], language: $0["language"], model: $0["model"])
        }
    }

    /// The first sample that wasn't recognised.
    public var start: Int { fields?["start"].flatMap { Int($0) }.map { max(0, $0) } ?? 0 }

    /// Nil if this is no such file.
    private var fields: [String: String]? {
        let lines = String(
            decoding: bytes(at: 0, Self.headerBytes).prefix { $0 != 0 }, as: UTF8.self
        )
        .split(separator: "\n")
        guard lines.first == Self.title[...] else { return nil }
        let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// All samples.
    public var samples: [Int16] {
        var all: [Int16] = []
        while true {
            let more = samples(from: all.count)
            if more.isEmpty { return all }
            all += more
        }
    }

    /// The samples from an index on: a second of them, fewer at the end, none after it.
    public func samples(from first: Int) -> [Int16] {
        let width = MemoryLayout<Int16>.size
        let bytes = bytes(at: Self.headerBytes + first * width, AudioFormat.rate * width)
        return bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / width).map {
                bytes.loadUnaligned(fromByteOffset: $0 * width, as: Int16.self)
            }
        }
    }

    /// The size of the file.
    var byteCount: Int {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// At most `count` bytes.
    private func bytes(at offset: Int, _ count: Int) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return [] }
        defer { close(file) }
        return [UInt8](unsafeUninitializedCapacity: count) {
            // A file in memory is read in one piece.
            $1 = max(0, pread(file, $0.baseAddress, count, off_t(offset)))
        }
    }
}
