import DesktopBus
import Dictation
public import LinuxRuntime
import Problems

/// A desktop's notification of a command that failed where nobody reads what it prints: one that a
/// key of the desktop starts.
@EventLoopActor
public enum FailureNotification {
    /// Returns when it is shown, or can't be.
    public static func show(_ error: any Error) async {
        let notice = (error as? Problem).map { Notice(.error, $0) } ?? Notice(.error, "\(error)")
        let notifications = Notifications(
            on: SessionBus(environment: BusEnvironment.current), isQuiet: true)
        notifications.show(notice)
        await notifications.finish()
    }
}
