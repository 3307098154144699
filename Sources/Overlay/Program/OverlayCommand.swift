public import ArgumentParser
import ControlProtocol
import Glibc
import LinuxRuntime
import OverlayDrawing
import OverlayWindows
import Problems

/// `utter-overlay`. The daemon starts it with the settings as options; when the daemon closes its
/// end of the control socket, the program ends.
public struct OverlayCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: OverlayProgram.name,
        abstract: "Shows what utter hears and does. The daemon starts it.")

    @Option(help: "Where on the monitor: \(OverlayPlacement.Anchor.names).")
    var position = OverlayPlacement.Anchor.bottom

    @Option(help: "Distance from the monitor's edge, in pixels of scale 1.")
    var margin = 48

    @Option(help: "Size in per cent, from 50 to 300.")
    var size = 100

    @Option(help: "dark, light, contrast, or auto: like the desktop.")
    var theme = Theme.auto

    @Option(help: "A font family, or auto: the desktop's.")
    var font = "auto"

    @Option(help: "full, reduced, or auto: like the desktop.")
    var motion = Motion.auto

    @Option(help: "Where to show a round button that starts and stops a dictation.")
    var button: OverlayPlacement.Anchor?

    @Flag(inversion: .prefixedNo, help: "Show the words.")
    var words = true

    @Flag(help: "Say nothing if there is still no display.")
    var retry = false

    enum Theme: String, ExpressibleByArgument { case auto, dark, light, contrast }
    enum Motion: String, ExpressibleByArgument { case auto, full, reduced }

    public init() {}

    /// Parses the arguments, runs, and ends the process.
    public static func runAndExit() -> Never {
        Signals.ignoreBrokenPipes()
        do {
            let command = try parse()
            let status = try EventLoop.shared.run { try await command.show() }
            Glibc.exit(status)
        } catch let problem as Problem {
            Log.error(problem.description)
            Glibc.exit(1)
        } catch let error as ControlClientError {
            Log.error(error.problem.description)
            Glibc.exit(1)
        } catch {
            exit(withError: error)
        }
    }

    public func validate() throws {
        guard 50...300 ~= size else { throw ValidationError("The size must be from 50 to 300.") }
        guard 0...1000 ~= margin else {
            throw ValidationError("The margin must be from 0 to 1000.")
        }
    }

    /// The variables by which the session's message bus, its desktop and sway's socket are found.
    private static var sessionEnvironment: [String: String] {
        var environment: [String: String] = [:]
        let names = [
            "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP", "SWAYSOCK",
        ]
        for name in names {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        return environment
    }

    private var placement: OverlayPlacement {
        var placement = OverlayPlacement()
        placement.anchor = position
        placement.margin = margin
        return placement
    }

    private var look: OverlayLook {
        var look = OverlayLook()
        look.zoom = Double(size) / 100
        look.spot = position.spot
        look.palette =
            switch theme {
            case .light: .light
            case .contrast: .darkContrast
            case .auto, .dark: .dark
            }
        look.reducesMotion = motion == .reduced
        if font != "auto" { look.font = font }
        return look
    }

    /// The round button, if there is to be one. It is never too small to be hit.
    @EventLoopActor
    private func openButton() async throws(Problem) -> Overlay? {
        guard let button else { return nil }
        var look = look
        look.form = .button
        look.zoom = max(OverlayLook.leastButtonZoom, look.zoom)
        look.spot = button.spot
        let window = try await OverlayWindows.open(
            look, OverlayPlacement(ofButton: button), environment: Self.sessionEnvironment)
        window.onLoss = { _ in Glibc.exit(OverlayProgram.noDisplay) }
        return Overlay(window, look)
    }

    /// Shows what the daemon does. Returns 0 when the daemon ends; exits when the display is gone.
    @EventLoopActor
    private func show() async throws -> Int32 {
        let window: any OverlayWindow
        let button: Overlay?
        do throws(Problem) {
            window = try await OverlayWindows.open(
                look, placement, environment: Self.sessionEnvironment)
            button = try await openButton()
        } catch {
            if !retry { Log.notice("no overlay: \(error)") }
            return OverlayProgram.noDisplay
        }
        // Nothing is left to clean up or to report.
        window.onLoss = { _ in Glibc.exit(OverlayProgram.noDisplay) }
        let overlay = Overlay(window, look, showsWords: words)
        overlay.warmUp()
        IdleMemory.releaseAll()
        let desktop = DesktopLook(
            [overlay, button].compactMap(\.self), look,
            .init(theme: theme == .auto, font: font == "auto", motion: motion == .auto))
        // Not awaited: a bus that hangs must not delay the overlay.
        EventLoop.task { await desktop.follow(environment: Self.sessionEnvironment) }
        defer { withExtendedLifetime(desktop) {} }
        let feed = DaemonFeed(to: overlay, button)
        overlay.onAction = { action in EventLoop.task { await feed.act(action) } }
        button?.onToggle = { EventLoop.task { await feed.toggle() } }
        try await feed.run()
        return 0
    }
}

extension OverlayPlacement.Anchor: ExpressibleByArgument {
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
