import Problems

/// The first line of each side: `{"protocol":"utter","version":1}`.
///
/// The protocol in short, for scripts. The socket is `$XDG_RUNTIME_DIR/utter/control`
/// (unix(7), stream); only the user who runs the daemon may use it. Each line is one JSON object
/// (RFC 8259) in UTF-8, ended by a line feed. After its greeting a client sends commands
/// (``ControlRequest``) and gets one reply (``ControlReply``) to each, in the order of the
/// commands. After `subscribe`, events (``ControlEvent``) come between the replies. A client that
/// only writes (`shutdown(SHUT_WR)`) still gets what it asked for. Unknown fields are ignored.
struct Greeting: Codable, Equatable {
    let `protocol`: String
    let version: Int

    /// The version that this program speaks.
    static let ours = Greeting(protocol: "utter", version: 1)

    /// Why a peer with this greeting can't be talked to, or nil.
    func mismatch(with peer: String) -> Problem? {
        guard self != .ours else { return nil }
        let ours = Greeting.ours
        let why =
            `protocol` == ours.protocol
            ? "\(peer) speaks version \(version) of the control protocol, not \(ours.version)"
            : "\(peer) does not speak the control protocol of utter"
        return Problem(
            "cannot use the control socket", why: why,
            remedy: "Use the same version of utter everywhere, and restart the daemon: "
                + "systemctl --user restart utter")
    }
}

/// Limits by which a misbehaving peer costs no more than a little memory.
enum ControlLimits {
    /// The longest line that the daemon reads, in bytes without its line feed.
    static let requestBytes = 64 * 1024
    /// The longest line that a client reads, and so the longest that the daemon sends.
    static let answerBytes = 1024 * 1024
    /// The largest backlog of a slow reader, in bytes, at which another line is still queued;
    /// beyond it the connection is dropped.
    static let backlogBytes = 256 * 1024
    /// Clients at a time that give commands; at the limit the one that was silent for longest is
    /// closed.
    static let connections = 64
    /// Clients at a time that subscribe to events, not counted above.
    static let subscribers = 64
    /// Commands of one client that may await their replies at a time.
    static let unansweredCommands = 16
    /// Time between two levels: at most 30 a second.
    static let levelInterval = Duration.nanoseconds(33_333_334)
}
