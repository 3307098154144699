public import SystemPackage

/// A failed call of the kernel or the C library.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The call, with its object: `open /dev/uinput`.
    public let call: String
    public let errno: Errno

    public init(_ call: String, _ errno: Errno) {
        self.call = call
        self.errno = errno
    }

    /// From a result of libsystemd: a negative errno.
    init(_ call: String, negative result: Int32) {
        self.init(call, Errno(rawValue: -result))
    }

    public var description: String { "\(call): \(errno)" }

    /// From the errno of the last failed C call in this thread.
    public static func last(_ call: String) -> SystemError {
        SystemError(call, .current)
    }
}

/// Throws if a C call returned a negative result and set errno; otherwise returns the result.
@discardableResult
public func check(_ result: Int32, _ call: @autoclosure () -> String) throws(SystemError) -> Int32 {
    if result < 0 { throw SystemError.last(call()) }
    return result
}
