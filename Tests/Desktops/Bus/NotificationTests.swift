import DesktopBus
import Dictation
import LinuxRuntime
import TestSupport
import Testing

@Suite(.runningLoop, .needsMessageBus) struct NotificationTests {
    @EventLoopActor
    private static func calls(_ server: BusMock, _ count: Int) async throws -> [[BusValue]] {
        while true {
            let calls = try await server.calls(of: "Notify")
            if calls.count >= count { return calls }
        }
    }

    @EventLoopActor @Test func takesThePlaceOfTheMessageBefore() async throws {
        let bus = try await BusServer()
        let server = try await bus.notifications("body", "body-markup")
        let notifications = Notifications(on: SessionBus(environment: bus.environment))
        notifications.show(Notice(.error, "cannot open “hw:7”", remedy: "Try <default> & co."))
        notifications.show(Notice(.warning, "second"))
        let calls = try await Self.calls(server, 2)
        #expect(calls[0][0].string == "utter")
        #expect(calls.map { $0[1].integer } == [0, 7])
        #expect(calls.map { $0[3].string } == ["Cannot open “hw:7”", "Second"])
        #expect(calls[0][4].string == "Try &lt;default&gt; &amp; co.")
        #expect(calls[0][6]["urgency"]?.integer == 1 && calls[1][6]["urgency"]?.integer == 0)
    }

    @EventLoopActor @Test func writesNoMarkupWhereNoneIsRead() async throws {
        let bus = try await BusServer()
        let server = try await bus.notifications("body")
        Notifications(on: SessionBus(environment: bus.environment))
            .show(Notice(.error, "a < b", remedy: "c & d"))
        let call = try await Self.calls(server, 1)[0]
        #expect(call[3].string == "A < b" && call[4].string == "C & d")
    }

    /// A banner cuts a long title, and of the body it shows the first line or two.
    @EventLoopActor @Test func theRemedyIsSeenBeforeTheCause() async throws {
        let bus = try await BusServer()
        let server = try await bus.notifications("body", "actions")
        Notifications(on: SessionBus(environment: bus.environment))
            .show(
                Notice(
                    .error, "the text was not typed: the window is gone",
                    remedy: "The text is kept: utter retype", actions: [.retype]))
        let call = try await Self.calls(server, 1)[0]
        #expect(call[3].string == "The text was not typed")
        #expect(call[4].string == "The text is kept.\nThe window is gone.")
    }

    /// Then a command is the only way.
    @EventLoopActor @Test func aServerWithoutButtonsShowsTheCommand() async throws {
        let bus = try await BusServer()
        let server = try await bus.notifications("body")
        Notifications(on: SessionBus(environment: bus.environment))
            .show(Notice(.info, "kept", remedy: "Here: utter retype", actions: [.retype]))
        let call = try await Self.calls(server, 1)[0]
        #expect(call[4].string == "Here: utter retype" && call[5].elements?.isEmpty == true)
    }

    @EventLoopActor @Test func worksAgainWithTheServer() async throws {
        let bus = try await BusServer()
        let notifications = Notifications(on: SessionBus(environment: bus.environment))
        notifications.show(Notice(.error, "lost"))
        let server = try await bus.notifications("body", "body-markup")
        // The first fails whether or not the server is there yet; the next one is seen.
        notifications.show(Notice(.error, "seen"))
        let calls = try await Self.calls(server, 1)
        #expect(calls.last?[3].string == "Seen")
    }

    @EventLoopActor @Test func aButtonDoesWhatItSays() async throws {
        let bus = try await BusServer()
        let server = try await bus.notifications("body", "actions")
        let notifications = Notifications(on: SessionBus(environment: bus.environment))
        let pressed = OneShot<Notice.Action>()
        notifications.onAction = { pressed.give($0) }
        notifications.show(Notice(.info, "kept", isOffer: true, actions: [.retype]))
        let call = try await Self.calls(server, 1)[0]
        #expect(call[5].elements?.map(\.string) == ["retype", "Type it here"])
        await notifications.finish()
        // The action of another program's notification, and of ours.
        try await server.emit("ActionInvoked", "us", [.uint32(8), .string("learn")])
        try await server.emit("ActionInvoked", "us", [.uint32(7), .string("retype")])
        #expect(try await pressed.get() == .retype)
    }

    @EventLoopActor @Test func noBusIsNoMatter() async throws {
        let notifications = Notifications(on: SessionBus(environment: [:]))
        notifications.show(Notice(.error, "nobody sees this"))
        #expect(throws: SystemError.self) { try SessionBus(environment: [:]).connection() }
    }
}

extension Trait where Self == ConditionTrait {
    static var needsMessageBus: Self {
        .needs(
            "dbus-daemon", "/usr/lib/python3/dist-packages/dbusmock",
            package: "dbus-daemon or python3-dbusmock")
    }
}
