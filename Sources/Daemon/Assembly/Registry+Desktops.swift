import DesktopCompositors
import DesktopConsole
import DesktopGNOME
import DesktopKDE
package import DesktopParts
import DesktopX11
import LinuxRuntime

extension Registry {
    /// In the order in which they are asked whether a session is theirs.
    private static let desktops: [@EventLoopActor (SessionEnvironment) -> (any Desktop)?] = [
        { SwayDesktop($0) },
        { HyprlandDesktop($0) },
        { KDEDesktop($0) },
        { GNOMEDesktop($0) },
        { WaylandDesktop($0) },
        { X11Desktop($0) },
    ]

    /// The desktop of a session; the console if it is no other's.
    package static func desktop(of environment: SessionEnvironment) -> any Desktop {
        for make in desktops {
            if let desktop = make(environment) { return desktop }
        }
        return ConsoleDesktop(environment)
    }

    /// The desktop of this session.
    package static var desktop: any Desktop { desktop(of: .current) }

    /// The names of a session's sources of hotkeys where keyboards may not be read, in the order in
    /// which they are tried.
    package nonisolated static func hotkeySources(of environment: SessionEnvironment) -> [String] {
        KDEDesktop.hotkeySources(environment) + ["portal"]
    }

    /// Whether this session's programs report the text around the cursor only while accessibility is
    /// on.
    package nonisolated static var needsAccessibility: Bool {
        KDEDesktop.needsAccessibility(.current)
    }

    /// Whether one of these sinks, empty for the automatic ones, would press keys by a permission that
    /// this session's desktop gives to utter and not to every program.
    public nonisolated static func usesPermission(sinks names: [String]) -> Bool {
        KDEDesktop.usesPermission(.current, sinks: names)
    }
}
