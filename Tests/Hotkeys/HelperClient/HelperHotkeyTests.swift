import Dictation
import HotkeyChords
import LinuxRuntime
import MonotonicTime
import Problems
import SystemPackage
import TestSupport
import Testing

@testable import HotkeyHelper

/// The daemon's side, with helpers that misbehave unlike the real one.
@Suite(.runningLoop) struct HelperHotkeyTests {
    private static let f9 = HotkeyChord(key: 67, keyName: "F9")
    private static let escape = HotkeyChord(key: 1, keyName: "Esc")
    private let now = Instant(nanoseconds: 7)

    @EventLoopActor @Test func reportsWhatTheHelperTells() async throws {
        let helper = try FakeHelper([
            .accepted, .watching, .pressed(binding: 0, at: now), .spoiled(binding: 0, at: now),
            .pressed(binding: 1, at: now), .released(binding: 1, at: now),
            .released(binding: 0, at: now),
        ])
        let hotkey = TriedHotkey(helper.path, [Self.f9], cancel: Self.escape)
        hotkey.start()
        try await hotkey.tells(
            .pressed(0, at: now), .spoiled(0, at: now), .cancel(at: now), .released(0, at: now))
    }

    /// The cancelling key is off until there is something to cancel.
    @EventLoopActor @Test func switchesTheCancellingKey() async throws {
        let helper = try FakeHelper([.accepted])
        let hotkey = TriedHotkey(helper.path, [Self.f9], cancel: Self.escape)
        hotkey.start()
        var requests =
            HelperRequest.bind([Self.f9, Self.escape])
            + HelperRequest.live([true, false])
        try await helper.hears(requests)
        hotkey.hotkey.watch(cancel: true)
        requests += HelperRequest.live([true, true])
        try await helper.hears(requests)
        hotkey.hotkey.watch(cancel: false)
        requests += HelperRequest.live([true, false])
        try await helper.hears(requests)
    }

    /// Keys that a crashed helper held are released, and the next one continues.
    @EventLoopActor @Test func startsACrashedHelperAgain() async throws {
        let helper = try FakeHelper(
            [.accepted, .watching, .pressed(binding: 0, at: now)], then: "kill -KILL $$",
            later: [.accepted, .watching, .pressed(binding: 0, at: now)])
        let hotkey = TriedHotkey(helper.path, [Self.f9])
        hotkey.start()
        try await hotkey.tells(3)
        guard case .released(0, let at) = hotkey.told[1] else {
            Issue.record("\(hotkey.told)")
            return
        }
        #expect(at > now)
        #expect(hotkey.told[0] == .pressed(0, at: now))
        #expect(hotkey.told[2] == .pressed(0, at: now))
    }

    @EventLoopActor @Test func givesAHelperUpThatAlwaysCrashes() async throws {
        let helper = try FakeHelper([.accepted], then: "exit 1", later: [.accepted])
        let hotkey = TriedHotkey(helper.path, [Self.f9])
        hotkey.start()
        try await hotkey.fails("5 times in a row")
        #expect(helper.starts == HelperHotkey.attempts)
    }

    /// Nothing is read after bytes that are no report.
    @EventLoopActor @Test func aHelperThatTalksNonsenseHasCrashed() async throws {
        let helper = try FakeHelper(
            [.accepted], then: "printf 'password:hunter2'; read rest",
            later: [.accepted, .watching, .pressed(binding: 0, at: now)])
        let hotkey = TriedHotkey(helper.path, [Self.f9])
        hotkey.start()
        try await hotkey.tells(.pressed(0, at: now))
        #expect(helper.starts == 2)
    }

    @EventLoopActor @Test func theHelperIsAskedWhatIsWrong() async throws {
        let forbidden = try FakeHelper([.accepted, .cannotWatch(.forbidden)])
        let refused = TriedHotkey(forbidden.path, [Self.f9])
        #expect(await refused.hotkey.problem()?.why.contains("may read keyboards") == true)
        let working = try FakeHelper([.accepted, .watching])
        let accepted = TriedHotkey(working.path, [Self.f9])
        #expect(await accepted.hotkey.problem() == nil)
    }

    @EventLoopActor @Test func aMissingHelperIsAProblem() async throws {
        let hotkey = TriedHotkey("/nonexistent/utter-hotkeys", [Self.f9])
        let problem = try #require(hotkey.hotkey.availability().problem)
        #expect(problem.what == "cannot use the hotkey helper /nonexistent/utter-hotkeys")
        hotkey.start()
        try await hotkey.fails("/nonexistent/utter-hotkeys")
    }

    /// It waits until that is gone.
    @EventLoopActor
    @Test(
        arguments: [
            (.noDevice, "is connected"), (.inactive, "another user"), (.failed, "/dev/input"),
            (.forbidden, "usermod -aG input"),
        ] as [(HelperObstacle, String)])
    func reportsWhatIsInTheWay(obstacle: HelperObstacle, words: String) async throws {
        let helper = try FakeHelper([
            .accepted, .cannotWatch(obstacle), .watching, .pressed(binding: 0, at: now),
        ])
        let hotkey = TriedHotkey(helper.path, [Self.f9])
        hotkey.start()
        try await hotkey.tells(2)
        guard case .failed(let problem) = hotkey.told[0] else {
            Issue.record("\(hotkey.told)")
            return
        }
        #expect("\(problem)".contains(words))
        #expect(hotkey.told[1] == .pressed(0, at: now))
    }

    /// Known without starting the helper, which would answer the same.
    @EventLoopActor
    @Test(
        arguments: [
            ([HotkeyChord(key: 30, keyName: "A")], "“A”: the key writes text"),
            ([HotkeyChord(modifiers: [.alt: .either], key: 30, keyName: "A")], "Write LeftAlt"),
            ((59...67).map { HotkeyChord(key: $0, keyName: "F") }, "it takes 8"),
            ([f9, f9], "twice"),
        ] as [([HotkeyChord], String)])
    func reportsWhyAChordIsRefused(chords: [HotkeyChord], words: String) async throws {
        let hotkey = TriedHotkey("/nonexistent", chords)
        let problem = try #require(hotkey.hotkey.availability().problem)
        #expect("\(problem)".contains(words))
        hotkey.start()
        try await hotkey.fails(words)
    }

    /// It still asks the helper, since helper and daemon may be of different versions.
    @EventLoopActor @Test func reportsWhatTheHelperRefuses() async throws {
        let helper = try FakeHelper([.refused(.revealing, binding: 1)], then: "exit 64")
        let hotkey = TriedHotkey(helper.path, [Self.f9, Self.escape])
        hotkey.start()
        try await hotkey.fails("“Esc”: the key writes text")
        #expect(helper.starts == 1)
    }

    @EventLoopActor @Test func endsItsHelper() async throws {
        let helper = try FakeHelper([.accepted, .watching, .pressed(binding: 0, at: now)])
        let hotkey = TriedHotkey(helper.path, [Self.f9])
        hotkey.start()
        try await hotkey.tells(1)
        hotkey.stop()
        try await waitUntil("it is gone") { helper.isGone }
        #expect(hotkey.told.count == 1)
        hotkey.start()
        try await hotkey.tells(2)
    }

    /// The rest of what has arrived is discarded.
    @EventLoopActor @Test func mayBeStoppedByWhatItTells() async throws {
        let helper = try FakeHelper([
            .accepted, .watching, .pressed(binding: 0, at: now), .released(binding: 0, at: now),
            .pressed(binding: 0, at: now),
        ])
        let hotkey = HelperHotkey(program: helper.path, chords: [Self.f9])
        var told: [HotkeyEvent] = []
        hotkey.start { event in
            told.append(event)
            hotkey.stop()
        }
        try await waitUntil("it tells, and is gone") { !told.isEmpty && helper.isGone }
        #expect(told == [.pressed(0, at: now)])
    }

    @EventLoopActor @Test func aTrialTellsWhetherItServes() async throws {
        let good = try FakeHelper([.accepted, .watching])
        #expect(await HelperTrial.problem(of: good.path, chords: [Self.f9]) == nil)
        for (reports, words) in [
            ([.accepted, .cannotWatch(.forbidden)], "utter toggle"),
            ([.refused(.duplicate, binding: 0)], "“F9”"),
            ([.accepted, .cannotWatch(.noDevice)], "F9"),
        ] as [([HelperReport], String)] {
            let bad = try FakeHelper(reports)
            let problem = await HelperTrial.problem(of: bad.path, chords: [Self.f9])
            #expect("\(try #require(problem))".contains(words))
        }
        let dead = try FakeHelper([.accepted], then: "exit 1")
        let problem = await HelperTrial.problem(of: dead.path, chords: [Self.f9])
        #expect(problem?.why == "it ended at once")
    }

    /// One that is stopped (SIGSTOP) is just as silent, and the user waits for “utter doctor”.
    @EventLoopActor
    @Test(.timeLimit(.minutes(10)), arguments: [[], [.accepted]] as [[HelperReport]])
    func aTrialGivesAMuteHelperUp(_ reports: [HelperReport]) async throws {
        let mute = try FakeHelper(reports)
        let problem = await HelperTrial.problem(
            of: mute.path, chords: [Self.f9], within: .seconds(1))
        #expect(problem?.why == "no answer within 1 s")
        try await waitUntil("it is gone") { mute.isGone }
    }
}
