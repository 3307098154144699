import ArgumentParser
import Assembly
import CLinux
import ControlProtocol
import DictationParts
import Glibc
import LinuxRuntime
import Problems
import SystemPackage

struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: "Put the last dictation on the clipboard.",
        discussion: "A process stays until something else is copied.")

    @Flag(help: "Copy the engine's own words.")
    var raw = false

    /// Makes this the process that stays and serves the clipboard: it reads the text from its
    /// standard input.
    @Flag(help: .hidden)
    var serve = false

    func run() throws {
        if serve { return try Self.serveStandardInput() }
        let isCopied = try EventLoop.shared.run { [raw] in
            guard let record = try await KeptTranscripts.read(1).first else {
                throw Problem("nothing to copy", why: "nothing was dictated yet")
            }
            return try await Self.handOver(raw ? record.raw : record.text)
        }
        // The serving process has said why.
        if !isCopied { throw ExitCode.failure }
    }

    // MARK: The serving process

    private static func serveStandardInput() throws {
        // The terminal may be closed.
        signal(SIGHUP, SIG_IGN)
        let text = try StandardInput.readText()
        try EventLoop.shared.run {
            let offer = try await Registry.copy(text)
            try printData("copied")
            // Otherwise a program that reads them would wait for the end of this process.
            let null = try FileDescriptor.open("/dev/null", .readWrite)
            for stream in [FileDescriptor.standardInput, .standardOutput, .standardError] {
                _ = try null.duplicate(as: stream)
            }
            try await offer.end()
        }
    }

    // MARK: The process that starts it

    /// Returns whether the text is on the clipboard.
    @EventLoopActor private static func handOver(_ text: String) async throws -> Bool {
        let input = OwnedDescriptor(
            adopting: try check(utter_memory_file("utter"), "memfd_create"))
        try input.descriptor.writeAll(text.utf8)
        try input.descriptor.seek(offset: 0, from: .start)
        let output = try FileDescriptor.pipe()
        let reading = OwnedDescriptor(adopting: output.readEnd.rawValue)
        let server = try start(
            input.descriptor, OwnedDescriptor(adopting: output.writeEnd.rawValue))
        // The server is ready when it says so, or has failed at the end of its output.
        _ = try await EventLoop.shared.ready(reading.descriptor, within: .seconds(30))
        var answer = [UInt8](repeating: 0, count: 64)
        guard read(reading.rawValue, &answer, answer.count) > 0 else { return false }
        server.release()
        return true
    }

    /// Takes `output` over, so that afterwards only the child has its writing end.
    @EventLoopActor private static func start(
        _ input: FileDescriptor, _ output: consuming OwnedDescriptor
    ) throws -> ChildProcess {
        try ChildProcess(
            [Executable.path().string, "copy", "--serve"],
            descriptors: [input, output.descriptor]
        ) { _ in }
    }
}
