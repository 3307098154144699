import Glibc
package import LinuxRuntime
import MonotonicTime
package import Problems
import SystemPackage

/// A run of a program, which is killed with all its children when this object is destroyed.
@EventLoopActor
package final class FilterRun {
    /// 1 MiB: ten times the text of a dictation of an hour.
    package nonisolated static let mostText = 1 << 20

    private let program: ExternalProgram
    private let limit: Duration
    private var process: GuardedProgram?
    private var text: ProgramOutput?
    private var timer: EventSource?
    private let onText: (String) -> Void
    private var onEnd: ((Result<String, Problem>) -> Void)?

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - bytes: its standard input, or the contents of its input file.
    ///   - limit: it is killed after this time.
    ///   - onText: called with all output so far.
    ///   - onEnd: called once, unless this object is destroyed before: with all output, or why
    ///     there is none.
    package init(
        _ program: ExternalProgram, _ bytes: [UInt8], within limit: Duration,
        onText: @escaping (String) -> Void = { _ in },
        onEnd: @escaping (Result<String, Problem>) -> Void
    ) throws(Problem) {
        self.program = program
        self.onText = onText
        self.onEnd = onEnd
        self.limit = limit
        do {
            try start(bytes)
        } catch {
            throw program.missing("\(error)")
        }
    }

    private func start(_ bytes: [UInt8]) throws {
        let input = try InputFile(bytes, suffix: program.fileSuffix)
        let output = try FileDescriptor.pipe()
        let writing = OwnedDescriptor(adopting: output.writeEnd.rawValue)
        text = try ProgramOutput(
            adopting: output.readEnd, keeping: Self.mostText
        ) { [unowned self] in sendText() }
        timer = EventLoop.shared.timer(after: limit) { [unowned self] in timeOut() }
        // Its standard error may contain what was said, so it is discarded and never logged.
        let nothing = try FileDescriptor.open("/dev/null", .readWrite, options: .closeOnExec)
        defer { try? nothing.close() }
        process = try GuardedProgram(
            program.arguments(input.path),
            streams: [
                input.path == nil ? input.descriptor : nothing, writing.descriptor, nothing,
            ], input: input
        ) { [unowned self] in ended($0) }
    }

    /// Kills the program without calling `onEnd`.
    package func stop() {
        onEnd = nil
        finish(.success(""))
    }

    private func sendText() {
        guard onEnd != nil, let text else { return }
        if text.isCut {
            return finish(.failure(failure("it printed more than \(Self.mostText / 1024) KiB")))
        }
        onText(String(decoding: text.bytes, as: UTF8.self))
    }

    private func timeOut() {
        let time = limit.milliseconds
        let shown = time % 1000 == 0 ? "\(time / 1000) s" : "\(time) ms"
        finish(.failure(failure("it didn’t finish within \(shown)")))
    }

    private func ended(_ end: GuardedProgram.End) {
        let status: LinuxRuntime.ExitStatus
        do throws(SystemError) {
            status = try end.get()
        } catch {
            return finish(.failure(program.missing("\(error.errno)")))
        }
        // Reads the last output; not up to the end of the pipe, which a child of the program may
        // hold open.
        while let text, !text.isCut {
            let before = text.bytes.count
            text.read()
            if text.bytes.count == before { break }
        }
        guard let text else { return }
        if text.isCut {
            sendText()
        } else if status == .exited(0) {
            finish(.success(String(decoding: text.bytes, as: UTF8.self)))
        } else {
            sendText()
            finish(.failure(failure("\(status)")))
        }
    }

    private func failure(_ why: String) -> Problem {
        Problem(
            "\(program.role) “\(program.name)” failed", why: why,
            remedy: "Run it by hand to see what it says, or raise \(program.limitSetting) if it is "
                + "slow.")
    }

    private func finish(_ result: Result<String, Problem>) {
        timer = nil
        text = nil
        process = nil
        let onEnd = self.onEnd
        self.onEnd = nil
        onEnd?(result)
    }
}
