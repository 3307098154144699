/// The program's version, as `utter --version` and the control socket tell it.
public enum Version {
    public static let current = "0.1.0"
}
