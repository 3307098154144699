public import Dictation
import Glibc
import LinuxRuntime
import SystemPackage

/// The history on disk, if the person wants that: a file of their own (mode 0600).
///
/// Each change is one line at its end. When it grows too long it is written anew beside, by a
/// thread, for that waits for the disk, and then takes the old one's place: a crash or a full disk
/// never costs what was there.
public final class HistoryFile {
    /// What may be in the file.
    public struct Limits: Hashable, Sendable {
        /// Dictations.
        public var entries: Int
        /// Older dictations are removed.
        public var days: Int
        /// Of the file; a dictation that is longer alone is not kept.
        public var bytes: Int

        public init(entries: Int, days: Int, bytes: Int) {
            (self.entries, self.days, self.bytes) = (entries, days, bytes)
        }
    }

    public let path: String
    private let limits: Limits
    private let tell: (Problem) -> Void
    private var hasTold = false
    /// Of the file.
    private var (lineCount, byteCount) = (0, 0)
    /// The file lacks something, so that no line may be added.
    private var isStale = false
    private var replacement: FileReplacement?
    /// Lines that are to be added once the file is replaced.
    private var later: [UInt8] = []

    /// `history.jsonl` in the state directory; nil without a home.
    public static func path(_ environment: (String) -> String?) -> String? {
        BaseDirectory.state.path(environment).map { "\($0)/history.jsonl" }
    }

    /// - Parameter tell: told of a failure to write, once until writing works again.
    public init(path: String, limits: Limits, _ tell: @escaping (Problem) -> Void) {
        (self.path, self.limits, self.tell) = (path, limits, tell)
    }

    // MARK: Reading

    /// What is in the file, within the limits; nothing if there is none. Throws a `Problem` if it
    /// can't be read.
    public func read() throws(Problem) -> [DictationHistory.Entry] {
        let bytes = try contents()
        let lines = HistoryLines(bytes)
        let entries = within(lines.entries)
        (lineCount, byteCount) = (lines.count, bytes.count)
        isStale = !lines.isWhole || entries.count < lines.entries.count
        return entries
    }

    /// Brings the file within the limits, if it isn't, or writes it anew in any case.
    public func mend(with entries: [DictationHistory.Entry], always: Bool = false) {
        if isStale || always { rewrite(entries) }
    }

    private func contents() throws(Problem) -> [UInt8] {
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec])
            return try file.closeAfter { try file.readToEnd() }
        } catch Errno.noSuchFileOrDirectory {
            return []
        } catch {
            // It may only be out of reach: it isn't replaced.
            throw Problem(
                "cannot read the history", why: "\(path): \(error)",
                remedy: "Set [history] disk = false, or make the file yours.")
        }
    }

    private func within(_ entries: [DictationHistory.Entry]) -> [DictationHistory.Entry] {
        let young = entries.filter { !isTooOld($0) }
        return Array(young.suffix(limits.entries))
    }

    /// A clock that had not been set when the words were spoken says nothing of their age.
    private func isTooOld(_ entry: DictationHistory.Entry) -> Bool {
        let clockWasSet = 1_735_689_600  // 2025-01-01
        return entry.time >= clockWasSet && entry.time < time(nil) - limits.days * 86_400
    }

    // MARK: Writing

    /// Keeps one of all entries. Answers whether it is in the file already.
    public func keep(_ place: DictationHistory.Place, of entries: [DictationHistory.Entry]) -> Bool {
        let change = place.isNew ? nil : entries.count - 1 - place.index
        let line = HistoryLines.line(entries[place.index], change: change)
        if replacement != nil { later += line }
        let isWritten = !isStale && append(line)
        if replacement == nil, isStale || isTooLong || entries.first.map(isTooOld) == true {
            rewrite(entries)
        }
        return isWritten
    }

    private var isTooLong: Bool {
        byteCount > limits.bytes || lineCount > 4 * limits.entries + 20
    }

    /// Adds a line: all of it or nothing.
    private func append(_ line: [UInt8]) -> Bool {
        do throws(Errno) {
            try PrivateFile.makeDirectories(FilePath(path).removingLastComponent())
            try PrivateFile.append(line, to: FilePath(path))
            lineCount += 1
            byteCount += line.count
            hasTold = false
            return true
        } catch {
            isStale = true
            fail(error)
            return false
        }
    }

    private func fail(_ error: Errno) {
        guard !hasTold else { return }
        hasTold = true
        tell(
            Problem(
                "the history is kept in memory only", why: "\(path): \(error)",
                remedy: "Make room, or set [history] disk = false."))
    }

    // MARK: Replacing

    private func rewrite(_ entries: [DictationHistory.Entry]) {
        var lines: [[UInt8]] = []
        var size = 0
        for entry in within(entries).reversed() {
            let line = HistoryLines.line(entry)
            size += line.count
            // Some room is left, or the next line would make it too long again.
            if size > limits.bytes / 4 * 3 { break }
            lines.append(line)
        }
        let bytes = Array(lines.reversed().joined())
        later = []
        do throws(SystemError) {
            replacement = try FileReplacement(of: path, with: bytes) { [unowned self] error in
                replaced(by: bytes.count, lines.count, error)
            }
        } catch {
            isStale = true
            fail(error.errno)
        }
    }

    private func replaced(by bytes: Int, _ lines: Int, _ error: Errno?) {
        let more = later
        defer { (replacement, later) = (nil, []) }
        do throws(Errno) {
            if let error { throw error }
            try replacement?.finish(adding: more)
            isStale = false
            hasTold = false
            byteCount = bytes + more.count
            lineCount = lines + more.count { $0 == UInt8(ascii: "\n") }
        } catch {
            // The old one is still there, with what could be added to it.
            isStale = true
            fail(error)
        }
    }

    // MARK: The end

    /// Removes the file. Throws a `Problem` if that fails.
    public func clear() throws(Problem) {
        // Waits for the disk if it must: the file would come back.
        replacement = nil
        (lineCount, byteCount, later) = (0, 0, [])
        isStale = false
        try Self.remove(path)
    }

    /// Removes a history's file, if there is one.
    public static func remove(_ path: String) throws(Problem) {
        // Who has it open, a backup for instance, finds nothing in it either.
        if truncate(path, 0) == 0 || errno == ENOENT || errno == ENOTDIR {
            if unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR { return }
        }
        throw Problem(
            "cannot remove the history", why: "\(path): \(Errno(rawValue: errno))",
            remedy: "Remove it yourself: rm \(path)")
    }
}
