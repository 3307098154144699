import LinuxRuntime

/// On which monitor GNOME's focused window is. GNOME Shell's extension `utter-focus@utter.org`
/// (packaging/gnome-shell) says it; without it nobody knows.
@EventLoopActor
final class ShellFocus {
    /// The middle of that monitor, and the size of the whole screen, in the shell's pixels; nil if
    /// unknown.
    struct Place: Hashable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
    }

    private(set) var place: Place?
    private let environment: [String: String]
    private var bus: MessageBus?
    private var subscription: BusSubscription?
    private var question: Task<Void, Never>?
    private var timer: EventSource?

    /// How long the shell may take until the caller goes on without it.
    private static let timeout = Duration.milliseconds(100)
    private static let shell = "org.gnome.Shell"
    private static let path = "/org/utter/WindowFocus"
    private static let interface = "org.utter.WindowFocus"

    /// - Parameter environment: the variables with the address of the session's bus.
    nonisolated init(environment: [String: String]) { self.environment = environment }

    /// Asks, and follows the focus until `end`.
    ///
    /// - Parameter told: called with each answer, and once if the first one takes too long.
    func begin(_ told: @escaping () -> Void) {
        if bus?.isOpen != true { bus = try? MessageBus(.user, environment: environment) }
        subscription = try? bus?.subscribe(
            sender: Self.shell, path: Self.path, interface: Self.interface, signal: "FocusChanged"
        ) { [unowned self] _ in ask(told) }
        timer = EventLoop.shared.timer(after: Self.timeout, told)
        ask(told)
    }

    /// From now on nothing wakes this process.
    func end() {
        question?.cancel()
        (subscription, question, timer, place) = (nil, nil, nil, nil)
    }

    private func ask(_ told: @escaping () -> Void) {
        question?.cancel()
        question = EventLoop.task { [weak self, bus] in
            let answer = try? await bus?.call(Self.shell, Self.path, Self.interface, "GetFocused")
            guard let self, !Task.isCancelled else { return }
            let numbers = answer?.first?["monitor"]?.elements?.compactMap(\.integer) ?? []
            place =
                numbers.count == 4
                ? Place(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]) : nil
            timer = nil
            told()
        }
    }
}
