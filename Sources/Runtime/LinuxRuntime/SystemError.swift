public import SystemPackage

/// A failed call to the kernel or the C library.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The call, with its object: `open /dev/uinput`.
    public let call: String
    public let errno: Errno

    public init(_ call: String, _ errno: Errno) {
        self.call = call
        self.errno = errno
    }

    /// From a libsystemd-style result: a negative errno.
    init(_ call: String, negative result: Int32) {
        self.init(call, Errno(rawValue: -result))
    }

    public var description: String { "\(call): \(errno)" }

    /// The errno of the C library's last failed call in this thread.
    public static func last(_ call: String) -> SystemError {
        SystemError(call, Errno(rawValue: currentErrno()))
    }
}

/// Throws what a C call reports by a negative result and errno; else passes the result on.
@discardableResult
public func check(_ result: Int32, _ call: @autoclosure () -> String) throws(SystemError) -> Int32 {
    if result < 0 { throw SystemError.last(call()) }
    return result
}
