import SinkIBus
import TestSupport
import Testing

struct IBusAddressTests {
    private let root: ScratchDirectory

    init() throws {
        root = try ScratchDirectory("utter-ibus")
        for folder in ["etc/x", "home/.config/ibus/bus/x"] { try root.makeFolders(for: folder) }
        try root.write("0123\n", to: "etc/machine-id")
    }

    private func leave(_ address: String, for display: String) throws {
        try root.write(
            "# This file is created by ibus-daemon\nIBUS_ADDRESS=\(address)\nIBUS_DAEMON_PID=7\n",
            to: "home/.config/ibus/bus/0123-\(display)")
    }

    private func find(_ variables: [String: String]) -> String? {
        IBusAddress.find(
            variables.merging(["HOME": root.path("home")]) { $1 }, root: "\(root.path)/")
    }

    @Test func theWaylandDisplayNamesTheFile() throws {
        try leave("unix:path=/a,guid=1", for: "unix-wayland-0")
        try leave("unix:path=/b,guid=2", for: "unix-0")
        #expect(find(["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"]) == "unix:path=/a,guid=1")
        #expect(find(["DISPLAY": ":0.0"]) == "unix:path=/b,guid=2")
        #expect(find(["WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"]) == "unix:path=/b,guid=2")
        #expect(find(["DISPLAY": ":1"]) == nil)
        #expect(find([:]) == nil)
    }

    @Test func variablesComeFirst() throws {
        try leave("unix:path=/a", for: "unix-0")
        try root.write("IBUS_ADDRESS=unix:path=/c\n", to: "file")
        #expect(find(["DISPLAY": ":0", "IBUS_ADDRESS": "unix:path=/d"]) == "unix:path=/d")
        #expect(
            find(["DISPLAY": ":0", "IBUS_ADDRESS_FILE": root.path("file")]) == "unix:path=/c")
        #expect(find(["DISPLAY": ":0", "IBUS_ADDRESS_FILE": root.path("none")]) == nil)
    }

    @Test func aFileWithoutAnAddressIsNone() throws {
        try leave("", for: "unix-0")
        #expect(find(["DISPLAY": ":0"]) == nil)
    }
}
