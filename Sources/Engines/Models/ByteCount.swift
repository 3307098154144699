/// A number of bytes for users: `198.5 MB`, `1.5 GB`; in powers of ten, as disks and networks
/// count.
public struct ByteCount: CustomStringConvertible, Hashable, Sendable {
    public let bytes: Int

    public init(_ bytes: Int) { self.bytes = bytes }

    public var description: String {
        let (unit, name) =
            switch bytes {
            case 1_000_000_000...: (1_000_000_000, "GB")
            case 1_000_000...: (1_000_000, "MB")
            case 1000...: (1000, "kB")
            default: (1, "B")
            }
        // Rounded down: “1000.0 MB” is never shown, nor more free than there is.
        let tenths = bytes / (unit / min(unit, 10)) % 10
        return unit == 1 ? "\(bytes) B" : "\(bytes / unit).\(tenths) \(name)"
    }
}
