import CEvdev  // whose headers define timespec where they are read first
import CLinux
import Glibc
package import LinuxRuntime
import SystemPackage

/// Reports when the machine resumes from suspend, and when the clock is set, which is the same to
/// the kernel: a timer on the realtime clock that never expires is cancelled then
/// (TFD_TIMER_CANCEL_ON_SET, timerfd_create(2)). Until then it causes no wake-up.
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
            // ECANCELED: the clock jumped, and the timer must be armed again.
            _ = read(timer.rawValue, &count, MemoryLayout<UInt64>.size)
            do throws(SystemError) {
                try arm()
            } catch {
                // The descriptor would be ready forever.
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
