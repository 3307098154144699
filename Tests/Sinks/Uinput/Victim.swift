import Dictation
import Glibc
import KeyStrokes
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

@testable import SinkUinput

/// A process that types continuously, to be killed: this test program again, in which
/// `GuestUinputTests.SinkTests.goesWhenKilled` detects that it is the victim.
@EventLoopActor
final class Victim {
    private static let variable = "UTTER_TEST_UINPUT_VICTIM"
    private let process: ChildProcess

    static var isThis: Bool { getenv(variable) != nil }

    /// The victim's work until it is killed: it holds each key for a while.
    static func type() async throws {
        var settings = UinputSettings()
        settings.layout = LayoutNames(setting: "us")
        settings.keyHold = .milliseconds(10)
        let sink = UinputSink(settings, on: Desktops.console)
        let text = TypableText(cleaning: Samples.english(2000), lineBreaks: .keep)
        while true { try await sink.insertText(text) }
    }

    init() throws {
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        process = try ChildProcess(
            [
                "/usr/bin/env", "\(Self.variable)=1", "/proc/\(getpid())/exe",
                "--testing-library", "swift-testing", "--filter", "goesWhenKilled",
            ],
            descriptors: [silence, silence, silence]
        ) { _ in }
    }

    func kill() {
        process.send(signal: SIGKILL)
    }
}
