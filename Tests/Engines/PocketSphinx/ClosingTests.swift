import Dictation
import Glibc
import LinuxRuntime
import RecognizerPocketSphinx
import SystemPackage
import TestSupport
import Testing

extension PocketSphinxTests {
    struct Closing {
        /// Repeatedly, at different moments of its life: thread, descriptors and object are
        /// released. It runs in a process of its own, where all threads and descriptors are this
        /// test's.
        @Test(.timeLimit(.minutes(5))) func leavesNothingBehind() async {
            await #expect(processExitsWith: .success) {
                try EventLoop.shared.run {
                    // The first use loads what stays.
                    try await useAndClose(0)
                    let before = (threads: decodingThreads(), descriptors: eventDescriptors())
                    for round in 1..<10 { try await useAndClose(round) }
                    // The last thread releases its things only as it ends.
                    while decodingThreads() > before.threads
                        || eventDescriptors() > before.descriptors
                    {
                        try await EventLoop.shared.sleep(for: .milliseconds(1))
                    }
                }
            }
        }

        @EventLoopActor @Test func needsNoModel() async throws {
            weak var remains: PocketSphinxRecognizer?
            do {
                let recognizer = try PocketSphinxRecognizer()
                remains = recognizer
                recognizer.close()
                recognizer.close()
            }
            #expect(remains == nil)
        }
    }
}

/// Makes a recogniser and closes it.
@EventLoopActor private func useAndClose(_ round: Int) async throws {
    let listener = Listener()
    var recognizer: PocketSphinxRecognizer? = try PocketSphinxRecognizer()
    weak let remains = recognizer
    recognizer?.prepare { listener.hear($0) }
    if round % 2 == 0 { await listener.next { $0 == .ready } }
    if round % 3 == 0 { recognizer?.begin() }
    recognizer?.close()
    listener.clear()
    recognizer = nil
    // It is destroyed once its thread is joined.
    while remains != nil { try await EventLoop.shared.sleep(for: .milliseconds(1)) }
    #expect(listener.events.isEmpty)
}

private func decodingThreads() -> Int {
    entries(of: "/proc/self/task").count {
        (try? contents(of: FilePath("/proc/self/task/\($0)/comm"))) == Array("decoding\n".utf8)
    }
}

private func eventDescriptors() -> Int {
    entries(of: "/proc/self/fd").count { name in
        var target = [CChar](repeating: 0, count: 64)
        return readlink("/proc/self/fd/\(name)", &target, 63) > 0
            && String(decoding: target.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
                == "anon_inode:[eventfd]"
    }
}

private func entries(of directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if !name.hasPrefix(".") { names.append(name) }
    }
    return names
}
