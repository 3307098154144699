import CX11
import Synchronization

/// Xlib's errors, recorded instead of ending the process, as its own handlers would.
enum XErrors {
    /// The last error of each display (by address) that was not taken yet.
    private static let last = Mutex<[UInt: String]>([:])

    /// Replaces Xlib's process-wide handlers (XSetErrorHandler(3)).
    static let install: Void = {
        XSetErrorHandler { display, event in
            let error = event!.pointee
            let text =
                "error \(error.error_code) for request"
                + " \(error.request_code).\(error.minor_code)"
            XErrors.last.withLock { $0[XErrors.key(display!)] = text }
            return 0
        }
        // Xlib's own handler writes to standard error; the exit handler of each display does the
        // rest.
        XSetIOErrorHandler { _ in 0 }
    }()

    /// The last error of a display since the last call.
    static func take(_ display: OpaquePointer) -> String? {
        last.withLock { $0.removeValue(forKey: key(display)) }
    }

    private static func key(_ display: OpaquePointer) -> UInt {
        UInt(bitPattern: display)
    }
}
