import Glibc
import Problems
import SystemPackage

/// A pronunciation dictionary: a line for each word with its sounds, as in `hey HH EY`.
struct PronunciationDictionary {
    let path: FilePath

    /// The first pronunciation of each of these words that it has. Reads the whole file: 3 MB take
    /// a few milliseconds.
    func sounds(of words: Set<String>) throws(Problem) -> [String: String] {
        guard let file = FileReader(path), let bytes = file.bytes(file.size) else {
            throw Problem(
                "cannot read the pronunciation dictionary “\(path)”", why: "",
                remedy: ModelFiles.remedy(for: path), fix: ModelFiles.fix(for: path))
        }
        var sounds: [String: String] = [:]
        let wanted = words.map { Array($0.utf8) }
        bytes.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
                let end = memchr(rest.baseAddress!, Int32(UInt8(ascii: "\n")), rest.count)
                    .map { UnsafeRawPointer($0) - rest.baseAddress! } ?? rest.count
                let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
                for word in wanted where Self.begins(line, with: word) {
                    let known = String(decoding: word, as: UTF8.self)
                    let value = String(decoding: line.dropFirst(word.count + 1), as: UTF8.self)
                        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
                    if sounds[known] == nil { sounds[known] = value }
                }
                start += end + 1
            }
        }
        return sounds
    }

    private static func begins(_ line: UnsafeRawBufferPointer, with word: [UInt8]) -> Bool {
        guard line.count > word.count + 1, [0x20, 0x09].contains(line[word.count]) else {
            return false
        }
        return memcmp(line.baseAddress!, word, word.count) == 0
    }
}
