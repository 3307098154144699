import Testing

@testable import UtterCommands

struct LogCommandTests {
    /// As the control socket is found, too.
    @Test(arguments: [
        ("/tmp/mine", "/tmp/mine/systemd"), (nil, "/run/user/1000/systemd"),
        ("", "/run/user/1000/systemd"), ("mine", "/run/user/1000/systemd"),
    ])
    func systemdIsFoundWithoutTheVariable(_ runtime: String?, _ folder: String) {
        #expect(LogCommand.systemdFolder(runtime: runtime, user: 1000) == folder)
    }
}
