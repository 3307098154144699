import LinuxRuntime
import TestSupport
import Testing

/// `utter type` where the virtual keyboard is the only sink: the Linux console.
@Suite(.runningLoop, .serialized, .inGuest) struct GuestTypeTests {
    private static let configuration =
        UtterSession.withoutHotkey + """
            [output]
            sinks = ["uinput"]
            layout = "de"
            key_hold = "5ms"
            """

    @EventLoopActor @Test func whatTheLayoutLacksIsNamedAndTheRestTyped() async throws {
        let session = try UtterSession(configuration: Self.configuration)
        let run = try await session.run("type", "a漢b ☃ c")
        #expect(run.status == .exited(1))
        #expect(
            run.errors.hasPrefix(
                "utter: left out “漢” (U+6F22) and “☃” (U+2603 SNOWMAN): no sink can type them\n"),
            "\(run.errors)")
        let nothing = try await session.run("type", "漢 字!")
        #expect(nothing.status == .exited(1))
        #expect(
            nothing.errors.hasPrefix(
                "utter: the text could not be typed: no sink can type “漢” (U+6F22) and "
                    + "“字” (U+5B57)\n"),
            "\(nothing.errors)")
    }

    @EventLoopActor @Test func explainsWithTheKeyboardPluggedIn() async throws {
        let session = try UtterSession(configuration: Self.configuration)
        let output = try await session.output("type", "--explain", "Ö漢")
        #expect(
            output.hasPrefix("uinput: types 1 of 2 characters with the keys of the layout German"))
        #expect(output.contains("\n  Ö\tShift+ö  42+39\n  漢\tno key: left out\n"), "\(output)")
        #expect(output.contains("\nuinput would type it.\nLeft out, with a notice: “漢” (U+6F22)."))
    }
}
