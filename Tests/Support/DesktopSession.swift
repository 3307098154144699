internal import Glibc
public import LinuxRuntime
internal import SystemPackage
internal import Testing

/// The session of a real desktop in which this test program runs: Tests/Desktops/run makes it. What it
/// does for a test are the programs in Tests/Desktops/session, which do the same for you.
@EventLoopActor
public enum DesktopSession {
    public enum Desktop: String, Sendable {
        case gnome, kde
    }

    /// Nil outside of such a session.
    public nonisolated static let desktop: Desktop? =
        getenv("UTTER_DESKTOP").flatMap { Desktop(rawValue: String(cString: $0)) }

    /// Where a test may leave a file for you: `build/desktops/gnome` or `kde` of the project.
    public nonisolated static let output = "/output"

    /// Sets the keyboard layouts, and returns when the desktop says so. A window learns of it with
    /// the next key at the latest.
    ///
    /// - Parameters:
    ///   - layouts: as the desktop calls them: `us+intl` on GNOME, `us(intl)` on KDE.
    ///   - active: the index of the one that is active.
    public static func setLayouts(_ layouts: [String], active: Int = 0) async throws {
        try await run("layouts", layouts.joined(separator: ","), "\(active)")
    }

    /// Switches accessibility on or off, as a screen reader does: Qt and Firefox report their text
    /// while it is on.
    public static func switchAccessibility(_ isOn: Bool) async throws {
        let arguments = [
            "gdbus", "call", "--session", "--dest", "org.a11y.Bus", "--object-path",
            "/org/a11y/bus", "--method", "org.freedesktop.DBus.Properties.Set",
            "org.a11y.Status", "IsEnabled", "<\(isOn)>",
        ]
        let run = try await ProgramRun(arguments)
        if run.status != .exited(0) { throw Failed(program: "gdbus", why: run.errors) }
    }

    /// Presses keys of the user's keyboard in this order, and releases them in the other.
    ///
    /// - Parameter keys: the kernel's codes (input-event-codes.h), such as 30 for KEY_A.
    public static func press(_ keys: UInt16...) async throws {
        try await run("press", arguments: keys.map { "\($0)" })
    }

    /// Types a text with the user's keyboard, in the layout us.
    public static func type(_ text: String) async throws {
        for character in text {
            let keys = try #require(LayoutUS.keys(for: character), "no key for “\(character)”")
            try await run("press", arguments: keys.map { "\($0)" })
        }
    }

    /// Types small letters with the user's keyboard, in the layout us.
    ///
    /// - Parameter pause: between a key's press and its release, and before the next press.
    public static func type(_ letters: String, every pause: Duration) async throws {
        let codes = try letters.map { try #require(LayoutUS.codes[$0], "no key for “\($0)”") }
        try await run(
            "strike", arguments: ["\(Int(pause / .milliseconds(1)))"] + codes.map { "\($0)" })
    }

    /// Holds keys of the user's keyboard down, pressed in this order, and releases them in reverse.
    ///
    /// - Parameter body: what happens meanwhile.
    public static func hold(_ keys: UInt16..., while body: () async throws -> Void) async throws {
        let codes = keys.map { "\($0)" }
        try await run("hold", arguments: codes)
        do {
            try await body()
        } catch {
            try? await run("release", arguments: codes)
            throw error
        }
        try await run("release", arguments: codes)
    }

    /// Saves the whole screen as PNG in `output`, and returns the file's path.
    @discardableResult
    public static func screenshot(_ name: String) async throws -> String {
        let path = "\(output)/\(name).png"
        try await run("screenshot", path)
        return path
    }

    /// Clicks the button of this name in a dialog of the desktop's, once there is one.
    public static func click(_ button: String) async throws { try await run("click", button) }

    /// Moves the user's mouse to this place of the screen, and clicks. On GNOME.
    public static func click(x: Int, y: Int) async throws { try await run("point", "\(x)", "\(y)") }

    private static func run(_ program: String, _ arguments: String...) async throws {
        try await run(program, arguments: arguments)
    }

    private static func run(_ program: String, arguments: [String]) async throws {
        let run = try await ProgramRun(
            [Project.path("Tests/Desktops/session/\(program)")] + arguments)
        if run.status != .exited(0) { throw Failed(program: program, why: run.errors) }
    }

    private struct Failed: Error {
        let program: String
        let why: String
    }
}
