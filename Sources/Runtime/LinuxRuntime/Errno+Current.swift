import Glibc
public import SystemPackage

extension Errno {
    /// The error of the last call of the C library that failed in this thread.
    public static var current: Errno { Errno(rawValue: errno) }
}
