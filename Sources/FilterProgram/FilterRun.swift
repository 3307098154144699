package import Dictation
import Glibc
import LinuxRuntime
import SystemPackage

/// One run of a program, which is killed with its children when this object goes.
package final class FilterRun {
    /// 1 MiB: a dictation of an hour is a tenth of it.
    package static let mostText = 1 << 20

    private let program: FilterProgram
    private let limit: Duration
    private var input: InputFile?
    private var process: ChildProcess?
    private var text: ProgramOutput?
    private var timer: EventSource?
    private let onText: (String) -> Void
    private var onEnd: ((Result<String, Problem>) -> Void)?

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - bytes: its standard input, or the file that it is given.
    ///   - limit: then it is killed.
    ///   - onText: called with all that it printed so far.
    ///   - onEnd: called once, unless this object goes before: with all that it printed, or why
    ///     that can't be had.
    package init(
        _ program: FilterProgram, _ bytes: [UInt8], within limit: Duration,
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
            let why = (error as? SystemError).map { "\($0.errno)" } ?? "\(error)"
            throw program.missing(why)
        }
    }

    private func start(_ bytes: [UInt8]) throws {
        let input = try InputFile(bytes, suffix: program.fileSuffix)
        self.input = input
        let output = try FileDescriptor.pipe()
        let writing = OwnedDescriptor(adopting: output.writeEnd.rawValue)
        text = try ProgramOutput(
            adopting: output.readEnd, keeping: Self.mostText
        ) { [unowned self] in tellText() }
        timer = try EventLoop.shared.timer(after: limit) { [unowned self] in timeOut() }
        // What it writes to standard error may be what was said: nobody is told, no log has it.
        let nothing = try FileDescriptor.open("/dev/null", .readWrite, options: .closeOnExec)
        defer { try? nothing.close() }
        process = try ChildProcess(
            program.arguments(input.path),
            descriptors: [
                input.path == nil ? input.descriptor : nothing, writing.descriptor,
                nothing,
            ]
        ) { [unowned self] in ended($0) }
    }

    /// Ends it without a word to anybody.
    package func stop() {
        onEnd = nil
        end(.success(""))
    }

    private func tellText() {
        guard onEnd != nil, let text else { return }
        if text.isCut {
            return end(.failure(failure("it printed more than \(Self.mostText / 1024) KiB")))
        }
        onText(String(decoding: text.bytes, as: UTF8.self))
    }

    private func timeOut() {
        let time = limit.milliseconds
        let shown = time % 1000 == 0 ? "\(time / 1000) s" : "\(time) ms"
        end(.failure(failure("no end within \(shown)")))
    }

    private func ended(_ status: LinuxRuntime.ExitStatus) {
        // What it left running. The group can't be another's yet: the event loop reaps the
        // process after this call (sd_event_add_child(3)).
        if let pid = process?.pid { kill(-pid, SIGKILL) }
        // What it wrote at last; a child of its own may hold the pipe open, so never to the end.
        while let text, !text.isCut {
            let before = text.bytes.count
            text.read()
            if text.bytes.count == before { break }
        }
        guard let text else { return }
        if text.isCut {
            tellText()
        } else if status == .exited(0) {
            end(.success(String(decoding: text.bytes, as: UTF8.self)))
        } else {
            tellText()
            end(.failure(failure("\(status)")))
        }
    }

    private func failure(_ why: String) -> Problem {
        Problem(
            "\(program.role) “\(program.name)” failed", why: why,
            remedy: "Run it by hand to see what it says, or raise \(program.limitSetting) if it is "
                + "slow.")
    }

    private func end(_ result: Result<String, Problem>) {
        timer = nil
        text = nil
        process = nil
        input = nil
        let onEnd = self.onEnd
        self.onEnd = nil
        onEnd?(result)
    }
}
