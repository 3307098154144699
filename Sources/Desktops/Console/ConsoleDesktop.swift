package import DesktopParts
package import KeyStrokes

/// The Linux console, where no display server is named.
package final class ConsoleDesktop: Desktop {
    package let pace = TypingPace.console
    private let environment: SessionEnvironment

    package init(_ environment: SessionEnvironment) {
        self.environment = environment
    }

    /// The kernel opens a keyboard before its maker knows of it.
    package func keyboards(layout: LayoutNames?) throws -> any KeyboardReceiver {
        SessionReceiver(
            name: "the Linux console",
            layouts: LayoutSearch(environment, configured: layout, ConsoleKeymap()),
            compose: try ConsoleCompose.table(), openingTime: .zero)
    }
}
