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
        return (Array("\n".utf8) + bytes + [0]).withUnsafeBytes { text in
            let text = text.bindMemory(to: CChar.self).baseAddress!
            return words.reduce(into: [:]) { $0[$1] = Self.sounds(of: $1, in: text) }
        }
    }

    /// - Parameter text: the dictionary, with each line's break before it.
    private static func sounds(of word: String, in text: UnsafePointer<CChar>) -> String? {
        let key = "\n" + word
        var end = text
        while let place = strstr(end, key) {
            end = UnsafePointer(place) + key.utf8.count
            // Otherwise it is the beginning of a longer word.
            guard " \t".utf8.contains(UInt8(bitPattern: end.pointee)) else { continue }
            let line = UnsafeRawBufferPointer(start: end, count: strcspn(end, "\n"))
            return String(decoding: line, as: UTF8.self)
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        return nil
    }
}
