package import KeyStrokes
import LinuxRuntime

/// A receiver that can't be asked about its keyboards: the Linux console, or a compositor without
/// such an interface. The layout comes from other sources.
package final class SessionReceiver: KeyboardReceiver {
    package let name: String
    private let layouts: LayoutSearch
    private let compose: ComposeTable
    private let openingTime: Duration
    private let catchingUp: (@EventLoopActor () async throws -> Void)?

    /// How long a compositor gets to open a keyboard after udev has notified it: it doesn't report
    /// when it has. On an emulated machine, many times slower than a real one, Xorg took 0.2 s and
    /// sway 0.8 to 1.5 s.
    package static let compositorsTime = Duration.seconds(1)

    /// - Parameters:
    ///   - name: for messages: `the Linux console`.
    ///   - openingTime: how long it takes until it has opened a keyboard.
    ///   - catchingUp: suspends until it has read what was typed; nil if only the typing pace gives
    ///     it time to.
    package init(
        name: String, layouts: LayoutSearch, compose: ComposeTable, openingTime: Duration,
        catchingUp: (@EventLoopActor () async throws -> Void)? = nil
    ) {
        self.catchingUp = catchingUp
        self.name = name
        self.layouts = layouts
        self.compose = compose
        self.openingTime = openingTime
    }

    package func beginWatching() {}

    package func waitUntilOpened(_ node: String, within limit: Duration) async throws {
        if openingTime > .zero { try await EventLoop.shared.sleep(for: openingTime) }
    }

    package func activeLayout(lights: KeyboardLocks) async throws -> ActiveLayout {
        let active = try await layouts.active()
        return ActiveLayout(
            keymap: active.keymap, group: active.group, locks: lights, compose: compose,
            inputMethod: active.inputMethod, source: active.source)
    }

    package func beginTyping() {}

    package func catchUp(after releases: Int) async throws { try await catchingUp?() }
}

extension SessionReceiver {
    /// A compositor that can't be asked.
    ///
    /// - Parameters:
    ///   - layout: the settings'.
    ///   - source: knows the layout of its desktop.
    ///   - catchingUp: suspends until it has read what was typed.
    package convenience init(
        compositorOf environment: SessionEnvironment, layout: LayoutNames?,
        source: (any LayoutSource)? = nil,
        catchingUp: (@EventLoopActor () async throws -> Void)? = nil
    ) throws {
        self.init(
            name: "the compositor of \(environment["WAYLAND_DISPLAY"] ?? "this session")",
            layouts: LayoutSearch(environment, configured: layout, source),
            compose: try ComposeTable(), openingTime: Self.compositorsTime,
            catchingUp: catchingUp)
    }
}
