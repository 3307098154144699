public import Dictation
import Glibc
import LinuxRuntime
import SystemPackage

/// Keeps the text that is being typed, and how much of it was typed, where both survive a crash of
/// this process: in a file of the runtime directory, which is removed when the text was typed.
/// Updating the progress is one write of a few bytes in memory.
public final class TypingKeep {
    /// A text whose typing was cut off by the end of the program.
    public struct Leftover {
        /// When the transcript was complete, in Unix time.
        public let time: Int
        public let transcript: Transcript
        public let text: String
        /// The part that was not typed. Its first characters may have been sent as well, at most as
        /// many as a sink sends at once.
        public let rest: String
    }

    /// The width of the number before the text: the count of typed characters in decimal, then a
    /// line feed.
    private static let digits = 12

    private let path: String
    private var file: KeptFile?
    /// The text that the last run left, if any.
    public let leftover: Leftover?

    /// - Parameter directory: the user's own, mode 0700.
    public init(in directory: String) {
        path = "\(directory)/typing"
        leftover = Self.leftover(path)
    }

    /// Typing of the entry's rest begins. Returns whether the text is kept.
    public func begin(_ entry: DictationHistory.Entry) -> Bool {
        end()
        let raw = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard raw >= 0 else { return false }
        let file = KeptFile(raw)
        self.file = file
        let isKept = file.write(Self.number(0) + HistoryLines.line(entry))
        // A partly written file is of no use.
        if !isKept { end() }
        return isKept
    }

    /// Stores how many characters of the text were typed. May be called on any thread, by whoever
    /// types, as soon as they are sure to arrive: what is noted later is typed twice after a crash.
    public var note: @Sendable (Int) -> Void {
        { [file] typed in _ = file?.write(Self.number(typed)) }
    }

    /// The text was typed, or its rest is kept elsewhere.
    public func end() {
        file = nil
        unlink(path)
    }

    /// The program ends before the text is typed: the file stays for the next start.
    public func leave() { file = nil }

    /// The leftover is kept elsewhere now.
    public func forgetLeftover() {
        if file == nil { unlink(path) }
    }

    private static func leftover(_ path: String) -> Leftover? {
        guard let bytes = contents(path),
            let typed = Int(String(decoding: bytes.prefix(digits), as: UTF8.self)), typed >= 0,
            let entry = HistoryLines(Array(bytes.dropFirst(digits + 1))).entries.first
        else { return nil }
        let rest = String(entry.record.rest.dropFirst(typed))
        return Leftover(
            time: entry.time, transcript: entry.record.transcript,
            text: entry.record.text ?? entry.record.rest, rest: rest)
    }

    private static func contents(_ path: String) -> [UInt8]? {
        do {
            let file = try FileDescriptor.open(
                path, .readOnly, options: [.closeOnExec, .noFollow])
            return try file.closeAfter { try file.readToEnd(atMost: 16 << 20) }
        } catch { return nil }
    }

    private static func number(_ value: Int) -> [UInt8] {
        let text = String(value)
        return Array(String(repeating: "0", count: max(0, digits - text.count)).utf8) + text.utf8
            + [UInt8(ascii: "\n")]
    }
}

/// The file, also for a thread that types.
private final class KeptFile: Sendable {
    private let descriptor: OwnedDescriptor

    init(_ descriptor: Int32) { self.descriptor = OwnedDescriptor(adopting: descriptor) }

    /// Writes at the beginning. Returns whether all is written.
    func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { pwrite(descriptor.rawValue, $0.baseAddress, $0.count, 0) }
            == bytes.count
    }
}
