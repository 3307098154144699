internal import FoundationEssentials
import LinuxRuntime
public import SpeechWorkerProtocol
import Synchronization
import SystemPackage

/// How fast this computer is with each model, measured once: the file `speeds.json` in the user's
/// state directory. A home directory may be used on several computers.
public struct KeptSpeeds: Sendable {
    private struct Entry: Codable {
        /// The name of its file.
        var model: String
        var bytes: Int
        /// The processors that it was measured on.
        var computer: String
        /// The number of threads that the configuration asked for; nil for none.
        var wanted: Int?
        var speed: MeasuredSpeed
        /// How often it was measured; nil for once.
        var times: Int?

        func isOfSame(_ other: Entry) -> Bool {
            model == other.model && bytes == other.bytes && computer == other.computer
                && wanted == other.wanted
        }
    }

    /// The entries read from a file that hasn't changed since: each dictation asks for them.
    private static let known = Mutex<[FileState: [Entry]]>([:])

    private let path: FilePath?

    /// - Parameter environment: where the user's state directory is found.
    public init(_ environment: (String) -> String?) {
        path = BaseDirectory.state.path(environment).map { FilePath($0).appending("speeds.json") }
    }

    /// The speed with a model; nil if it wasn't measured here.
    ///
    /// - Parameter threads: as the configuration wishes; nil if it doesn't say.
    public func speed(of model: TranscribeCppModel, threads: Int?) -> MeasuredSpeed? {
        entry(model, threads)?.speed
    }

    /// Whether the speed isn't to be measured again. A computer that is busy, or a virtual one that gets
    /// little of its processors, seems too slow for the model: only the third time counts.
    public func isCertain(of model: TranscribeCppModel, threads: Int?) -> Bool {
        entry(model, threads).map { $0.speed.seconds <= WindowedRun.slow || $0.times ?? 1 >= 3 }
            ?? false
    }

    private func entry(_ model: TranscribeCppModel, _ threads: Int?) -> Entry? {
        guard let asked = Self.entry(model, threads, MeasuredSpeed(seconds: 0, threads: 0))
        else { return nil }
        return entries.first { $0.isOfSame(asked) }
    }

    /// Keeps a speed, unless an earlier measurement was faster. Does nothing where it can't be written:
    /// then it is measured again.
    public func keep(_ speed: MeasuredSpeed, of model: TranscribeCppModel, threads: Int?) {
        guard let path, var new = Self.entry(model, threads, speed) else { return }
        if let earlier = entry(model, threads) {
            new.times = (earlier.times ?? 1) + 1
            if earlier.speed.seconds < speed.seconds { new.speed = earlier.speed }
        }
        let others = entries.filter { !$0.isOfSame(new) }
        guard let json = try? JSONEncoder().encode(others + [new]) else { return }
        try? PrivateFile.write([UInt8](json), to: path)
    }

    private var entries: [Entry] {
        guard let path, let state = FileState(path.string) else { return [] }
        if let known = Self.known.withLock({ $0[state] }) { return known }
        guard let bytes = Self.contents(of: path),
            let entries = try? JSONDecoder().decode([Entry].self, from: Data(bytes))
        else { return [] }
        if state.isSettled { Self.known.withLock { $0 = [state: entries] } }
        return entries
    }

    /// Nil if it can't be read, or is longer than any that belongs there.
    private static func contents(of path: FilePath) -> [UInt8]? {
        guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else {
            return nil
        }
        return try? file.closeAfter { try file.readToEnd(atMost: 1 << 20) }
    }

    private static func entry(
        _ model: TranscribeCppModel, _ threads: Int?, _ speed: MeasuredSpeed
    ) -> Entry? {
        guard let bytes = FileState(model.path.string)?.bytes else { return nil }
        return Entry(
            model: model.path.lastComponent?.string ?? "", bytes: bytes, computer: computer,
            wanted: threads, speed: speed)
    }

    /// The kernel's description of the first processor, and the number of processors (proc(5)).
    private static let computer: String = {
        let text = String(decoding: contents(of: "/proc/cpuinfo") ?? [], as: UTF8.self)
        let lines = text.split(separator: "\n")
        // On ARM there is a number in the place of a name.
        let first = ["model name", "CPU part"].lazy.compactMap { name in
            lines.first { $0.hasPrefix(name) }
        }.first
        let name = first?.drop { $0 != ":" }.dropFirst().drop { $0 == " " } ?? ""
        return "\(lines.count { $0.hasPrefix("processor") }) × \(name)"
    }()
}
