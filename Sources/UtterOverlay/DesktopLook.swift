import LinuxRuntime
import OverlayDrawing

/// The overlay's look as far as the desktop decides it.
@EventLoopActor
final class DesktopLook {
    /// What of it is the desktop's affair.
    struct Choice {
        var theme = true
        var font = true
        var motion = true
    }

    private let overlay: Overlay
    private let choice: Choice
    private var look: OverlayLook
    private var settings: DesktopSettings?

    /// Begins to follow the desktop, from a look that is used until it has answered.
    init(_ overlay: Overlay, _ look: OverlayLook, _ choice: Choice) {
        (self.overlay, self.look, self.choice) = (overlay, look, choice)
        var keys: [DesktopSettings.Key] = []
        if choice.theme { keys.append(.colourScheme) }
        if choice.font { keys.append(.font) }
        if choice.motion { keys.append(.animations) }
        guard !keys.isEmpty else { return }
        settings = DesktopSettings(keys) { [unowned self] in take($0, $1) }
    }

    private func take(_ key: DesktopSettings.Key, _ value: DesktopSettings.Value) {
        switch (key, value) {
        case (.colourScheme, .number(let scheme)) where choice.theme:
            look.palette = scheme == 2 ? .light : .dark
        case (.font, .text(let name)) where choice.font:
            look.font = Self.family(name)
        case (.animations, .boolean(let isWanted)) where choice.motion:
            look.reducesMotion = !isWanted
        default: return
        }
        overlay.use(look)
    }

    /// `Cantarell 11` without its size, which the overlay has of its own.
    static func family(_ description: String) -> String {
        let words = description.split(separator: " ")
        guard words.count > 1, let last = words.last, Double(last) != nil else {
            return description
        }
        return words.dropLast().joined(separator: " ")
    }
}
