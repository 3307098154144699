import Glibc

/// The systemd service that this process may be.
public enum ServiceUnit {
    /// Whether the user's systemd has started this process itself ($SYSTEMD_EXEC_PID,
    /// systemd.exec(5)).
    public static var isThisProcess: Bool {
        getenv("SYSTEMD_EXEC_PID").map { String(cString: $0) } == "\(getpid())"
    }

    /// The command for a program that is to survive this process. systemd ends with a service all
    /// that it has started, whatever its session; so the program gets its own scope
    /// (systemd-run(1), which becomes that program).
    public static func surviving(_ command: [String]) -> [String] {
        guard isThisProcess, SearchPath.contains("systemd-run") else { return command }
        return ["systemd-run", "--user", "--scope", "--quiet", "--collect", "--"] + command
    }
}
