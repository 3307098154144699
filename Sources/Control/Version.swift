/// The program's version, for `utter --version` and the control socket.
public enum Version {
    public static let current = "0.1.0"
}
