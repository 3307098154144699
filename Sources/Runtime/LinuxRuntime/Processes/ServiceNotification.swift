import CSystemd

/// Notifications of the service to systemd (sd_notify(3)); they do nothing outside a service.
public enum ServiceNotification {
    /// The service is ready.
    public static func ready() { sd_notify(0, "READY=1") }

    /// A line for `systemctl status`.
    public static func status(_ text: String) {
        sd_notify(0, "STATUS=\(text.prefix { !$0.isNewline })")
    }

    /// The service is stopping.
    public static func stopping() { sd_notify(0, "STOPPING=1") }
}
