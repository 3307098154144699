import DesktopCompositors
import KWinScripting
import LinuxRuntime
import OverlayDrawing

/// Where sway's focused window is. Wayland tells no client; sway's own socket does (sway-ipc(7)).
@EventLoopActor
final class SwayPlace {
    /// In logical pixels of the whole screen.
    struct Place: Hashable {
        let window: PixelArea
        /// The output that the window is on.
        let output: PixelArea

        var corner: OutputCorner {
            OutputCorner(x: Int32(clamping: output.x), y: Int32(clamping: output.y))
        }
    }

    /// Nil if unknown, or if no window has the focus.
    private(set) var place: Place?
    /// Whether sway has answered since `begin`, or takes too long.
    private(set) var isSettled = false
    private let socket: String
    private var watch: Task<Void, Never>?
    private var timer: EventSource?

    /// How long sway may take until the caller goes on without it.
    private static let timeout = Duration.milliseconds(100)
    /// The changes that move no window, such as each title that a shell sets.
    private static let still = ["title", "mark", "urgent"]

    /// Nil in other sessions than sway's.
    ///
    /// - Parameter environment: the variables with sway's socket.
    nonisolated init?(environment: [String: String]) {
        guard let socket = environment["SWAYSOCK"] else { return nil }
        self.socket = socket
    }

    isolated deinit { watch?.cancel() }

    /// Asks, and follows the focus until `end`.
    ///
    /// - Parameter told: called with each answer, and once if the first one takes too long.
    func begin(_ told: @escaping () -> Void) {
        guard watch == nil else { return }
        timer = EventLoop.shared.timer(after: Self.timeout) { [unowned self] in
            isSettled = true
            told()
        }
        watch = EventLoop.task { [weak self, socket] in
            do {
                // Two connections, since events come between replies; that for events is made
                // first, so that no change is missed.
                let events = try SwayConnection(socket)
                _ = try await events.request(.subscribe, #"["window", "workspace"]"#)
                let questions = try SwayConnection(socket)
                while true {
                    let place = try await questions.request(.tree).place
                    guard !Task.isCancelled, let self else { return }
                    hear(place, told)
                    var change: String?
                    repeat {
                        change = try await events.nextEvent()["change"]?.string
                    } while change.map(Self.still.contains) == true
                }
            } catch {
                guard !Task.isCancelled, let self else { return }
                hear(nil, told)
            }
        }
    }

    private func hear(_ place: Place?, _ told: () -> Void) {
        self.place = place
        isSettled = true
        timer = nil
        told()
    }

    /// From now on nothing wakes this process.
    func end() {
        watch?.cancel()
        (watch, timer, place, isSettled) = (nil, nil, nil, false)
    }
}

extension JSONValue {
    /// The place of the focused window in sway's tree.
    fileprivate var place: SwayPlace.Place? {
        for output in self["nodes"]?.array ?? [] {
            guard let window = output.focusedWindow?.area, let output = output.area
            else { continue }
            return SwayPlace.Place(window: window, output: output)
        }
        return nil
    }

    private var area: PixelArea? {
        let numbers = ["x", "y", "width", "height"].compactMap { self["rect"]?[$0]?.number }
        guard numbers.count == 4 else { return nil }
        let values = numbers.map { Int($0) }
        return PixelArea(x: values[0], y: values[1], width: values[2], height: values[3])
    }
}
