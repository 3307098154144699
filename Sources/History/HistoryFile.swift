import Glibc
import LinuxRuntime
public import Problems
import SystemPackage

/// The history on disk, if the user wants it: the user's own file (mode 0600).
///
/// Each change is one line at its end. When the file grows too long, a thread (since that waits for
/// the disk) writes a shorter one beside it, which then replaces it: a crash or a full disk never
/// loses what was there.
public final class HistoryFile {
    /// The limits of the file.
    public struct Limits: Hashable, Sendable {
        /// Number of dictations.
        public var entries: Int
        /// Dictations that are older, in days, are removed.
        public var days: Int
        /// Size of the file; a single dictation that is longer is not kept.
        public var bytes: Int

        public init(entries: Int, days: Int, bytes: Int) {
            (self.entries, self.days, self.bytes) = (entries, days, bytes)
        }
    }

    public let path: String
    private let limits: Limits
    private let tell: (Problem) -> Void
    private var hasReported = false
    /// Of the file on disk.
    private var (lineCount, byteCount) = (0, 0)
    /// Whether the file lacks something, so that no line may be appended.
    private var isStale = false
    private var replacement: FileReplacement?
    /// Lines to append once the file is replaced.
    private var later: [UInt8] = []

    /// `history.jsonl` in the state directory; nil without a home directory.
    public static func path(_ environment: (String) -> String?) -> String? {
        BaseDirectory.state.path(environment).map { "\($0)/history.jsonl" }
    }

    /// - Parameter tell: called on a failure to write, once until writing works again.
    public init(path: String, limits: Limits, _ tell: @escaping (Problem) -> Void) {
        (self.path, self.limits, self.tell) = (path, limits, tell)
    }

    // MARK: Reading

    /// The entries of the file, within the limits; empty if there is no file. Throws a `Problem` if
    /// it can't be read.
    public func read() throws(Problem) -> [DictationHistory.Entry] {
        let bytes = try contents()
        let lines = HistoryLines(bytes)
        let entries = within(lines.entries)
        (lineCount, byteCount) = (lines.count, bytes.count)
        isStale = !lines.isWhole || entries.count < lines.entries.count
        return entries
    }

    /// Rewrites the file if it exceeds the limits, or in any case if `always`.
    public func repair(with entries: [DictationHistory.Entry], always: Bool = false) {
        if isStale || always { rewrite(entries) }
    }

    private func contents() throws(Problem) -> [UInt8] {
        do {
            let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec])
            return try file.closeAfter { try file.readToEnd() }
        } catch Errno.noSuchFileOrDirectory {
            return []
        } catch {
            // It may be out of reach only for now: it isn't replaced.
            throw Problem(
                "cannot read the history", why: "\(path): \(error)",
                remedy: "Make the file yours, or keep none: utter config set history.disk false")
        }
    }

    private func within(_ entries: [DictationHistory.Entry]) -> [DictationHistory.Entry] {
        let young = entries.filter { !isTooOld($0) }
        return Array(young.suffix(limits.entries))
    }

    /// If the clock had not been set when the words were spoken, the time says nothing about the
    /// age.
    private func isTooOld(_ entry: DictationHistory.Entry) -> Bool {
        let clockWasSet = 1_735_689_600  // 2025-01-01
        return entry.time >= clockWasSet && entry.time < time(nil) - limits.days * 86_400
    }

    // MARK: Writing

    /// Writes one of the entries. Returns whether it is in the file already.
    public func keep(_ place: DictationHistory.Place, of entries: [DictationHistory.Entry]) -> Bool
    {
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

    /// Appends a line: all of it or nothing.
    private func append(_ line: [UInt8]) -> Bool {
        do throws(Errno) {
            try PrivateFile.makeDirectories(FilePath(path).removingLastComponent())
            try PrivateFile.append(line, to: FilePath(path))
            lineCount += 1
            byteCount += line.count
            hasReported = false
            return true
        } catch {
            isStale = true
            fail(error)
            return false
        }
    }

    private func fail(_ error: Errno) {
        guard !hasReported else { return }
        hasReported = true
        tell(
            Problem(
                "the history is kept in memory only", why: "\(path): \(error)",
                remedy: "Make room, or keep none on disk: utter config set history.disk false"))
    }

    // MARK: Replacing

    private func rewrite(_ entries: [DictationHistory.Entry]) {
        var lines: [[UInt8]] = []
        var size = 0
        for entry in within(entries).reversed() {
            let line = HistoryLines.line(entry)
            size += line.count
            // Leaves some room, or the next line would make it too long again.
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
            hasReported = false
            byteCount = bytes + more.count
            lineCount = lines + more.count { $0 == UInt8(ascii: "\n") }
        } catch {
            // The old file is still there, with all lines that could be appended.
            isStale = true
            fail(error)
        }
    }

    // MARK: The end

    /// Removes the file. Throws a `Problem` if that fails.
    public func clear() throws(Problem) {
        // Waits for the thread, and so perhaps for the disk; otherwise the file would come back.
        replacement = nil
        (lineCount, byteCount, later) = (0, 0, [])
        isStale = false
        try Self.remove(path)
    }

    /// Removes the file of a history, if there is one.
    public static func remove(_ path: String) throws(Problem) {
        // Truncated first: a program that has it open, such as a backup, finds nothing in it
        // either.
        if truncate(path, 0) == 0 || errno == ENOENT || errno == ENOTDIR {
            if unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR { return }
        }
        throw Problem(
            "cannot remove the history", why: "\(path): \(Errno.current)",
            remedy: "Remove it yourself: rm \(path)")
    }
}
