/// What the daemon and the overlay that it starts have agreed upon, besides the control socket.
public enum OverlayProgram {
    /// The program's name; it is beside the daemon's own.
    public static let name = "utter-overlay"
    /// Its exit status when there is no display, or none any more (sysexits.h, EX_TEMPFAIL).
    public static let noDisplay: Int32 = 75
}
