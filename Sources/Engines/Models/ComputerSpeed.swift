import Glibc
import LinuxRuntime

/// How fast this computer probably is, from the number of its cores alone. An estimate: cores
/// differ, and other programs use them, too.
public struct ComputerSpeed: Hashable, Sendable {
    /// Cores that can compute at the same time; two threads of one core count once.
    public let cores: Int

    public init(cores: Int) { self.cores = max(1, cores) }

    /// This computer.
    ///
    /// - Parameter folder: what the kernel says of its processors
    ///   (Documentation/ABI/stable/sysfs-devices-system-cpu).
    public init(folder: String = "/sys/devices/system/cpu") {
        let processors = Folder.names(in: folder).filter { name in
            name.hasPrefix("cpu") && !name.dropFirst(3).isEmpty
                && name.dropFirst(3).allSatisfy(\.isNumber)
        }
        let siblings = processors.compactMap { name in
            Self.line("\(folder)/\(name)/topology/thread_siblings_list")
        }
        let online = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        self.init(cores: siblings.isEmpty ? online : Set(siblings).count)
    }

    /// The part of the speed of the computer that the published figures were measured on, at most
    /// 1: more than its eight cores were not tried.
    public var share: Double { Double(min(cores, 8)) / 8 }

    /// How many seconds of sound it probably recognises in a second; nil if nobody has published
    /// what the model needs.
    public func estimate(for model: CatalogueModel) -> Double? {
        model.figures?.speed.map { $0 * share }
    }

    private static func line(_ path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 256)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
    }
}
