import Glibc
import LinuxRuntime
import OverlayDrawing
import SystemPackage
import TestSupport
import Testing

/// A display of some kind with the overlay on it.
@EventLoopActor
final class Screen {
    enum Kind: String, Sendable, CaseIterable {
        case bare = "x11"
        case composited = "x11-compositor"
        case sway
    }

    let kind: Kind
    let stage: OverlayStage
    let display: XServer?
    let sway: SwayServer?
    private let compositor: ChildProcess?

    /// - Parameter scale: of the monitor, 1 or 2.
    init(
        _ kind: Kind, scale: Int = 1, options: [String] = [], size: String = "1280x800"
    ) async throws {
        self.kind = kind
        if kind == .sway {
            let sway = try await SwayServer.start()
            let run = try await sway.run(
                ["swaymsg", "output", "*", "scale", "\(scale)", "bg", "#6b7785", "solid_color"])
            try #require(run.status == .exited(0), "\(run)")
            (self.sway, display, compositor) = (sway, nil, nil)
            stage = try await OverlayStage(
                ["PATH=/usr/bin:/bin", "WAYLAND_DISPLAY=\(sway.socket)"], options)
        } else {
            let display = try await XServer(program: ["Xvfb", "-screen", "0", "\(size)x24"])
            try await display.run("xsetroot", "-solid", "#6b7785")
            let resources = "Xft.dpi:\t\(96 * scale)"
            try await display.run(
                "xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER",
                resources)
            (self.display, sway) = (display, nil)
            compositor = kind == .composited
                ? try await Self.compositor(on: display) : nil
            stage = try await OverlayStage(display.environment, options)
        }
        try await stage.waitForOverlay()
    }

    /// A display without a compositor that is there already.
    init(on display: XServer, environment: [String]) async throws {
        (kind, self.display, sway, compositor) = (.bare, display, nil, nil)
        stage = try await OverlayStage(display.environment + environment)
        try await stage.waitForOverlay()
    }

    /// Starts picom and waits until it has announced itself.
    static func compositor(on display: XServer) async throws -> ChildProcess {
        let process = try display.start(
            ["picom", "--backend", "xrender", "--config", "/dev/null"])
        // _NET_WM_CM_S0 is a selection, which xprop doesn't show; its owner's window it has.
        var isThere = false
        while !isThere {
            try #require(process.status == nil, "picom ended")
            isThere = try await display.run("xwininfo", "-root", "-tree").contains("picom")
        }
        return process
    }

    /// What is on the screen now.
    func capture() async throws -> ScreenPicture {
        if let display { return try ScreenPicture(display: display.display) }
        // grim runs as the session's user, who may write to its own directory only.
        let path = try #require(sway).socket + ".ppm"
        let run = try await sway!.run(["grim", "-t", "ppm", path])
        try #require(run.status == .exited(0), "\(run)")
        return try ScreenPicture(ppm: path)
    }

    /// Saves what is on the screen as a PNG file.
    func save(to path: String) async throws {
        if let display {
            try await display.run("import", "-window", "root", path)
        } else if let sway {
            let own = sway.socket + ".png"
            let run = try await sway.run(["grim", own])
            try #require(run.status == .exited(0), "\(run)")
            try #require(rename(own, path) == 0)
        }
    }

    /// Waits until there is a card of that colour, and answers where.
    @discardableResult
    func wait(_ palette: OverlayPalette) async throws -> PixelArea {
        try await wait(forCard: true, palette)
    }

    /// As above, or until there is none.
    @discardableResult
    func wait(forCard isThere: Bool = true, _ palette: OverlayPalette = .dark) async throws
        -> PixelArea
    {
        let colour = palette.card.with(alpha: 1)
        let deadline = MonotonicClock.nanoseconds + 60_000_000_000
        while true {
            let area = try await capture().area(of: colour)
            if (area != nil) == isThere { return area ?? .empty }
            try #require(
                MonotonicClock.nanoseconds < deadline,
                "the card is \(isThere ? "not " : "")there: \(stage.log.text)")
            try await EventLoop.shared.sleep(for: .milliseconds(10))
        }
    }

    func stop() async throws {
        try await sway?.stop()
    }
}
