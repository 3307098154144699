import LinuxRuntime
import OverlayDrawing

/// The part of the overlay's look that the desktop decides. Asks the desktop's portal (XDG Desktop
/// Portal, org.freedesktop.portal.Settings), which also reports changes.
@EventLoopActor
final class DesktopLook {
    /// Which settings are taken from the desktop.
    struct Choice {
        var theme = true
        var font = true
        var motion = true
    }

    private static let portal = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    private static let appearance = "org.freedesktop.appearance"
    private static let desktop = "org.gnome.desktop.interface"
    private static let accessibility = "org.gnome.desktop.a11y.interface"

    private let overlays: [Overlay]
    private let choice: Choice
    private var look: OverlayLook
    private var isLight = false
    private var hasHighContrast = false
    private var bus: MessageBus?
    private var subscription: BusSubscription?

    /// - Parameter look: used until the desktop has answered.
    init(_ overlays: [Overlay], _ look: OverlayLook, _ choice: Choice) {
        (self.overlays, self.look, self.choice) = (overlays, look, choice)
    }

    /// Asks the desktop, and follows its changes as long as this object lives. Without a session
    /// bus or a portal the look stays.
    func follow(environment: [String: String]) async {
        guard choice.theme || choice.font || choice.motion,
            let bus = try? MessageBus(.user, environment: environment)
        else { return }
        self.bus = bus
        subscription = try? bus.subscribe(
            sender: Self.portal, path: Self.path, interface: Self.interface,
            signal: "SettingChanged"
        ) { [unowned self] values in
            guard values.count == 3, let namespace = values[0].string, let key = values[1].string
            else { return }
            take(namespace, key, values[2])
        }
        for (namespace, key) in [
            (Self.appearance, "color-scheme"), (Self.desktop, "font-name"),
            (Self.desktop, "enable-animations"), (Self.appearance, "contrast"),
            (Self.accessibility, "high-contrast"),
        ] {
            let reply = try? await bus.call(
                Self.portal, Self.path, Self.interface, "Read", [.string(namespace), .string(key)])
            if let value = reply?.first { take(namespace, key, value) }
        }
    }

    private func take(_ namespace: String, _ key: String, _ value: BusValue) {
        switch (namespace, key) {
        case (Self.appearance, "color-scheme") where choice.theme:
            // 1 is dark, 2 light, and 0 no preference.
            isLight = value.unwrapped == .uint32(2)
        case (Self.appearance, "contrast") where choice.theme:
            // 1 is higher contrast. Portals before 2023 have GNOME's key only.
            hasHighContrast = value.unwrapped == .uint32(1)
        case (Self.accessibility, "high-contrast") where choice.theme:
            hasHighContrast = value.boolean ?? false
        case (Self.desktop, "font-name") where choice.font:
            if let name = value.string { look.font = Self.family(name) }
        case (Self.desktop, "enable-animations") where choice.motion:
            if let isWanted = value.boolean { look.reducesMotion = !isWanted }
        default: return
        }
        if choice.theme { look.palette = Self.palette(isLight, hasHighContrast) }
        for overlay in overlays { overlay.use(look) }
    }

    nonisolated static func palette(_ isLight: Bool, _ hasHighContrast: Bool) -> OverlayPalette {
        switch (isLight, hasHighContrast) {
        case (true, true): .lightContrast
        case (true, false): .light
        case (false, true): .darkContrast
        case (false, false): .dark
        }
    }

    /// `Cantarell 11` without its size: the overlay has its own.
    nonisolated static func family(_ description: String) -> String {
        let words = description.split(separator: " ")
        guard words.count > 1, let last = words.last, Double(last) != nil else {
            return description
        }
        return words.dropLast().joined(separator: " ")
    }
}

extension BusValue {
    /// The value without the variants around it: the portal's method Read nests two.
    fileprivate var unwrapped: BusValue {
        if case .variant(let value) = self { value.unwrapped } else { self }
    }
}
