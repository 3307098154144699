import DesktopCompositors
import DesktopConsole
import DesktopParts
import DesktopX11
import LinuxRuntime

/// The desktops whose sessions open the keyboard.
@EventLoopActor
enum Desktops {
    static var console: any Desktop { ConsoleDesktop(SessionEnvironment([:])) }

    static func x11(_ display: String) -> any Desktop {
        X11Desktop(SessionEnvironment(["DISPLAY": display]))!
    }

    static func sway(_ environment: [String: String]) -> any Desktop {
        SwayDesktop(SessionEnvironment(environment))!
    }
}
