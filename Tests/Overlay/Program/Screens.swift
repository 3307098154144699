import Foundation
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
        case kwin
    }

    let kind: Kind
    let stage: OverlayStage
    let display: XServer?
    let sway: SwayServer?
    private let kwin: KWinServer?
    private let compositor: ChildProcess?

    /// - Parameters:
    ///   - scale: of the monitor: a whole number, except for KWin.
    ///   - size: of the X display in device pixels.
    init(
        _ kind: Kind, scale: Double = 1, options: [String] = [], size: String = "1280x800"
    ) async throws {
        self.kind = kind
        if kind == .kwin {
            let kwin = try await KWinServer(width: 1280, height: 800, scale: scale)
            (self.kwin, sway, display, compositor) = (kwin, nil, nil, nil)
            stage = try await OverlayStage(
                ProgramPlaces.environment + ["WAYLAND_DISPLAY=\(kwin.socket)"], options)
        } else if kind == .sway {
            let sway = try await SwayServer.start()
            try await sway.command("output * scale \(Int(scale)) bg #6b7785 solid_color")
            (self.sway, kwin, display, compositor) = (sway, nil, nil, nil)
            stage = try await OverlayStage(
                ProgramPlaces.environment
                    + ["WAYLAND_DISPLAY=\(sway.socket)", "SWAYSOCK=\(sway.path("ipc"))"],
                options)
        } else {
            let display = try await XServer(program: ["Xvfb", "-screen", "0", "\(size)x24"])
            try await display.run("xsetroot", "-solid", "#6b7785")
            let resources = "Xft.dpi:\t\(Int(96 * scale))"
            try await display.run(
                "xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER",
                resources)
            (self.display, sway, kwin) = (display, nil, nil)
            compositor =
                kind == .composited
                ? try await Self.compositor(on: display) : nil
            stage = try await OverlayStage(display.environment, options)
        }
        try await stage.waitForOverlay()
    }

    /// Sway with two outputs that are windows on an X display.
    init(nestedIn display: XServer, options: [String] = []) async throws {
        let sway = try await SwayServer.start(on: display)
        (kind, self.sway) = (.sway, sway)
        (self.display, kwin, compositor) = (nil, nil, nil)
        try await sway.command("output * bg #6b7785 solid_color")
        stage = try await OverlayStage(
            ProgramPlaces.environment + ["WAYLAND_DISPLAY=\(sway.socket)"],
            ["--theme", "dark"] + options)
        try await stage.waitForOverlay()
    }

    /// The screen of a KWin in which an overlay runs.
    init(of kwin: KWinServer, _ stage: OverlayStage) {
        (kind, self.kwin, self.stage) = (.kwin, kwin, stage)
        (display, sway, compositor) = (nil, nil, nil)
    }

    /// An existing display without a compositor.
    init(on display: XServer, environment: [String]) async throws {
        (kind, self.display, sway) = (.bare, display, nil)
        (kwin, compositor) = (nil, nil)
        stage = try await OverlayStage(display.environment + environment)
        try await stage.waitForOverlay()
    }

    /// Starts picom and waits until it has announced itself.
    static func compositor(on display: XServer) async throws -> ChildProcess {
        let process = try display.start(
            ["picom", "--backend", "xrender", "--config", "/dev/null"])
        // _NET_WM_CM_S0 is a selection, which xprop doesn't show, but its owner's window has it as
        // a property.
        var isThere = false
        while !isThere {
            try #require(process.status == nil, "picom ended")
            isThere = try await display.run("xwininfo", "-root", "-tree").contains("picom")
        }
        return process
    }

    /// What is on the screen now.
    ///
    /// - Parameter output: one of sway's outputs, at its own scale.
    func capture(of output: String? = nil) async throws -> ScreenPicture {
        if let display { return try ScreenPicture(display: display.display) }
        if let kwin { return try ScreenPicture(ppm: try await kwin.screenshot()) }
        // grim runs as the session's user, who may write only to the user's own directory.
        let path = try #require(sway).socket + ".ppm"
        let chosen = output.map { ["-o", $0] } ?? []
        let run = try await sway!.run(["grim", "-t", "ppm"] + chosen + [path])
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
            // They may be on two file systems.
            try Data(contentsOf: URL(filePath: own)).write(to: URL(filePath: path))
        } else if let kwin {
            let run = try await ProgramRun(["convert", try await kwin.screenshot(), path])
            try #require(run.status == .exited(0), "\(run)")
        }
    }

    /// Waits until there is a card of that colour, and returns its place.
    ///
    /// - Parameter show: called before each picture.
    @discardableResult
    func wait(
        _ palette: OverlayPalette, showing show: @EventLoopActor () -> Void = {}
    ) async throws -> PixelArea {
        try await wait(forCard: true, palette, showing: show)
    }

    /// As above, or waits until there is none.
    @discardableResult
    func wait(
        forCard isThere: Bool = true, _ palette: OverlayPalette = .dark,
        showing show: @EventLoopActor () -> Void = {}
    ) async throws -> PixelArea {
        // Two equal results: a single picture may show windows half drawn.
        var last: PixelArea??
        let colour = palette.card.with(alpha: 1)
        let otherwise = "the card is \(isThere ? "not " : "")there"
        return try await wait(for: colour, otherwise, showing: show) { area in
            defer { last = area }
            return (area != nil) == isThere && last == .some(area)
        }
    }

    /// Waits until the card is there.
    func wait(at place: PixelArea) async throws {
        let colour = OverlayPalette.dark.card.with(alpha: 1)
        _ = try await wait(for: colour, "the card is not at \(place)") { $0 == place }
    }

    /// Waits until a window of that colour covers the whole screen.
    func waitUntilCovered(by colour: Colour) async throws {
        let picture = try await capture()
        let whole = PixelArea(x: 0, y: 0, width: picture.width, height: picture.height)
        _ = try await wait(for: colour, "no window covers the screen") { $0 == whole }
    }

    /// Waits until the dark card of a scene, in DejaVu Sans and at the bottom, is on the screen pixel
    /// by pixel as it is drawn on black. The first frame may have scale 1: KWin reports the scale
    /// once it has the surface.
    ///
    /// - Parameter output: one of sway's outputs.
    func waitUntilDrawn(
        _ scene: OverlayScene, scale: Double, on output: String? = nil
    ) async throws {
        var look = OverlayLook()
        look.font = "DejaVu Sans"
        let drawn = OverlayPicture(look, .init(scale: scale, isOpaque: false))
        _ = drawn.draw(scene)
        let deadline = MonotonicClock.nanoseconds + 60_000_000_000
        while true {
            let seen = try await capture(of: output)
            // The canvas is centred, 48 − 16 logical pixels above the edge.
            let origin = (
                x: (seen.width - drawn.width) / 2,
                y: seen.height - Int(32 * scale) - drawn.height
            )
            let difference = seen.difference(from: drawn, at: origin)
            if difference < 2 { return }
            try #require(
                MonotonicClock.nanoseconds < deadline,
                "\(output ?? "the screen") differs by \(difference)")
        }
    }

    private func wait(
        for colour: Colour, _ otherwise: String, showing show: @EventLoopActor () -> Void = {},
        until isAsWanted: (PixelArea?) -> Bool
    ) async throws -> PixelArea {
        let deadline = MonotonicClock.nanoseconds + 180_000_000_000
        while true {
            show()
            let area = try await capture().area(of: colour)
            if isAsWanted(area) { return area ?? .empty }
            try #require(
                MonotonicClock.nanoseconds < deadline,
                "\(otherwise), but \(String(describing: area)): \(stage.log.text)")
            try await EventLoop.shared.sleep(for: .milliseconds(10))
        }
    }

    func stop() async throws {
        try await sway?.stop()
        try await kwin?.stop()
    }
}
