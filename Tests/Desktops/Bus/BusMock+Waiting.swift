import LinuxRuntime
import TestSupport
import Testing

extension BusMock {
    /// The arguments of each call of a method, once there are so many.
    func calls(of method: String, atLeast count: Int) async throws -> [[BusValue]] {
        while true {
            let calls = try await calls(of: method)
            if calls.count >= count { return calls }
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
    }
}
