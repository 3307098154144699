import ControlProtocol
import Dictation
import Glibc
import LinuxRuntime
import MonotonicTime
import SystemPackage
import TestSupport
import Testing

/// The real overlay at a control socket on which the test plays the daemon.
@EventLoopActor
final class OverlayStage {
    /// The program beside `$UTTER`, else the debug build beside the tests.
    static let program: String = {
        let neighbour = getenv("UTTER").map { String(cString: $0) } ?? CommandLine.arguments[0]
        return neighbour.prefix(upTo: neighbour.lastIndex(of: "/") ?? neighbour.startIndex)
            + "/utter-overlay"
    }()

    let server: ControlServer
    private(set) var process: ChildProcess!
    /// The answer to `utter last`.
    var lastText = ""
    /// What buttons were clicked for.
    private(set) var acts: [Dictation.Notice.Action] = []
    /// How often the button was clicked that begins and ends a dictation.
    private(set) var toggles = 0
    let log: TemporaryFile
    /// `XDG_RUNTIME_DIR` of the overlay.
    let directory: String
    private let environment: [String]
    private let options: [String]

    /// - Parameter environment: of the display; `XDG_RUNTIME_DIR` is added.
    init(
        _ environment: [String], _ options: [String] = [], program: String = program
    ) async throws {
        var template = Array("/tmp/utter-stage-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        directory = String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self)
        log = try TemporaryFile()
        self.environment =
            environment.filter { !$0.hasPrefix("XDG_RUNTIME_DIR=") }
            + ["XDG_RUNTIME_DIR=\(directory)"]
        self.options = options
        server = ControlServer(path: directory + "/utter/control")
        try server.start { [unowned self] request, reply in
            if case .act(let action) = request { acts.append(action) }
            if case .toggle = request { toggles += 1 }
            guard case .last = request else { return reply(.ok()) }
            reply(
                .transcripts([
                    TranscriptRecord(
                        number: 1, time: 0, raw: lastText, text: lastText, inserted: false)
                ]))
        }
        publish(.idle)
        process = try Self.launch(program, options, self.environment, log)
    }

    private static func launch(
        _ program: String, _ options: [String], _ environment: [String], _ log: TemporaryFile
    ) throws -> ChildProcess {
        let file = try log.writing()
        let nothing = try FileDescriptor.open("/dev/null", .readWrite)
        defer {
            try? file.close()
            try? nothing.close()
        }
        return try ChildProcess(
            ["setpriv", "--pdeathsig", "KILL", program] + options, environment: environment,
            descriptors: [nothing, nothing, file]
        ) { _ in }
    }

    deinit {
        for name in ["/utter/control", "/utter/control.lock", "/utter", ""] {
            remove(directory + name)
        }
    }

    /// Starts the overlay again, once it has ended.
    func restart() async throws {
        try await waitUntil("the overlay ends") { process.status != nil }
        process = try Self.launch(Self.program, options, environment, log)
    }

    // MARK: The daemon's part

    /// - Parameter isSilent: leaves out the faint sound without which the card says after two seconds
    ///   that there is none.
    func publish(
        _ state: StatusReport.State, hearing: Bool? = nil, heardFor time: Duration = .zero,
        isSilent: Bool = false, queued: Bool = false, partial: String? = nil,
        notice: StatusReport.Notice? = nil, caret: ScreenArea? = nil, isInTerminal: Bool = false,
        staysOn: Bool = false, isAway: Bool = false
    ) {
        let isHearing = hearing ?? (state == .recording)
        let since = Instant(nanoseconds: MonotonicClock.nanoseconds - time.nanoseconds)
        server.publish(
            StatusReport(
                state: state, hearing: isHearing, heardSince: isHearing ? since : nil,
                queued: queued, staysOn: staysOn, partial: partial, caret: caret,
                isInTerminal: isInTerminal, notice: notice,
                recognizer: .init(name: "fake", state: .ready), microphone: .init(name: "fake"),
                isAway: isAway, version: "1"))
        if isHearing, !isSilent { publish(level: 0.05) }
    }

    /// A level from 0 to 1 (`AudioLevel`), approximately.
    func publish(level: Float) {
        let decibels = (level - 1) * 60
        server.publish(
            AudioLevel(power: pow(10, decibels / 10)),
            at: Instant(
                nanoseconds: MonotonicClock.nanoseconds))
    }

    /// Waits until the overlay is connected.
    func waitForOverlay() async throws {
        try await waitUntil("the overlay connects: \(log.text)") { server.clientCount > 0 }
    }
}

extension TemporaryFile {
    /// Opens it for appending. The caller closes it.
    func writing() throws -> FileDescriptor {
        try FileDescriptor.open(FilePath(path), .writeOnly, options: [.append])
    }
}
