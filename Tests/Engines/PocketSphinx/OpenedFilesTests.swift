import Dictation
import Foundation
import Glibc
import LinuxRuntime
import PocketSphinxModel
import SpeechWorker
import SystemPackage
import TestSupport
import Testing

extension PocketSphinxTests {
    /// What `utter-speech` opens with the real engine, from strace(1).
    @Suite(
        .needs("/usr/bin/strace", package: "strace"),
        .needs("\(Recording.goForward)", package: "pocketsphinx-testdata"))
    struct OpenedFiles {
        /// Libraries, what describes the processors, and the model; nothing to write.
        @EventLoopActor @Test func areTheModelAndLibraries() async throws {
            let folder = try ScratchDirectory("traced")
            let program = try #require(SpeechProgram.path)
            // It is started with an empty environment.
            try folder.write(
                "#!/bin/sh\nexec /usr/bin/strace -ff -o \(folder.path("trace")) \(program)\n",
                to: "utter-speech")
            chmod(folder.path("utter-speech"), 0o700)
            let listener = Listener()
            let configuration = PocketSphinxConfiguration.standard
            let decoding = WorkerRecognizer(
                configuration.inWorker, program: folder.path("utter-speech"))
            decoding.prepare { listener.hear($0) }
            decoding.begin()
            decoding.feed(try Recording.samples(of: contents(of: Recording.goForward)))
            decoding.finish()
            await listener.next(where: isEnd)
            decoding.close()
            #expect(listener.utterances == ["go forward ten meters"])

            let traces = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasPrefix("trace.") }
            // The main thread and the one that reads messages.
            #expect(traces.count == 2)
            let lines = try traces.flatMap { name in
                try String(contentsOfFile: folder.path(name), encoding: .utf8)
                    .split(separator: "\n")
            }
            let opened = lines.filter {
                ($0.hasPrefix("open(") || $0.hasPrefix("openat(")) && !$0.contains(" = -1 ")
            }
            let model = configuration.model.removingLastComponent().string
            #expect(opened.contains { $0.contains("\"\(model)/en-us.lm.bin\"") })
            for line in opened {
                let path = line.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
                let isKnown =
                    path.hasPrefix(model) || path.contains(".so")
                    || [
                        "/sys/devices/system/cpu", "/sys/devices/system/cpu/possible",
                        "/sys/devices/system/node", "/proc/cpuinfo", "/proc/meminfo",
                        // How large the stack of the main thread is (pthread_getattr_np(3)).
                        "/proc/self/maps",
                    ].contains(path)
                #expect(isKnown, "\(line)")
                #expect(!line.contains("O_WRONLY") && !line.contains("O_RDWR"), "\(line)")
            }
            let others = ["socket", "connect", "execve", "fork", "vfork", "unlink", "rename"]
            for name in others {
                // Itself, by strace.
                let most = name == "execve" ? 1 : 0
                #expect(lines.count { $0.hasPrefix("\(name)(") } == most, "\(name)")
            }
        }
    }
}
