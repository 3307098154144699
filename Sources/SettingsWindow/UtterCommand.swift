internal import CGTK
import Glibc

/// A run of the program `utter`, whose end and lines arrive on GTK's loop.
@MainActor
final class UtterCommand {
    struct Outcome {
        /// Whether its exit status is 0.
        let isGood: Bool
        let output: String
        /// The message for people.
        let words: String

        /// Why nothing can be shown of the configuration: it has an error.
        var unreadable: String { words + "Correct it in an editor, and open this window again." }
    }

    // GSubprocessFlags.
    private static let stdoutPipe: Int32 = 1 << 2
    private static let stderrPipe: Int32 = 1 << 4
    private static let silentError: Int32 = 1 << 5
    private static let mergedError: Int32 = 1 << 6

    private let process: utter_any?
    private var stream: utter_any?
    private var onLine: (String) -> Void = { _ in }
    private var onOutcome: (Outcome) -> Void = { _ in }
    private let failure: String

    /// Runs a command to its end.
    @discardableResult
    init(_ arguments: [String], _ onEnd: @escaping (Outcome) -> Void) {
        (process, failure) = Self.start(arguments, Self.stdoutPipe | Self.stderrPipe)
        onOutcome = onEnd
        guard let process else {
            onEnd(Outcome(isGood: false, output: "", words: failure))
            return
        }
        g_subprocess_communicate_utf8_async(
            process, nil, nil,
            { source, result, data in
                UtterCommand.take(source, result, data) { $0.finish($1) }
            }, Unmanaged.passRetained(self).toOpaque())
    }

    /// Runs a command and passes on each line that it prints, and its last one again at its end.
    init(
        _ arguments: [String], merged: Bool = false, onLine: @escaping (String) -> Void,
        onEnd: @escaping (_ isGood: Bool) -> Void
    ) {
        (process, failure) = Self.start(
            arguments, Self.stdoutPipe | (merged ? Self.mergedError : Self.silentError))
        self.onLine = onLine
        onOutcome = { onEnd($0.isGood) }
        guard let process else {
            onLine(failure)
            onEnd(false)
            return
        }
        stream = g_data_input_stream_new(g_subprocess_get_stdout_pipe(process))
        read()
    }

    isolated deinit {
        if let stream { g_object_unref(UnsafeMutableRawPointer(stream)) }
        if let process { g_object_unref(UnsafeMutableRawPointer(process)) }
    }

    /// Ends the process.
    func stop() {
        onLine = { _ in }
        onOutcome = { _ in }
        if let process { g_subprocess_force_exit(process) }
    }

    private static func start(
        _ arguments: [String], _ flags: Int32
    ) -> (utter_any?, failure: String) {
        var pointers: [UnsafePointer<CChar>?] = ([program] + arguments).map {
            UnsafePointer(strdup($0))
        }
        defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
        pointers.append(nil)
        var error: UnsafeMutablePointer<utter_error>?
        let process = g_subprocess_newv(pointers, flags, &error)
        defer { if let error { g_error_free(error) } }
        return (process, error.map { String(cString: $0.pointee.message) } ?? "")
    }

    /// `utter` beside this program; else that in PATH.
    private static let program: String = {
        guard let path = realpath("/proc/self/exe", nil) else { return "utter" }
        defer { free(path) }
        let own = String(cString: path)
        let neighbour = own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex) + "/utter"
        return access(String(neighbour), X_OK) == 0 ? String(neighbour) : "utter"
    }()

    // MARK: Answers

    /// - Parameter data: this object, retained for the call.
    nonisolated private static func take(
        _ source: utter_any?, _ result: utter_any?, _ data: UnsafeMutableRawPointer?,
        _ body: @MainActor (UtterCommand, utter_any?) -> Void
    ) {
        // nonisolated(unsafe): GIO calls back on the thread whose loop runs, the main one.
        nonisolated(unsafe) let (data, result) = (data, result)
        withoutActuallyEscaping(body) { body in
            MainActor.assumeIsolated {
                body(Unmanaged<UtterCommand>.fromOpaque(data!).takeRetainedValue(), result)
            }
        }
    }

    private func finish(_ result: utter_any?) {
        var output: UnsafeMutablePointer<CChar>?
        var words: UnsafeMutablePointer<CChar>?
        _ = g_subprocess_communicate_utf8_finish(process, result, &output, &words, nil)
        defer {
            g_free(output)
            g_free(words)
        }
        onOutcome(
            Outcome(
                isGood: g_subprocess_get_successful(process) != 0,
                output: output.map { String(cString: $0) } ?? "",
                words: words.map { String(cString: $0) } ?? ""))
    }

    private func read() {
        g_data_input_stream_read_line_async(
            stream, 0, nil,
            { source, result, data in
                UtterCommand.take(source, result, data) { $0.took($1) }
            }, Unmanaged.passRetained(self).toOpaque())
    }

    private func took(_ result: utter_any?) {
        guard let line = g_data_input_stream_read_line_finish_utf8(stream, result, nil, nil) else {
            // The output has ended, and the process is about to.
            g_subprocess_communicate_utf8_async(
                process, nil, nil,
                { source, result, data in
                    UtterCommand.take(source, result, data) { $0.finish($1) }
                }, Unmanaged.passRetained(self).toOpaque())
            return
        }
        onLine(String(cString: line))
        g_free(line)
        read()
    }
}
