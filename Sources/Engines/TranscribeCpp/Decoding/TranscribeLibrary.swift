import CTranscribe
import Problems
import SystemPackage

/// An open libtranscribe.
struct TranscribeLibrary: @unchecked Sendable {
    // @unchecked: the functions' table is written before it is passed on, and never changed.
    let functions: OpaquePointer

    /// Opens the library in a folder.
    static func open(_ folder: FilePath) throws(Problem) -> TranscribeLibrary {
        var functions: OpaquePointer?
        var buffer = [CChar](repeating: 0, count: 512)
        let result = utter_transcribe_open(folder.string, &functions, &buffer, buffer.count)
        let reason = text(of: buffer)
        let library = "the library of transcribe.cpp in “\(folder)”"
        switch result {
        case UTTER_TRANSCRIBE_OPEN:
            guard let functions else { break }
            return TranscribeLibrary(functions: functions)
        case UTTER_TRANSCRIBE_UNUSABLE:
            throw Problem(
                "cannot open \(library)", why: reason,
                remedy: "It comes with utter: install utter again.")
        case UTTER_TRANSCRIBE_NO_BACKEND:
            throw Problem(
                "cannot use \(library)", why: "ggml finds no part for this processor: \(reason)",
                remedy: "It comes with utter: install utter again.")
        default: break
        }
        throw Problem(
            "cannot use \(library)", why: reason,
            remedy: "utter brings version \(UTTER_TRANSCRIBE_VERSION): install it again.")
    }

    /// The library's words for a status.
    func words(for status: Int32) -> String {
        utter_transcribe_status(functions, status).map { String(cString: $0) } ?? "\(status)"
    }

    /// The last error or warning that the library logged; empty if there was none. Only for the
    /// time before it had sound: afterwards it might quote what was said.
    static var lastLine: String {
        var buffer = [CChar](repeating: 0, count: 512)
        utter_transcribe_last_line(&buffer, buffer.count)
        return text(of: buffer)
    }

    private static func text(of buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
