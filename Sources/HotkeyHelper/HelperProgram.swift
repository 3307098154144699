import Glibc

/// Where the helper is installed.
public enum HelperProgram {
    /// `PREFIX/libexec/utter/utter-hotkeys` where this program is `PREFIX/bin/utter`; nil if it
    /// is not there or may not be executed.
    public static var installed: String? {
        guard let program = thisProgram else { return nil }
        let prefix = program.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        let path = (prefix + ["libexec", "utter", "utter-hotkeys"]).joined(separator: "/")
        return access(path, X_OK) == 0 ? path : nil
    }

    private static var thisProgram: String? {
        let path = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            let length = buffer.withMemoryRebound(to: CChar.self) {
                readlink("/proc/self/exe", $0.baseAddress!, $0.count)
            }
            count = max(0, length)
        }
        return path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
    }
}
