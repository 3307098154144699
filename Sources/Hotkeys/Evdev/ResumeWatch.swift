import CEvdev  // whose headers define timespec where they are read first
import CLinux
import Glibc
package import LinuxRuntime
import SystemPackage

/// Tells when the machine comes back from suspension, and when the clock is set, which is the
/// same to the kernel: a timer on the clock of the day that never expires is cancelled then
/// (TFD_TIMER_CANCEL_ON_SET, timerfd_create(2)). Until then it wakes nobody.
package final class ResumeWatch {
    private let timer: OwnedDescriptor
    private var source: EventSource?

    package init(_ handle: @escaping () -> Void) throws(SystemError) {
        timer = OwnedDescriptor(
            adopting: try check(
                timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC)),
                "timerfd_create"))
        try arm()
        source = try EventLoop.shared.watch(timer.descriptor) { [unowned self] _ in
            var count: UInt64 = 0
            // ECANCELED says that the clock jumped; the timer has to be armed anew.
            _ = read(timer.rawValue, &count, MemoryLayout<UInt64>.size)
            do throws(SystemError) {
                try arm()
            } catch {
                // It would be ready for ever.
                source = nil
            }
            handle()
        }
    }

    private func arm() throws(SystemError) {
        var time = itimerspec()
        time.it_value.tv_sec = .max
        try check(
            timerfd_settime(
                timer.rawValue,
                Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &time,
                nil),
            "timerfd_settime")
    }
}
