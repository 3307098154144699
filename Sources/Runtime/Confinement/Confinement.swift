import CConfinement
import Glibc
public import LinuxRuntime
import SystemPackage

/// Rights that a process can give up, each for good. The system calls are ``SystemCallFilter``'s.
public enum Confinement {
    /// Closes all descriptors from this one on.
    public static func closeDescriptors(from first: Int32) throws(SystemError) {
        try check(utter_close_from(first), "close_range")
    }

    /// No core dump, no ptrace(2) by this user, and no privileges by what it executes.
    public static func becomeUnreadable() throws(SystemError) {
        try check(utter_become_unreadable(), "prctl")
    }

    public static func dropCapabilities() throws(SystemError) {
        try check(utter_drop_capabilities(), "capset")
    }

    /// The kernel kills this process with its parent.
    ///
    /// - Parameter parent: throws if it isn't the parent any more.
    public static func die(with parent: Int32) throws(SystemError) {
        try check(utter_die_with_parent(), "prctl PR_SET_PDEATHSIG")
        // The parent may have ended before.
        if getppid() != parent { throw SystemError("getppid", .noSuchProcess) }
    }

    /// From here on this process opens files only at or below these paths (landlock(7)). Those that don't exist are skipped. Symbolic links lead to where they lead
    /// now; links within a folder that lead out of it have to be named.
    ///
    /// - Parameters:
    ///   - paths: for reading.
    ///   - writable: for reading and writing.
    ///   - startable: for reading and execve(2), by which ld.so(8) is opened, too.
    /// - Returns: false if the kernel has no Landlock: before Linux 5.13, or switched off.
    @discardableResult
    public static func restrictFiles(
        toReading paths: [String], andWriting writable: [String] = [],
        andStarting startable: [String] = []
    ) throws(SystemError) -> Bool {
        // Each list ends with a null pointer.
        var pointers: [UnsafeMutablePointer<CChar>?] =
            [paths, writable, startable].flatMap { $0.map { strdup($0) } + [nil] }
        defer { for pointer in pointers { free(pointer) } }
        let result = pointers.withUnsafeMutableBufferPointer { strings in
            strings.withMemoryRebound(to: UnsafePointer<CChar>?.self) {
                let readable = $0.baseAddress!
                let written = readable + paths.count + 1
                return utter_restrict_files(readable, written, written + writable.count + 1)
            }
        }
        if result >= 0 { return true }
        let error = SystemError.last("landlock_restrict_self")
        if [.noFunction, .notSupportedOnSocket].contains(error.errno) { return false }
        throw error
    }
}
