import LinuxRuntime
import TestSupport
import Testing

/// What the sessions of all desktops must be able to do.
@EventLoopActor
enum SessionCheck {
    /// KEY_Q and KEY_Y print other characters in each layout.
    private static let keys: [UInt16] = [16, 21]

    /// Layouts, which is active, and what those keys print in it.
    nonisolated static let layouts = [
        (["us"], 0, "qy"), (["de"], 0, "qz"), (["fr"], 0, "ay"), (["us", "ru"], 0, "qy"),
        (["us", "ru"], 1, "йн"),
    ]

    static func windowGetsKeys(_ kind: SessionWindow.Kind) async throws {
        try await DesktopSession.setLayouts(["us"])
        let window = try await SessionWindow(kind)
        try await type(in: window, "qy")
        try await window.clear()
        try await type(in: window, "qy")
        try await window.close()
    }

    static func layoutIsInForce(_ layouts: [String], active: Int, text: String) async throws {
        try await DesktopSession.setLayouts(layouts, active: active)
        for kind in [SessionWindow.Kind.gtk4, .qt6] {
            let window = try await SessionWindow(kind)
            try await type(in: window, text)
            try await window.close()
        }
    }

    /// The picture is the whole screen, and not an empty one.
    static func screenshotShowsTheWindow() async throws {
        let window = try await SessionWindow(.gtk4)
        let path = try await DesktopSession.screenshot("session")
        let run = try await ProgramRun(
            ["identify", "-format", "%w %h %k", path])
        let numbers = run.output.split(separator: " ").compactMap { Int($0) }
        try #require(numbers.count == 3, "\(run.errors)")
        #expect(numbers[..<2] == [1280, 720])
        #expect(numbers[2] > 10, "so few colours")
        try await window.close()
    }

    private static func type(in window: SessionWindow, _ text: String) async throws {
        for key in keys { try await DesktopSession.press(key) }
        try await window.expectText(text)
    }
}
