import HotkeyChords
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// What the real program refuses, and that it ends afterwards. Every reason of the protocol is
/// covered.
@Suite(.runningLoop) struct RefusalTests {
    private static let nine = (59...67).map { chord($0) }

    @EventLoopActor
    @Test(
        arguments: [
            (Array("utter-hotkeys 2\n".utf8), "refused 0: notTheProtocol"),
            (HelperRequest.bind([]), "refused 0: noBindings"),
            (HelperRequest.bind(nine), "refused 0: tooManyBindings"),
            (HelperRequest.bind([.f9, chord(0)]), "refused 1: notAKey"),
            (HelperRequest.bind([.f9]).dropLast() + [1], "refused 0: notModifiers"),
            (HelperRequest.bind([.f9, .escape, .f9]), "refused 2: duplicate"),
            (HelperRequest.bind([.f9, chord(30)]), "refused 1: revealing"),
            (HelperRequest.bind([chord(0x1F1)]), "refused 0: revealing"),
            // NumLock writes in the layout Neo.
            (HelperRequest.bind([chord(69)]), "refused 0: revealing"),
            (HelperRequest.bind([chord(30, [.shift: .either])]), "refused 0: revealing"),
            (HelperRequest.bind([chord(30, [.alt: .right])]), "refused 0: revealingWithAltGr"),
            (HelperRequest.bind([chord(30, [.alt: .either])]), "refused 0: revealingWithAltGr"),
        ] as [([UInt8], String)])
    func reportsWhyAndEnds(request: [UInt8], answer: String) async throws {
        let helper = try HelperRun([HelperRun.built])
        helper.send(request)
        try await helper.ends()
        #expect(helper.process.status == .exited(64))
        try await helper.tells(answer)
    }

    @EventLoopActor @Test func refusesACommandThatItHasNot() async throws {
        let helper = try HelperRun([HelperRun.built])
        helper.send(HelperRequest.bind([.f9]) + [0b10])
        try await helper.ends()
        #expect(helper.process.status == .exited(64))
        try await waitUntil("it tells why") { helper.told.last == "refused 0: notACommand" }
        #expect(helper.told.first == "accepted")
    }

    /// Not into a file: it would be written with the helper's privileges.
    @EventLoopActor @Test func refusesToWriteIntoFiles() async throws {
        let run = try await ProgramRun([HelperRun.built])
        #expect(run.status == .exited(64))
        #expect(run.output.isEmpty)
        #expect(run.errors.isEmpty)
    }

    @EventLoopActor @Test func endsWithItsCaller() async throws {
        let helper = try HelperRun([HelperRun.built])
        helper.send(HelperRequest.bind([.f9]))
        try await waitUntil("it answers") { !helper.told.isEmpty }
        helper.hangUp()
        try await helper.ends()
        #expect(helper.process.status == .exited(0))
    }

    /// A caller that sends half of a request and goes.
    @EventLoopActor @Test func endsInMidSentence() async throws {
        let helper = try HelperRun([HelperRun.built])
        helper.send(HelperRequest.bind([.f9]).dropLast(2))
        helper.hangUp()
        try await helper.ends()
        #expect(helper.process.status == .exited(0))
    }

    /// Swift's runtime reads its environment, which the caller controls.
    @EventLoopActor @Test func ignoresItsEnvironment() async throws {
        let question = ["SWIFT_DEBUG_HELP=YES"]
        // Another program reacts to it, and prints the variables.
        let utter = FilePath(HelperRun.built).removingLastComponent().appending("utter").string
        let other = try await ProgramRun([utter, "--version"], environment: question)
        try #require(other.errors.contains("SWIFT_BACKTRACE"), "nobody reads this variable")
        let helper = try await ProgramRun([HelperRun.built], environment: question)
        #expect(helper.errors == "")
        #expect(helper.status == .exited(64))
    }
}
