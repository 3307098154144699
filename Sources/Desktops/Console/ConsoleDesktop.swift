package import DesktopParts
package import KeyStrokes

/// The Linux console, where no display server is named.
package final class ConsoleDesktop: Desktop {
    package let pace = TypingPace.console
    package let hotkeySources: [String]
    private let environment: SessionEnvironment

    /// - Parameter hotkeySources: of the desktop that runs without a display that is named.
    package init(_ environment: SessionEnvironment, hotkeySources: [String] = ["portal"]) {
        self.environment = environment
        self.hotkeySources = hotkeySources
    }

    /// The kernel opens a keyboard before its maker knows of it.
    package func keyboards(layout: LayoutNames?) throws -> any KeyboardReceiver {
        SessionReceiver(
            name: "the Linux console",
            layouts: LayoutSearch(environment, configured: layout, ConsoleKeymap()),
            compose: try ConsoleCompose.table(), openingTime: .zero)
    }
}
