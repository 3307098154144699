import Problems

extension Finding {
    private static let switchingOn = [
        "busctl", "--user", "set-property", "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status",
        "IsEnabled", "b", "true",
    ]

    /// Whether the programs of Qt 6 report the text around the cursor: they do while accessibility
    /// is on, as it is on GNOME without being asked.
    static func accessibility(isOn: Bool) -> Finding {
        let subject = "text around the cursor"
        guard !isOn else {
            return Finding(subject, .good, "accessibility is on: Qt programs can report it")
        }
        return Finding(
            subject, .unchecked,
            "programs of Qt 6 don’t report it, since accessibility is off: spaces and capitals may "
                + "be wrong there, and little can be changed by voice",
            remedy: "Switch it on: \(switchingOn.joined(separator: " "))",
            fix: Fix(
                [.init(switchingOn)],
                afterwards: "Start programs that are open again, to have them report it."))
    }
}
