import CSystemd

/// What the service tells systemd (sd_notify(3)); nothing happens outside a service.
public enum ServiceNotification {
    /// The service is usable.
    public static func ready() { sd_notify(0, "READY=1") }

    /// One line for `systemctl status`.
    public static func status(_ text: String) {
        sd_notify(0, "STATUS=\(text.prefix { !$0.isNewline })")
    }

    /// The service begins to stop.
    public static func stopping() { sd_notify(0, "STOPPING=1") }
}
