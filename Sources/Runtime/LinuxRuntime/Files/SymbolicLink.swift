import Glibc

/// Reads symbolic links (readlink(2)).
public enum SymbolicLink {
    /// The target of a symbolic link. Throws for anything else.
    public static func target(of path: String) throws(SystemError) -> String {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        try check(Int32(count), "readlink \(path)")
        return String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
