import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport

/// A file, deleted with its owner, with half a second of tone and nearly as much silence, which
/// ends when the server reports that it has played everything.
final class Tone {
    let path: String

    init() throws {
        let samples = (0..<14_000).map { Int16($0 > 8000 ? 0 : $0 % 32 < 16 ? 12_000 : -12_000) }
        var template = Array("/tmp/utter-tone-XXXXXX".utf8CString)
        let file = OwnedDescriptor(adopting: mkstemp(&template))
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        _ = try file.descriptor.writeAll(WaveBytes(samples: samples).bytes)
    }

    deinit { unlink(path) }

    static func isHeard(in samples: [Int16]) -> Bool {
        samples.count { abs(Int32($0)) > 6000 } > 1600
    }
}
