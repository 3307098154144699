import Glibc
import HotkeyChords
import LinuxRuntime
import SystemPackage
import TestSupport

/// A replacement of the helper: a script that sends given reports, then does what the real helper
/// can't be made to do. By default it waits for its caller's end.
@EventLoopActor final class FakeHelper {
    let path: String
    private let directory: String

    /// - Parameters:
    ///   - then: shell commands after the reports.
    ///   - later: its reports when it is started again, if different; followed by `then` only if
    ///     that ends the script both times.
    init(
        _ reports: [HelperReport], then: String = "wait", later: [HelperReport]? = nil
    ) throws {
        var template = Array("/tmp/utter-helper-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp") }
        directory = String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self)
        path = "\(directory)/utter-hotkeys"
        let again = later == nil || later == [.accepted] ? then : "wait"
        let script = """
            #!/bin/sh
            cd '\(directory)'
            PATH=/usr/bin:/bin
            echo $$ >>starts
            wait() { exec cat >>requests; }
            if [ "$(wc -l <starts)" = 1 ]; then
                printf '\(Self.octal(reports))'
                \(then)
            else
                printf '\(Self.octal(later ?? reports))'
                \(again)
            fi
            """
        let file = try FileDescriptor.open(
            FilePath(path), .writeOnly, options: [.create, .closeOnExec],
            permissions: [.ownerReadWriteExecute])
        _ = try file.closeAfter { try file.writeAll(script.utf8) }
    }

    deinit {
        for name in ["starts", "requests", "utter-hotkeys"] { unlink("\(directory)/\(name)") }
        rmdir(directory)
    }

    /// How often it was started.
    var starts: Int { contents("starts").split(separator: 10).count }

    /// Whether the one that was started last has ended.
    var isGone: Bool {
        let last = contents("starts").split(separator: 10).last ?? []
        return kill(Int32(String(decoding: last, as: UTF8.self)) ?? -1, 0) < 0
    }

    /// Waits until it has received these requests.
    func hears(_ requests: [UInt8]) async throws {
        try await waitUntil("it hears \(requests)") { contents("requests") == requests }
    }

    private func contents(_ name: String) -> [UInt8] {
        guard let file = fopen("\(directory)/\(name)", "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    private static func octal(_ reports: [HelperReport]) -> String {
        reports.flatMap(\.bytes).map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined()
    }
}
