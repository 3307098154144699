import Assembly
import CLinux
import DictationParts
import Glibc
import LinuxRuntime
import Problems
import ProcessConfinement
import SinkChains
import SystemPackage

/// A process of `utter copy` that stays and serves the clipboard: a selection has no contents
/// without a process.
@EventLoopActor
final class ClipboardServer {
    private let process: ChildProcess
    /// The connection to the server, in both directions.
    private let line: OwnedDescriptor

    /// How long the process may take to begin, on a busy machine.
    private static let timeout = Duration.seconds(30)

    // MARK: The process that starts it

    /// Puts a text on the clipboard. Returns whether it is there; the server has said why not.
    static func copy(_ text: String) async throws -> Bool {
        let input = try memoryFile()
        try input.descriptor.writeAll(text.utf8)
        try input.descriptor.seek(offset: 0, from: .start)
        let server = try ClipboardServer("--serve", input.descriptor)
        guard try await server.isHeard() else { return false }
        server.process.release()
        return true
    }

    /// Hands over what sinks serve for the user, who had copied it, before this process ends.
    static func takeOver(from sinks: SinkChain) async {
        // Not given up when the typing was cancelled.
        await EventLoop.task {
            do {
                guard await sinks.servedContents != nil else { return }
                guard try await isTaken(from: sinks) else { throw silence }
            } catch {
                Log.notice("what you had copied is no longer on the clipboard: \(error)")
            }
        }.value
    }

    private static func isTaken(from sinks: SinkChain) async throws -> Bool {
        let input = try memoryFile()
        let server = try ClipboardServer("--inherit", input.descriptor)
        guard try await server.isHeard() else { return false }
        // Something else may have been copied in the meantime; from here on the server knows.
        guard let contents = await sinks.servedContents else { return true }
        try input.descriptor.writeAll(contents.encoded)
        try server.line.descriptor.writeAll("\n".utf8)
        guard try await server.isHeard() else { return false }
        server.process.release()
        return true
    }

    private static let silence = Problem(
        "cannot hand it over", why: "the process that would serve it did not begin")

    private static func memoryFile() throws -> OwnedDescriptor {
        OwnedDescriptor(adopting: try check(utter_memory_file("utter"), "memfd_create"))
    }

    private init(_ option: String, _ input: FileDescriptor) throws {
        let ends = try OwnedDescriptor.socketToChild()
        process = try ChildProcess(
            [Executable.path().string, "copy", option],
            descriptors: [input, ends.childs.descriptor]
        ) { _ in }
        line = ends.own
    }

    /// Whether the server says the next thing; else it has failed.
    private func isHeard() async throws -> Bool {
        guard try await EventLoop.shared.ready(line.descriptor, within: Self.timeout)
        else { return false }
        var answer = [UInt8](repeating: 0, count: 64)
        return read(line.rawValue, &answer, answer.count) > 0
    }

    // MARK: The serving process

    /// Serves the text of standard input until something else is copied.
    static func serveText() async throws {
        let offer = try await Registry.copy(try StandardInput.readText())
        try printData("copied")
        try await stay(offer)
    }

    /// Serves what the process at the other end of standard output has served, and writes to
    /// standard input when it is asked to.
    static func serveInheritance() async throws {
        let heir = try await Registry.inheritClipboard()
        try printData("ready")
        var request: UInt8 = 0
        // Nothing is left to be served, or the other process has ended.
        guard read(STDOUT_FILENO, &request, 1) > 0 else { return }
        try FileDescriptor.standardInput.seek(offset: 0, from: .start)
        guard let contents = ClipboardContents(encoded: try StandardInput.readBytes()) else {
            throw Problem("cannot serve the clipboard", why: "its contents came damaged")
        }
        try await heir.take(contents)
        try printData("taken")
        try await stay(heir)
    }

    private static func stay(_ offer: any ClipboardOffer) async throws {
        // Otherwise a program that reads them would wait for the end of this process.
        let null = try FileDescriptor.open("/dev/null", .readWrite)
        for stream in [FileDescriptor.standardInput, .standardOutput, .standardError] {
            _ = try null.duplicate(as: stream)
        }
        // From here on it needs what it has open, and Xlib's texts.
        _ = chdir("/")
        try? Confinement.becomeUnreadable()
        _ = try? Confinement.restrictFiles(toReading: ["/usr"])
        try await offer.end()
    }
}
