internal import Glibc
public import LinuxRuntime
internal import SystemPackage
internal import Testing

/// A window of a real program in the session of a real desktop, with one text field that has the
/// keyboard focus: a receiver of Tests/Typing, whose text can be read back.
@EventLoopActor
public final class SessionWindow {
    public enum Kind: String, CaseIterable, Sendable {
        case gtk3, gtk4, qt6, chromium, firefox
        /// A field of one line.
        case qt5
        /// LibreOffice Writer, with GTK 3.
        case writer
        /// The desktop's own terminal: GNOME Terminal or Konsole.
        case terminal
        /// In Xwayland.
        case xterm
        /// In KDE's image only.
        case foot
        /// Fields for a password.
        case password3, password4
        /// GTK's fields of one line.
        case entry3, entry4

        /// Those for text.
        public static let allCases: [Kind] = [
            .gtk3, .gtk4, .qt6, .chromium, .firefox, .writer, .terminal, .xterm,
        ]

        fileprivate var isPassword: Bool { self == .password3 || self == .password4 }

        fileprivate var hasOneLine: Bool {
            isPassword || self == .entry3 || self == .entry4 || self == .qt5
        }

        /// A terminal reads Return as a carriage return.
        public var isTerminal: Bool { self == .terminal || self == .xterm || self == .foot }
    }

    public let kind: Kind
    /// The window's title, which no other window has; a browser or terminal may add its name.
    public let title: String
    private let directory: ScratchDirectory
    private let process: ChildProcess
    private let commands: FileDescriptor
    private static var count = 0

    /// Opens it, and waits until it has the focus and reads keys.
    ///
    /// - Parameters:
    ///   - input: the type of a browser's `<input>`, such as `email`; nil for a text area.
    ///   - environment: `NAME=VALUE`, besides the session's.
    ///   - isTried: whether keys are pressed until it has read one, and their text is taken away.
    public init(
        _ kind: Kind, input: String? = nil, environment: [String] = [], isTried: Bool = true
    ) async throws {
        self.kind = kind
        Self.count += 1
        title = "receiver \(Self.count)"
        directory = try ScratchDirectory("utter-window")
        try directory.write("", to: "content")
        let pipe = try FileDescriptor.pipe()
        defer { try? pipe.readEnd.close() }
        commands = pipe.writeEnd
        for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        let log = try directory.create("log")
        defer { try? log.close() }
        process = try ChildProcess(
            ["env"] + environment + (input.map { ["RECEIVER_INPUT=\($0)"] } ?? [])
                + Self.command(
                    kind, title, directory.path("content"), directory.path("ready"),
                    directory.path("profile")),
            descriptors: [pipe.readEnd, log, log]
        ) { _ in }
        try await waitUntil("\(kind) has the focus") {
            process.status != nil || access(directory.path("ready"), F_OK) == 0
        }
        if !isTried { return }
        try await becomesReady(
            isLine: kind.hasOneLine || input != nil,
            takesSpace: !kind.isPassword && input == nil)
    }

    /// Some programs say that they have the focus, or say nothing, before they read keys, and those are
    /// lost. So a key is pressed until it comes, and then Return: what comes after that is the test's.
    ///
    /// - Parameters:
    ///   - isLine: whether its field takes no Return.
    ///   - takesSpace: whether it takes Space. Otherwise a digit is pressed, which GTK’s fields of one line
    ///     report to IBus even when it has been cleared.
    private func becomesReady(isLine: Bool, takesSpace: Bool) async throws {
        repeat {
            if process.status != nil {
                throw WindowIsGone(kind: kind, why: textOfFile(directory.path("log")))
            }
            try await DesktopSession.press(takesSpace ? Self.space : Self.one)
            let deadline = MonotonicClock.nanoseconds + 1_000_000_000
            while text.isEmpty, MonotonicClock.nanoseconds < deadline {
                try await EventLoop.shared.sleep(for: .milliseconds(5))
            }
        } while text.isEmpty
        if isLine { return try await clear() }
        try await DesktopSession.press(Self.enter)
        try await waitUntil("\(kind) reads Return") { text.last?.isNewline == true }
        try await clear()
    }

    private static let (one, space, enter): (UInt16, UInt16, UInt16) = (2, 57, 28)

    /// A window that never opened.
    public struct WindowIsGone: Error {
        public let kind: Kind
        /// What the program said.
        public let why: String
    }

    deinit { try? commands.close() }

    private static func command(
        _ kind: Kind, _ title: String, _ content: String, _ ready: String, _ profile: String
    ) -> [String] {
        let files = [title, content, ready]
        func python(_ program: String, _ kind: String) -> [String] {
            ["/usr/bin/python3", Project.path("Tests/Typing/receivers/\(program)"), kind] + files
                + [profile]
        }
        func terminal(_ program: String) -> [String] {
            ["sh", Project.path("Tests/Typing/receivers/terminal.sh")] + files + [program]
        }
        return switch kind {
        case .gtk3: python("gtk.py", "view3")
        case .gtk4: python("gtk.py", "view4")
        case .password3, .password4, .entry3, .entry4: python("gtk.py", kind.rawValue)
        case .qt5: python("qt.py", "qt")
        case .qt6: python("qt6.py", "qt6")
        case .writer: python("writer.py", "writer3")
        case .chromium: python("browser.py", "chromium-wayland")
        case .firefox: python("browser.py", "firefox")
        case .terminal:
            terminal(DesktopSession.desktop == .kde ? "konsole" : "gnome-terminal")
        case .xterm, .foot: terminal(kind.rawValue)
        }
    }

    /// The text that has arrived.
    public var text: String { textOfFile(directory.path("content")) }

    /// The words that an input method shows in it and that aren't part of its text (GTK only).
    public var preedit: String { textOfFile(directory.path("content.preedit")) }

    /// Whether its program runs.
    public var isRunning: Bool { process.status == nil }

    /// Empties it.
    public func clear() async throws {
        if kind.isTerminal {
            // Its program appends to the file.
            try check(truncate(directory.path("content"), 0), "truncate")
        } else {
            try commands.writeAll([UInt8(ascii: "\n")])
        }
        try await waitUntil("\(kind) is empty") { text.isEmpty }
    }

    /// Waits until exactly this has arrived, code point for code point. Fails the test with what
    /// differs first if nothing more has arrived for the time of the limit.
    public func expectText(_ expected: String, within limit: Duration = .seconds(180)) async throws
    {
        let wanted = Array(expected.unicodeScalars)
        var (count, isThere) = (-1, false)
        do {
            while !isThere {
                try await waitUntil("\(kind) has the text", within: limit) {
                    let text = text
                    isThere = text.unicodeScalars.elementsEqual(wanted)
                    defer { count = text.utf8.count }
                    return isThere || text.utf8.count != count
                }
            }
        } catch {
            let got = Array(text.unicodeScalars)
            let index = zip(wanted, got).prefix { $0 == $1 }.count
            Issue.record(
                """
                \(kind): \(got.count) of \(wanted.count) code points arrived; from code point \
                \(index) on, “\(Self.part(wanted, index))” came as “\(Self.part(got, index))”
                """)
            throw error
        }
    }

    private static func part(_ text: [Unicode.Scalar], _ start: Int) -> String {
        String(String.UnicodeScalarView(text[min(start, text.count)...].prefix(12)))
    }

    /// Stops the program's process, so that it reads nothing, or continues it; not a terminal's.
    public func freeze(_ isFrozen: Bool) { process.send(signal: isFrozen ? SIGSTOP : SIGCONT) }

    /// Ends its program, and waits for that.
    public func close() async throws {
        // GNOME Terminal's windows are of a process that serves them all.
        if kind.isTerminal, let pid = Int32(textOfFile(directory.path("ready")).dropLast()) {
            kill(pid, SIGKILL)
        }
        process.send(signal: SIGKILL)
        try await waitUntil("\(kind) ends") { process.status != nil }
    }
}
