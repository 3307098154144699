import Glibc
import LinuxRuntime
import SystemPackage
public import TextProcessing

/// A file of words in the order of their bytes, one a line, such as Debian's wngerman. It is searched
/// where it is: nothing of it is kept in memory.
public final class SortedWordFile: WordList, Sendable {
    /// The mapped file. It is only read, and the class unmaps it when nobody has it any more.
    nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer
    private let state: FileState

    /// Nil if there is no such file, or its words have another order.
    public init?(_ path: String) {
        guard
            let file = try? FileDescriptor.open(
                FilePath(path), .readOnly, options: .closeOnExec)
        else { return nil }
        defer { try? file.close() }
        var status = stat()
        guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size > 0,
            let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, file.rawValue, 0),
            start != MAP_FAILED
        else { return nil }
        bytes = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
        state = FileState(status)
        guard isSorted else { return nil }
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count) }

    /// Whether both are the same file, unchanged.
    public static func == (left: SortedWordFile, right: SortedWordFile) -> Bool {
        left.state == right.state
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(state) }

    public func contains(_ word: String) -> Bool {
        var word = word
        return word.withUTF8 { wanted in
            let wanted = UnsafeRawBufferPointer(wanted)
            var (low, high) = (0, bytes.count)
            // A line of the wanted one or those after it begins at `low` or later.
            while low < high {
                let line = line(around: (low + high) / 2)
                let order = Self.compare(line, wanted)
                if order == 0 { return true }
                if order < 0 { low = line.endIndex + 1 } else { high = line.startIndex }
            }
            return false
        }
    }

    // MARK: Lines

    private func line(around place: Int) -> Slice<UnsafeRawBufferPointer> {
        var (start, end) = (place, place)
        while start > 0, bytes[start - 1] != Self.lineFeed { start -= 1 }
        while end < bytes.count, bytes[end] != Self.lineFeed { end += 1 }
        return bytes[start..<end]
    }

    private static let lineFeed = UInt8(ascii: "\n")

    /// Negative, zero or positive, as memcmp(3).
    private static func compare(
        _ line: Slice<UnsafeRawBufferPointer>, _ word: UnsafeRawBufferPointer
    ) -> Int {
        let start = line.base.baseAddress! + line.startIndex
        let common = min(line.count, word.count)
        let order = common == 0 ? 0 : Int(memcmp(start, word.baseAddress!, common))
        return order != 0 ? order : line.count - word.count
    }

    /// The lines that are looked at to know the order of all: each dictation does it.
    private static let samples = 64

    /// Whether some lines, all over the file, follow each other in the order of their bytes.
    private var isSorted: Bool {
        var before: Slice<UnsafeRawBufferPointer>?
        for sample in 0..<Self.samples {
            let line = line(around: bytes.count / Self.samples * sample)
            if let before, Self.compare(before, UnsafeRawBufferPointer(rebasing: line)) > 0 {
                return false
            }
            before = line
        }
        return true
    }
}
