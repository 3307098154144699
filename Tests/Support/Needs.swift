internal import Glibc
public import Testing

extension Trait where Self == ConditionTrait {
    /// Skips the test, with the reason, if a program or file that it needs is missing. Continuous
    /// integration counts skips and allows none.
    public static func needs(_ things: String..., package: String) -> Self {
        let missing = things.first { !isThere($0) }
        return .enabled(
            if: missing == nil,
            "\(missing ?? "") is missing: install Debian's package \(package)")
    }
}

/// Whether an absolute path exists, or a program of that name is in PATH.
private func isThere(_ thing: String) -> Bool {
    if thing.hasPrefix("/") { return access(thing, R_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(thing)", X_OK) == 0 }
}
