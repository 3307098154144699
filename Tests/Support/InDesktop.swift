internal import Glibc
public import Testing

extension Trait where Self == ConditionTrait {
    /// Runs the test only in a session of GNOME Shell, which Tests/Desktops/run makes. The names of
    /// such suites begin with `GNOMEShell`, by which it chooses them.
    public static var inGNOMEShell: Self { inDesktop(.gnome) }

    /// Runs the test only in a session of KWin 6, likewise. The names begin with `KWin6`.
    public static var inKWin6: Self { inDesktop(.kde) }

    private static func inDesktop(_ desktop: DesktopSession.Desktop) -> Self {
        .enabled(
            if: DesktopSession.desktop == desktop,
            "runs in a session of \(desktop.rawValue): make test-desktops")
    }
}
