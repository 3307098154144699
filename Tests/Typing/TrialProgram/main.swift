import DesktopConsole
import DesktopKDE
import DesktopParts
import Dictation
import DictationParts
import Foundation
import Glibc
import KeyStrokes
import LinuxRuntime
import SinkClipboardWayland
import SinkClipboardX11
import SinkKWin
import SinkUinput
import SinkVirtualKeyboard
import SinkXTest
import TestSupport

// trial-typist SINK [again]: types what it reads from standard input, or again and again, until it is
// killed.

@EventLoopActor func sink(_ name: String) -> any TextSink {
    switch name {
    case "xtest": return XTestSink()
    case "virtual-keyboard": return VirtualKeyboardSink()
    case "kwin":
        let desktop = KDEDesktop(SessionEnvironment.current)!
        return KWinSink(on: desktop, launcher: OrdinaryUser.command([]))
    case "clipboard-x11": return X11ClipboardSink()
    case "clipboard-wayland": return WaylandClipboardSink()
    case "uinput":
        var settings = UinputSettings()
        settings.layout = LayoutNames(setting: "us")
        // Each key is held for a while.
        settings.keyHold = .milliseconds(10)
        return UinputSink(settings, on: ConsoleDesktop(SessionEnvironment([:])))
    default: fatalError("trial-typist: there is no sink “\(name)”")
    }
}

Signals.ignoreBrokenPipes()
// As for every program that starts others.
Signals.block([SIGCHLD])
let input = FileHandle.standardInput.readDataToEndOfFile()
let text = TypableText(cleaning: String(decoding: input, as: UTF8.self), lineBreaks: .keep)
let (name, isRepeated) = (CommandLine.arguments[1], CommandLine.arguments.count > 2)
EventLoopActor.assumeIsolated {
    let sink = sink(name)
    EventLoop.task {
        var status: Int32 = 0
        repeat {
            do {
                try await sink.prepare()
                try await sink.insertText(text)
                status = 0
            } catch {
                print(error)
                status = 1
            }
        } while isRepeated
        sink.close()
        exit(status)
    }
}
_ = try EventLoop.shared.run()
