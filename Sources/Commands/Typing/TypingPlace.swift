import Assembly
import Dictation
import Glibc
import LinuxRuntime
import Problems
import SystemPackage

/// A place that has the focus while this command types, and reports the text that arrives.
@EventLoopActor
protocol TypingPlace: AnyObject {
    /// “this terminal”
    var name: String { get }

    /// Before something is typed.
    func begin()

    /// The text that has arrived since: so many bytes of UTF-8, or fewer if no more come.
    ///
    /// - Parameter limit: the longest wait for the first key, which comes only after the sink is
    ///   connected.
    func read(_ count: Int, within limit: Duration) async throws -> String

    /// After it.
    func end()
}

extension TypingPlace {
    /// The longest wait for the next key.
    static var pause: Duration { .seconds(2) }
}

/// The terminal in which this command runs.
final class TerminalInput: TypingPlace {
    let name = "this terminal"
    private var terminal: QuietTerminal?

    func begin() { terminal = QuietTerminal() }

    func read(_ count: Int, within limit: Duration) async throws -> String {
        var (bytes, timeout): ([UInt8], Duration) = ([], limit)
        while bytes.count < count,
            try await EventLoop.shared.ready(.standardInput, within: timeout)
        {
            let piece = try StandardInput.readPiece()
            if piece.isEmpty { break }
            bytes += piece
            timeout = Self.pause
        }
        // Only text that may be shown in a terminal.
        return TypableText(
            cleaning: String(decoding: bytes, as: UTF8.self), lineBreaks: .space
        ).string
    }

    func end() {
        terminal?.restore()
        terminal = nil
    }
}

/// A window with one field, which `utter-settings` opens.
final class TypingWindow: TypingPlace {
    let name = "the test’s window"
    private let process: ChildProcess
    private let output: OwnedDescriptor
    /// The bytes of a line that isn't complete.
    private var unread: [UInt8] = []
    private var (hasFocus, hasEnded) = (false, false)
    /// The text in the field, and the text that was there before something was typed.
    private var (text, textBefore) = ("", "")

    /// The longest wait for the focus, before the user is asked for it and then.
    private static let timeout = (first: Duration.seconds(5), then: Duration.seconds(60))

    /// Opens it, and waits until it has the focus.
    ///
    /// - Parameter ask: shows a sentence to the user.
    /// - Returns: nil if there is no display, or no GTK.
    static func open(_ ask: (String) -> Void) async throws -> TypingWindow? {
        guard let path = SettingsProgram.path,
            let window = try? TypingWindow(path)
        else { return nil }
        if try await window.isFocused(within: timeout.first) { return window }
        if window.hasEnded { return nil }
        ask("Click into the window “Utter: typing test”.")
        if try await window.isFocused(within: timeout.then) { return window }
        throw Problem(
            "cannot type and read back", why: "the test’s window didn’t get the focus",
            remedy: "Run it again, and click into that window.")
    }

    private init(_ path: String) throws {
        let pipe = try FileDescriptor.pipe()
        output = OwnedDescriptor(adopting: pipe.readEnd.rawValue)
        let writing = OwnedDescriptor(adopting: pipe.writeEnd.rawValue)
        // What GTK says about a display that isn't there is of no use here.
        let silence = try FileDescriptor.open("/dev/null", .readWrite, options: .closeOnExec)
        defer { try? silence.close() }
        process = try ChildProcess(
            [path, "--typing-field"], descriptors: [silence, writing.descriptor, silence]
        ) { _ in }
    }

    private func isFocused(within limit: Duration) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while !hasFocus, try await readOutput(within: deadline - .now) {}
        return hasFocus
    }

    /// Reads what the window prints next; answers whether there was something in time.
    private func readOutput(within limit: Duration) async throws -> Bool {
        guard !hasEnded, limit > .zero,
            try await EventLoop.shared.ready(output.descriptor, within: limit)
        else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = try buffer.withUnsafeMutableBytes { try output.descriptor.read(into: $0) }
        hasEnded = count == 0
        unread += buffer[..<count]
        var lines = unread.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        unread = Array(lines.removeLast())
        for line in lines.map({ String(decoding: $0, as: UTF8.self) }) {
            if line == "focus" { hasFocus = true }
            if line.hasPrefix("text ") { text = String(line.dropFirst(5)) }
        }
        return !hasEnded
    }

    func begin() { textBefore = text }

    func read(_ count: Int, within limit: Duration) async throws -> String {
        var timeout = limit
        while arrived.utf8.count < count, try await readOutput(within: timeout) {
            if !arrived.isEmpty { timeout = Self.pause }
        }
        return TypableText(cleaning: arrived, lineBreaks: .space).string
    }

    /// The cursor stays at the end of the field.
    private var arrived: String {
        text.hasPrefix(textBefore) ? String(text.dropFirst(textBefore.count)) : text
    }

    func end() {}
}
