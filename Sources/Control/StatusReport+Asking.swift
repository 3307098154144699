import LinuxRuntime

extension StatusReport {
    /// The status of this user's daemon, from the control socket; nil if none answers.
    @EventLoopActor
    public static func ofRunningDaemon() async -> StatusReport? {
        guard let path = try? ControlSocketPath.standard(),
            case .status(let report) = try? await ControlClient.connect(path: path).send(.status)
        else { return nil }
        return report
    }
}
