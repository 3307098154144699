/// Values that the daemon and the overlay program share, besides the control socket.
public enum OverlayProgram {
    /// The program's name; it is in `PREFIX/bin`, or beside the daemon in a build folder.
    public static let name = "utter-overlay"
    /// Exit status when there is no display, or none any more (sysexits.h, EX_TEMPFAIL).
    public static let noDisplay: Int32 = 75
}
