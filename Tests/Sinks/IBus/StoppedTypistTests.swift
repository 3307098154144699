import Glibc
import LinuxRuntime
@testable import SinkIBus
import SystemPackage
import TestSupport
import Testing

/// `utter type` is stopped, or killed, while its engine is in force: its guardian gives the user's
/// engine back, and the user's keys arrive.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("xdotool", package: "xdotool"), .needs("ibus-daemon", package: "ibus"),
    .needs(
        "/usr/lib/x86_64-linux-gnu/gtk-3.0/3.0.0/immodules/im-ibus.so", package: "ibus-gtk3"),
    .needs(
        "/usr/lib/x86_64-linux-gnu/gtk-4.0/4.0.0/immodules/libim-ibus.so", package: "ibus-gtk4"),
    .needs(TextWindow.Kind.gtk3.program, package: "gir1.2-gtk-3.0"),
    .needs(TextWindow.Kind.gtk4.program, package: "gir1.2-gtk-4.0"))
struct StoppedTypistTests {
    private static let layout = "xkb:us:intl:eng"
    /// Of many commits, each of them another.
    private static let text = (1...16_000).map { "Grüße \($0), “你好”. " }.joined()

    @EventLoopActor private final class Scene {
        let ibus: IBusServer
        let link: IBusLink
        private(set) var window: IBusWindow
        private let kind: IBusWindow.Kind
        private let folder: ScratchDirectory

        init(_ kind: IBusWindow.Kind = .gtk3) async throws {
            ibus = try await IBusServer()
            link = try await IBusLink.open(try #require(IBusAddress.find(ibus.environment)))
            try await link.setGlobalEngine(layout)
            self.kind = kind
            window = try await ibus.open(kind)
            folder = try ScratchDirectory("utter-stop")
        }

        func openAnother() async throws {
            try await window.close()
            window = try await ibus.open(kind)
        }

        /// Begins to type a text.
        func begin(_ text: String) throws -> ChildProcess {
            try folder.write(text, to: "text")
            let input = try FileDescriptor.open(FilePath(folder.path("text")), .readOnly)
            let errors = try folder.create("errors")
            let silence = try FileDescriptor.open("/dev/null", .readWrite)
            defer { for end in [input, errors, silence] { try? end.close() } }
            return try ChildProcess(
                [GNOMEShellTyping.program, "type", "--sink", "ibus", "-"],
                environment: ProgramPlaces.environment
                    + ibus.environment.map { "\($0)=\($1)" } + ["LC_ALL=C.UTF-8"],
                descriptors: [input, silence, errors]
            ) { _ in }
        }

        /// Begins to type, and returns in the middle with the engine in force.
        func typist(after count: Int) async throws -> ChildProcess {
            let typist = try begin(text)
            try await waitUntil("it types: \(errors)") {
                typist.status != nil || window.text.count > count
            }
            try #require(typist.status == nil, "\(errors)")
            return typist
        }

        /// Waits until the user's engine is in force.
        func expectLayout() async throws {
            let start = MonotonicClock.nanoseconds
            while try await link.globalEngine() != layout {
                try #require(MonotonicClock.nanoseconds - start < 30_000_000_000, "not given back")
                try await EventLoop.shared.sleep(for: .milliseconds(2))
            }
        }

        var errors: String { textOfFile(folder.path("errors")) }

        /// The guardians of typists that use this daemon.
        var guardians: [Int32] {
            guard let record = EngineRecord.path(ibus.environment) else { return [] }
            return Folder.names(in: "/proc").compactMap { Int32($0) }.filter {
                let command = textOfFile("/proc/\($0)/cmdline")
                return command.contains("guard-input-source") && command.contains(record)
            }
        }
    }

    @EventLoopActor @Test(arguments: [IBusWindow.Kind.gtk3, .gtk4], [Int32(SIGCONT), SIGKILL])
    func theUsersKeysArriveWhileItIsStopped(_ kind: IBusWindow.Kind, _ then: Int32) async throws {
        let scene = try await Scene(kind)
        var times: [Duration] = []
        for _ in 1...5 {
            let typist = try await scene.typist(after: .random(in: 1...20_000))
            typist.send(signal: SIGSTOP)
            let start = MonotonicClock.nanoseconds
            #expect(try await scene.link.globalEngine() != Self.layout)
            try await scene.expectLayout()
            times.append(.nanoseconds(MonotonicClock.nanoseconds - start))
            try await scene.window.press("z")
            try await waitUntil("the key arrives") { scene.window.text.hasSuffix("z") }
            #expect(textOfFile("/proc/\(typist.pid)/stat").contains(") T "))
            let typed = scene.window.text.dropLast()
            #expect(Self.text.hasPrefix(typed))

            typist.send(signal: then)
            try await waitUntil("it ends") { typist.status != nil }
            if then == SIGCONT {
                #expect(typist.status == .exited(1))
                // What has arrived is known, and nothing was typed since. Of the last commit it isn't
                // where the window told of it only after IBus had taken the engine away.
                let counts = scene.errors.split(separator: " ").compactMap { Int($0) }
                let known = try #require(counts.last, "\(scene.errors)")
                #expect(
                    scene.errors.hasPrefix("utter: typing stopped: utter was held up for ")
                        && scene.errors.contains(" (after \(known) characters)")
                        && 0...CommitChunks.longest ~= typed.count - known,
                    "\(scene.errors) Typed: \(typed.count)")
            }
            try await waitUntil("the guardian has gone") { scene.guardians.isEmpty }
            #expect(try await scene.link.globalEngine() == Self.layout)
            #expect(scene.window.text == typed + "z")
            let next = try scene.begin("next")
            try await waitUntil("it ends") { next.status != nil }
            try await scene.window.expect(typed + "znext")
            try await scene.openAnother()
        }
        // A computer with far too much to do takes longer.
        #expect(try #require(times.min()) < .seconds(1))
    }

    /// Nobody has to start utter again.
    @EventLoopActor @Test func theEngineIsBackAfterAKill() async throws {
        var aborted = 0
        for _ in 1...5 {
            let scene = try await Scene()
            let typist = try await scene.typist(after: .random(in: 1...20_000))
            try await waitUntil("the guardian is there") { scene.guardians.count == 1 }
            typist.send(signal: SIGKILL)
            do {
                try await scene.expectLayout()
            } catch {
                // See theNextStartPutsTheUsersEngineBack.
                guard await scene.ibus.hasAborted() else { throw error }
                aborted += 1
                continue
            }
            try await waitUntil("the guardian has gone") { scene.guardians.isEmpty }
            #expect(EngineRecord.path(scene.ibus.environment).map(EngineRecord.hasEngine) == false)
            try await scene.window.press("z")
            try await waitUntil("the key arrives") { scene.window.text.hasSuffix("z") }
        }
        #expect(aborted < 5)
    }

    /// A computer with far too much to do holds the event loop up for some time.
    @EventLoopActor @Test func aShortStandstillEndsNothing() async throws {
        let scene = try await Scene()
        let record = try #require(EngineRecord.path(scene.ibus.environment))
        var guardian = EngineGuardian(on: scene.link, record: record)
        do {
            let turn = try await IBusTurn.begin(
                on: scene.link, record: record, guardian: guardian, interrupting: false)
            #expect(turn.standstill == nil)
            usleep(400_000)
            #expect(try await scene.link.globalEngine().map(EngineConnection.isOurs) == true)
            #expect(turn.field != nil)
            #expect(scene.guardians.count == 1)
            await turn.end()
            #expect(try await scene.link.globalEngine() == Self.layout)
        }
        do {
            let turn = try await IBusTurn.begin(
                on: scene.link, record: record, guardian: guardian, interrupting: false)
            usleep(1_000_000)
            #expect(try await scene.link.globalEngine().map(EngineConnection.isOurs) == true)
            #expect(turn.field != nil)
            await turn.end()
        }
        // Between turns it sleeps, however long.
        usleep(1_000_000)
        #expect(scene.guardians.count == 1)
        guardian = nil
        try await waitUntil("the guardian has gone") { scene.guardians.isEmpty }
    }

    @EventLoopActor @Test func theCommandRefusesToRunOnItsOwn() async throws {
        let run = try await ProgramRun(
            [GNOMEShellTyping.program, "guard-input-source", "unix:path=/none", "/none", "none"])
        #expect(run.status == .exited(1))
        #expect(run.errors.hasPrefix("utter: cannot guard"))
    }
}
