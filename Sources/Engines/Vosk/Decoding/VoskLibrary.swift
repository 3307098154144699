import CVosk
import Problems

/// An open libvosk.
struct VoskLibrary: @unchecked Sendable {
    // @unchecked: the functions' table is written before it is passed on, and never changed.
    let functions: OpaquePointer

    /// Opens a library.
    static func open(_ path: String) throws(Problem) -> VoskLibrary {
        var functions: OpaquePointer?
        var buffer = [CChar](repeating: 0, count: 512)
        let result = utter_vosk_open(path, &functions, &buffer, buffer.count)
        let reason = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        if result == UTTER_VOSK_OPEN, let functions { return VoskLibrary(functions: functions) }
        guard result == UTTER_VOSK_OTHER_VERSION else {
            throw Problem(
                "cannot open Vosk's library “\(path)”", why: reason,
                remedy: "“utter models” says where to get it.")
        }
        throw Problem(
            "cannot use Vosk's library “\(path)”",
            why: "it has no function “\(reason)”, so it is of another version",
            remedy: "Get version 0.3.45: “utter models” says where.")
    }
}
