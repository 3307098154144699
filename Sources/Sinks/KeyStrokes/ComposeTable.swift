import CXkbcommon
import Glibc
public import Problems

/// The compositions of symbol sequences, from a locale's Compose file (Compose(5)): an
/// `xkb_compose_table` that is released with this object. Immutable.
public final class ComposeTable {
    /// xkb_compose_table*, borrowed.
    public let handle: OpaquePointer

    deinit { xkb_compose_table_unref(handle) }

    /// The table of a locale, or of the user's `~/.XCompose`.
    ///
    /// - Parameter locale: as in LC_CTYPE; nil for the environment's.
    public init(locale: String? = nil) throws(Problem) {
        let context = try XkbContext()
        let locale = locale ?? Self.environmentLocale
        guard
            let table = xkb_compose_table_new_from_locale(
                context.handle, locale, XKB_COMPOSE_COMPILE_NO_FLAGS)
        else {
            throw Problem(
                "cannot read the Compose file of the locale “\(locale)”",
                why: "it is missing or broken", remedy: "Install libx11-data.")
        }
        handle = table
    }

    /// A table in the format of Compose(5).
    public init(text: String) throws(Problem) {
        let context = try XkbContext()
        let table = text.withCString { bytes in
            xkb_compose_table_new_from_buffer(
                context.handle, bytes, text.utf8.count, "C", XKB_COMPOSE_FORMAT_TEXT_V1,
                XKB_COMPOSE_COMPILE_NO_FLAGS)
        }
        guard let table else {
            throw Problem("cannot read a Compose table", why: "it isn't in Compose(5)'s format")
        }
        handle = table
    }

    /// In the order of setlocale(3).
    private static var environmentLocale: String {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
        }
        return "C"
    }
}

/// The state of a symbol sequence in a table: an `xkb_compose_state`.
struct ComposeState: ~Copyable {
    enum Status: Equatable {
        /// No sequence: the symbol has its own meaning.
        case nothing
        case composing
        case composed(String)
        /// The symbols so far match no sequence and are discarded.
        case cancelled
    }

    private let handle: OpaquePointer

    init(_ table: ComposeTable) {
        // Null only when out of memory.
        handle = xkb_compose_state_new(table.handle, XKB_COMPOSE_STATE_NO_FLAGS)!
    }

    deinit { xkb_compose_state_unref(handle) }

    func reset() { xkb_compose_state_reset(handle) }

    func feed(_ symbol: KeySymbol) { xkb_compose_state_feed(handle, symbol.rawValue) }

    var status: Status {
        switch xkb_compose_state_get_status(handle) {
        case XKB_COMPOSE_COMPOSING: .composing
        case XKB_COMPOSE_COMPOSED: .composed(text)
        case XKB_COMPOSE_CANCELLED: .cancelled
        default: .nothing
        }
    }

    private var text: String {
        // Compose(5) limits a result to 256 bytes.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 257) { buffer in
            xkb_compose_state_get_utf8(handle, buffer.baseAddress, buffer.count)
            return String(cString: buffer.baseAddress!)
        }
    }
}
