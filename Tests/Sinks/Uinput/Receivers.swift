import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// The first virtual console, with a layout of Debian's console-setup, and its input.
final class Console {
    private let descriptor: OwnedDescriptor
    private var bytes: [UInt8] = []
    private var source: EventSource?

    /// - Parameter capsLock: whether the Caps Lock key is the kernel's own Caps Lock, not the
    ///   one that console-setup makes of another lock.
    @EventLoopActor init(_ layout: String, capsLock: Bool = false) async throws {
        // Opened first, since the console forgets its modes when nothing has it open. It must not
        // become the controlling terminal, whose Ctrl-C is a signal.
        let raw = try check(open("/dev/tty1", O_RDONLY | O_NONBLOCK | O_NOCTTY), "open /dev/tty1")
        descriptor = OwnedDescriptor(adopting: raw)
        let setUp = """
            chvt 1; stty -F /dev/tty1 raw -echo; kbd_mode -u -C /dev/tty1
            ckbcomp -layout \(layout) | loadkeys -u -C /dev/tty1
            \(capsLock ? "echo keycode 58 = Caps_Lock | loadkeys -u -C /dev/tty1" : ":")
            """
        let run = try await ProgramRun(
            ["sh", "-c", setUp],
            environment: ProgramPlaces.environment(path: "/usr/sbin:/usr/bin:/sbin:/bin"))
        try #require(run.status == .exited(0), "\(run.errors)")
        // Input from the keyboards of other tests is still in the console's queue.
        tcflush(raw, TCIFLUSH)
        source = try EventLoop.shared.watch(descriptor.descriptor) { [unowned self] _ in
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor.rawValue, &buffer, buffer.count)
            if count > 0 { bytes += buffer[..<count] }
        }
    }

    func clear() { bytes = [] }

    @EventLoopActor func waitForText(_ expected: String) async throws {
        // For a terminal Return is a carriage return.
        let wanted = expected.utf8.map { $0 == 10 ? 13 : $0 }
        try await waitUntil("the console has all bytes") {
            bytes.count >= wanted.count
        }
        let isSame = bytes == wanted
        let same = zip(bytes, wanted).prefix { $0 == $1 }.count
        #expect(isSame, "the first \(same) of \(wanted.count) bytes are right")
    }
}

extension XServer {
    /// An X server with the kernel's keyboards, as on a desktop, but without a screen.
    @EventLoopActor static func withInputDevices(
        display: String? = nil
    ) async throws -> XServer {
        let file = try FileDescriptor.open(
            "/tmp/utter-xorg.conf", .writeOnly, options: [.create, .truncate],
            permissions: .ownerReadWrite)
        try file.closeAfter {
            _ = try file.writeAll(
                """
                Section "Device"
                    Identifier "dummy"
                    Driver "dummy"
                EndSection
                Section "Screen"
                    Identifier "screen"
                    Device "dummy"
                    DefaultDepth 24
                EndSection
                """.utf8)
        }
        return try await XServer(
            display: display,
            program: [
                "Xorg", "-config", "/tmp/utter-xorg.conf", "-logfile", "/tmp/utter-xorg.log",
                "vt7",
            ])
    }
}

/// A sway without a screen, with the kernel's keyboards, and foot in it.
final class Sway {
    private let process: ChildProcess
    private let seat: ChildProcess
    private let content = "/tmp/utter-sway/content"
    let environment: [String: String]
    private var skipped = 0

    @EventLoopActor init(layouts: String) async throws {
        // sway refuses to run as root.
        let user: uid_t = 65534
        mkdir("/tmp/utter-sway", 0o700)
        chown("/tmp/utter-sway", user, user)
        let ready = "/tmp/utter-sway/ready"
        unlink(ready)
        let socket = "/tmp/utter-sway/ipc"
        unlink(socket)
        let configuration = try FileDescriptor.open(
            "/tmp/utter-sway/config", .writeOnly, options: [.create, .truncate],
            permissions: [.ownerReadWrite, .groupRead, .otherRead])
        let path = content
        try configuration.closeAfter {
            _ = try configuration.writeAll(
                """
                xwayland disable
                input * xkb_layout \(layouts)
                exec foot sh -c 'stty raw -echo; : > \(ready); exec cat > \(path)'
                """.utf8)
        }
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        let log = try FileDescriptor.open(
            "/tmp/utter-sway/log", .writeOnly, options: [.create, .truncate],
            permissions: .ownerReadWrite)
        defer { try? log.close() }
        seat = try ChildProcess(
            ["seatd", "-u", "nobody"], descriptors: [silence, silence, silence]
        ) { _ in }
        try await waitUntil("seatd listens") { access("/run/seatd.sock", F_OK) == 0 }
        process = try ChildProcess(
            [
                "setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups",
                "sway", "-c", "/tmp/utter-sway/config",
            ],
            environment: ProgramPlaces.environment + [
                "HOME=/tmp/utter-sway", "XDG_RUNTIME_DIR=/tmp/utter-sway",
                "SWAYSOCK=\(socket)", "LC_ALL=C.UTF-8", "WLR_BACKENDS=headless,libinput",
                "WLR_LIBINPUT_NO_DEVICES=1", "WLR_RENDERER=pixman", "LIBSEAT_BACKEND=seatd",
            ],
            descriptors: [silence, log, log]
        ) { _ in }
        environment = ["WAYLAND_DISPLAY": "wayland-1", "SWAYSOCK": socket]
        try await waitUntil("foot reads keys") { access(ready, F_OK) == 0 }
    }

    @EventLoopActor func tell(_ command: String) async throws {
        let run = try await ProgramRun(
            ["swaymsg", "-s", environment["SWAYSOCK"]!, command],
            environment: ProgramPlaces.environment)
        try #require(run.status == .exited(0), "\(run.output)")
    }

    /// What has arrived since `clear`; the Return key is a line feed.
    var text: String {
        let all = contentText.unicodeScalars.dropFirst(skipped)
        return String(String.UnicodeScalarView(all.map { $0 == "\r" ? "\n" : $0 }))
    }

    func clear() { skipped = contentText.unicodeScalars.count }

    @EventLoopActor func waitForText(_ expected: String) async throws {
        let size = expected.utf8.count
        try await waitUntil("foot has all bytes") { text.utf8.count >= size }
        let isSame = text.unicodeScalars.elementsEqual(expected.unicodeScalars)
        #expect(isSame)
    }

    private var contentText: String {
        guard let file = try? FileDescriptor.open(FilePath(content), .readOnly) else { return "" }
        defer { try? file.close() }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = (try? bytes.withUnsafeMutableBytes { try file.read(into: $0) }) ?? 0
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
