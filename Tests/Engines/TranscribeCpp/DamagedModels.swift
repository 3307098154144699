import Dictation
import Glibc
import LinuxRuntime
import Problems
import RecognizerTranscribeCpp
import SystemPackage
import TestSupport
import Testing
import TranscribeCppFiles

@testable import TranscribeCppDecoding

/// Loads damaged models in separate processes, for the library may end or hang with any: this test
/// program again, in which the test detects that it is the child.
@EventLoopActor
final class DamagedModels {
    private nonisolated static let variable = "UTTER_TEST_DAMAGED_MODELS"

    /// Numbers of models.
    private(set) var deaths: [Int] = []
    private(set) var hangs: [Int] = []
    private let folder: ScratchDirectory
    private let count: Int
    private let test: String

    /// - Parameter test: the calling test's name.
    init(_ count: Int, test: String) throws {
        (self.count, self.test) = (count, test)
        folder = try ScratchDirectory("damaged")
    }

    /// Tries all models.
    func run() async throws {
        while try next < count {
            let first = try next
            let silence = try FileDescriptor.open("/dev/null", .readWrite)
            defer { try? silence.close() }
            let child = try ChildProcess(
                [
                    "/proc/self/exe", "--testing-library", "swift-testing", "--filter", test,
                ],
                environment: ["\(Self.variable)=\(folder.path) \(first) \(count)"],
                descriptors: [silence, silence, silence]
            ) { _ in }
            let stuck = try await watch(child)
            guard child.status != .exited(0) else {
                try #require(next > first, "the child has done nothing")
                continue
            }
            let number = try next
            if stuck { hangs.append(number) } else { deaths.append(number) }
            try Self.note(number, stuck ? "hung" : "died", in: folder.path)
        }
    }

    /// The first model that was not tried.
    private var next: Int {
        get throws { try progress.last.map { $0.number + 1 } ?? 0 }
    }

    /// Waits for the child's end; kills it if it is 20 s with one model. Returns whether it was.
    private func watch(_ child: ChildProcess) async throws -> Bool {
        var (last, since) = (-1, MonotonicClock.nanoseconds)
        while child.status == nil {
            try await EventLoop.shared.sleep(for: .milliseconds(20))
            let now = try progress.count
            if now != last { (last, since) = (now, MonotonicClock.nanoseconds) }
            guard MonotonicClock.nanoseconds - since > 20_000_000_000 else { continue }
            child.send(signal: SIGKILL)
            try await waitUntil("the child is dead") { child.status != nil }
            return true
        }
        return false
    }

    /// How many were loaded and run.
    var loaded: Int {
        get throws { try progress.filter { $0.outcome == "loaded" }.count }
    }

    /// The models that were tried.
    private var progress: [(number: Int, outcome: Substring)] {
        get throws {
            let file = try FileDescriptor.open(
                FilePath(folder.path("progress")), .readOnly, options: .create,
                permissions: .ownerReadWrite)
            let bytes = try file.closeAfter { try file.readToEnd() }
            // The last line may be written at this moment.
            let lines = String(decoding: bytes, as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false
            ).dropLast()
            return lines.compactMap { line in
                let parts = line.split(separator: " ")
                return Int(parts[0]).map { ($0, parts[1]) }
            }
        }
    }

    private nonisolated static func note(
        _ number: Int, _ outcome: String, in folder: String
    ) throws {
        let file = try FileDescriptor.open(
            FilePath("\(folder)/progress"), .writeOnly, options: [.create, .append],
            permissions: .ownerReadWrite)
        _ = try file.closeAfter { try file.writeAll("\(number) \(outcome)\n".utf8) }
    }

    // MARK: In the child

    /// Whether this is the child; then it has done its work.
    nonisolated static func isChild() throws -> Bool {
        guard let task = getenv(variable).map({ String(cString: $0) }) else { return false }
        let parts = task.split(separator: " ")
        for number in Int(parts[1])!..<Int(parts[2])! {
            let isLoaded = try load(number, in: String(parts[0]))
            try note(number, isLoaded ? "loaded" : "refused", in: String(parts[0]))
        }
        return true
    }

    /// Returns whether the library took it.
    private nonisolated static func load(_ number: Int, in folder: String) throws -> Bool {
        let model = try ToneGGUF("damaged", in: folder)
        try model.write(damaged(number))
        let configuration = TranscribeCppConfiguration(
            library: realLibrary, model: TranscribeCppModel(FilePath(model.path)))
        // The library is to see also those that the header's check refuses.
        _ = configuration.model.problem
        guard
            let loaded = try? TranscribeModel(configuration, language: nil),
            let session = try? TranscribeSession(loaded, threads: 1, shouldAbort: { false })
        else { return false }
        _ = try? session.run(ToneModel.sentence)
        _ = session.timedWords
        return true
    }

    /// One of endlessly many damaged models, always the same for a number.
    nonisolated static func damaged(_ number: Int) -> [UInt8] {
        var random = SplitMix(seed: UInt64(number))
        var bytes = ToneGGUF.bytes()
        // Half of it hits the header, which has the first quarter.
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            let end = Bool.random(using: &random) ? bytes.count : bytes.count / 4
            let place = Int.random(in: 4..<end, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0: bytes.removeLast(bytes.count - place)
            case 1...5: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 6...8: bytes[place] = .random(in: .min ... .max, using: &random)
            case 9, 10:
                let number = [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF].randomElement(using: &random)!
                for offset in 0..<min(4, bytes.count - place) {
                    bytes[place + offset] = UInt8(truncatingIfNeeded: number >> (8 * offset))
                }
            default:
                let length = min(Int.random(in: 1...64, using: &random), bytes.count - place)
                bytes.removeSubrange(place..<place + length)
            }
            if bytes.count < 64 { break }
        }
        return bytes
    }
}
