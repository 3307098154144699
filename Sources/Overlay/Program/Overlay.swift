public import ControlProtocol
public import Dictation
public import LinuxRuntime
import MonotonicTime
public import OverlayDrawing
public import OverlayWindows

/// The overlay: takes the daemon's events and keeps the window up to date. When nothing moves no
/// frame is drawn, and when nothing is shown nothing wakes the process.
@EventLoopActor
public final class Overlay {
    private let window: any OverlayWindow
    private var look: OverlayLook
    private var picture: OverlayPicture?
    private var model: OverlayModel
    /// Called with what a clicked button does.
    public var onAction: (Notice.Action) -> Void = { _ in }
    /// Called when the round button is clicked.
    public var onToggle: () -> Void = {}
    private var bars = LevelBars()
    private var isShown = false
    /// Whether nothing is dictated.
    private var isIdle = true
    /// Fires for the next frame, or the next change that comes with time.
    private var timer: EventSource?
    private var isMoving = false
    private var lastFrame = Instant.now
    private var moveStart = Instant.now

    /// The time of a frame: 60 a second.
    private static let frame = Duration.nanoseconds(16_666_667)
    /// The time of a step if the user wants less motion.
    private static let step = Duration.milliseconds(200)
    /// One cycle of the pulsing points.
    private static let round = Duration.milliseconds(1600)

    /// - Parameters:
    ///   - window: shows the picture.
    ///   - showsWords: whether dictated text is shown.
    public init(_ window: any OverlayWindow, _ look: OverlayLook, showsWords: Bool = true) {
        (self.window, self.look) = (window, look)
        self.look.showsWords = showsWords
        model = OverlayModel(showsWords: showsWords)
        window.onFormat = { [unowned self] in draw(again: true) }
        window.onReady = { [unowned self] in draw() }
        window.onClick = { [unowned self] index in
            if isButton { return onToggle() }
            let actions = model.actions
            if actions.indices.contains(index) { onAction(actions[index]) }
        }
    }

    /// How many frames were drawn, for tests.
    public private(set) var frames = 0

    /// Changes the look, as when the desktop's settings change.
    public func use(_ look: OverlayLook) {
        var look = look
        // Its shape isn't the desktop's affair.
        (look.form, look.zoom) = (self.look.form, self.look.zoom)
        (look.spot, look.showsWords) = (self.look.spot, self.look.showsWords)
        guard look != self.look else { return }
        self.look = look
        if isShown { draw(again: true) }
    }

    /// Loads the fonts, so that the first words aren't delayed.
    public func warmUp() {
        let picture = OverlayPicture(look, .init(scale: 1, isOpaque: false))
        _ = picture.draw(OverlayScene(.error, "Error …", detail: "Remedy", label: "0:00"))
        _ = picture.draw(OverlayScene(.bars, "Listening", isTranscript: true, label: "0:00"))
    }

    // MARK: Events

    /// Takes an event from the daemon.
    public func take(_ event: ControlEvent) {
        switch event {
        case .status(let report):
            let isNew = isIdle && report.state == .recording
            isIdle = report.state == .idle
            model.take(report, at: .now)
            // The card stays where it is until it goes.
            if !isButton, report.state != .idle {
                window.writing = WritingPlace(
                    caret: report.caret.map(PixelArea.init), isInTerminal: report.terminal == true)
            }
            // The card of the last dictation may still be there, on another monitor.
            if isNew, isShown, !isButton { window.appear() }
            draw()
        case .level(let level):
            model.hear(level)
            bars.hear(Float(level))
            // An animation that is running uses the level in its next frame.
            if isShown, !isMoving { draw() }
        }
    }

    /// Takes the text that the daemon is typing.
    public func take(typed text: String) {
        model.take(typed: text)
        draw()
    }

    /// Whether the text that is being typed should be asked for.
    public var wantsTypedText: Bool { model.wantsTypedText }

    private var isButton: Bool { look.form == .button }

    // MARK: Frames

    private func draw(again: Bool = false) {
        let now = Instant.now
        let scene = isButton ? model.buttonScene(at: now) : model.scene(at: now)
        guard let scene else { return hide() }
        if !isButton { use(scene.isTall ? .page : .card) }
        if !isShown {
            isShown = true
            bars = LevelBars()
            // The window calls `onFormat` when it is ready, at once or later, and that draws.
            return window.appear()
        }
        guard let format = window.format else { return }
        if again || picture?.format != format || picture?.look != look {
            picture = OverlayPicture(look, format)
        }
        // If the window isn't ready, `onReady` draws later.
        guard let picture, window.isReady else { return }
        bars.advance(by: Float(lastFrame.duration(to: now).nanoseconds) / 1e9)
        lastFrame = now
        if let area = picture.draw(scene, motion(of: scene, now)) {
            frames += 1
            window.present(picture, area)
        }
        schedule(scene, now)
    }

    /// Shows another form from now on.
    private func use(_ form: OverlayLook.Form) {
        guard form != look.form else { return }
        hide()
        (look.form, window.form) = (form, form)
    }

    private func hide() {
        isMoving = false
        timer?.pause()
        guard isShown else { return }
        isShown = false
        picture = nil
        window.disappear()
        IdleMemory.releaseAll()
    }

    private func motion(of scene: OverlayScene, _ now: Instant) -> MarkMotion {
        switch scene.mark {
        case .bars:
            if look.reducesMotion { return .bars(bars.steps) }
            // Smaller steps than half a device pixel can't be seen.
            let steps = Float(48 * (window.format?.scale ?? 1) * look.zoom)
            return .bars(bars.heights.map { ($0 * steps).rounded() / steps })
        case .work where !look.reducesMotion:
            if !isMoving { moveStart = now }
            let time = moveStart.duration(to: now).nanoseconds % Self.round.nanoseconds
            return .round(Float(time) / Float(Self.round.nanoseconds))
        default: return .still
        }
    }

    private func schedule(_ scene: OverlayScene, _ now: Instant) {
        isMoving =
            switch scene.mark {
            case .bars: !bars.isStill
            case .work: !look.reducesMotion
            default: false
            }
        if isMoving {
            let interval = look.reducesMotion ? Self.step : Self.frame
            // Drawing took a part of the interval.
            arm(after: max(.milliseconds(1), interval - now.duration(to: .now)))
        } else if let next = model.nextChange(after: now) {
            arm(after: now.duration(to: next))
        } else {
            timer?.pause()
        }
    }

    private func arm(after delay: Duration) {
        if let timer { return timer.rearm(after: delay) }
        timer = EventLoop.shared.timer(after: delay) { [unowned self] in draw() }
    }
}

extension Instant {
    /// The time of the monotonic clock.
    static var now: Instant { Instant(nanoseconds: MonotonicClock.nanoseconds) }
}

extension PixelArea {
    fileprivate init(_ area: ScreenArea) {
        self.init(x: area.x, y: area.y, width: area.width, height: area.height)
    }
}
