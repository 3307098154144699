import Foundation
import HTTPClient
import LinuxRuntime
import Problems
import SystemPackage
import TestSupport
import Testing

@testable import Models

@Suite(.runningLoop, .needs("python3", package: "python3"), .needs("openssl", package: "openssl"))
struct ModelDownloadTests {
    private static let half = ModelStage.content.count / 2

    @EventLoopActor @Test func aModelComesWithItsLicence() async throws {
        let stage = try await ModelStage()
        #expect(!stage.store.isInstalled(stage.model) && stage.store.installed.isEmpty)
        let steps = try await stage.install("plain")
        #expect(steps.first == .downloading(0) && steps.last == .verifying)
        #expect(steps.contains(.downloading(ModelStage.content.count)))
        #expect(stage.files == ModelStage.installed)
        #expect(stage.content(of: ModelStage.installed[0]) == ModelStage.content)
        let notice = String(
            decoding: stage.content(of: ModelStage.installed[1]) ?? Data(), as: UTF8.self)
        for words in ["someone/tones", "CC-BY-4.0", "/plain/other/tones-gguf/resolve/aaaa"] {
            #expect(notice.contains(words), "\(notice)")
        }
        #expect(stage.server.requests == [stage.request("plain")])
        #expect(stage.store.isInstalled(stage.model))
    }

    @EventLoopActor @Test func anInstalledOneIsNotAskedForAgain() async throws {
        let stage = try await ModelStage()
        try await stage.install("plain")
        #expect(try await stage.install("plain").isEmpty)
        #expect(stage.server.requests.count == 1 && stage.files == ModelStage.installed)
    }

    // MARK: What an earlier attempt left

    @EventLoopActor @Test func aPartIsGoneOnWith() async throws {
        let stage = try await ModelStage()
        try stage.leavePart(ModelStage.content.prefix(100_000))
        #expect(try stage.download("plain").presentBytes == 100_000)
        let steps = try await stage.install("plain")
        #expect(steps.first == .downloading(100_000))
        #expect(stage.server.requests == [stage.request("plain", "bytes=100000-")])
        #expect(stage.content(of: ModelStage.installed[0]) == ModelStage.content)
        #expect(stage.files == ModelStage.installed)
    }

    @EventLoopActor @Test func aWholeOneIsOnlyChecked() async throws {
        let stage = try await ModelStage()
        try stage.leavePart(ModelStage.content)
        #expect(try await stage.install("plain") == [.verifying])
        #expect(stage.server.requests.isEmpty && stage.files == ModelStage.installed)
    }

    @EventLoopActor
    @Test(arguments: [Data(count: ModelStage.content.count), ModelStage.content + Data([0])])
    func whatCannotBeItIsReplaced(_ left: Data) async throws {
        let stage = try await ModelStage()
        try stage.leavePart(left)
        try await stage.install("plain")
        #expect(stage.server.requests == [stage.request("plain")])
        #expect(stage.content(of: ModelStage.installed[0]) == ModelStage.content)
    }

    /// Of servers that don't give the rest, all is asked for.
    @EventLoopActor @Test(arguments: [("whole", 1), ("unsatisfiable", 2), ("elsewhere", 2)])
    func orAllOfItComesAgain(_ mode: String, _ requests: Int) async throws {
        let stage = try await ModelStage()
        try stage.leavePart(Data(count: 1000))
        try await stage.install(mode)
        #expect(stage.server.requests.count == requests)
        #expect(stage.content(of: ModelStage.installed[0]) == ModelStage.content)
    }

    // MARK: What goes wrong

    @EventLoopActor
    @Test(arguments: [
        ("wrong", "its SHA-256 is different"), ("longer", "doesn't have the model's"),
        ("shorter", "doesn't have the model's"), ("endless", "doesn't have the model's"),
    ])
    func anotherFileIsDeleted(_ mode: String, _ why: String) async throws {
        let stage = try await ModelStage()
        let problem = await stage.problem(mode)
        #expect(problem?.why.contains(why) == true, "\(String(describing: problem))")
        #expect(problem?.remedy.contains("utter models install FILE.gguf") == true)
        #expect(stage.files.isEmpty)
    }

    @EventLoopActor
    @Test(arguments: [("half", "Transferred a partial file"), ("stall", "nothing came for 1 s")])
    func aBrokenTransferIsGoneOnWith(_ mode: String, _ why: String) async throws {
        let stage = try await ModelStage()
        let problem = await stage.problem(mode)
        #expect(problem?.why == why)
        #expect(
            problem?.remedy == "150.0 kB are kept. To continue: utter models install tones",
            "\(String(describing: problem))")
        #expect(stage.files == [ModelStage.part] && stage.store.installed.isEmpty)
        try await stage.install("plain")
        #expect(stage.server.requests.last == stage.request("plain", "bytes=\(Self.half)-"))
        #expect(stage.content(of: ModelStage.installed[0]) == ModelStage.content)
    }

    @EventLoopActor @Test func nothingComesOverPlainHTTP() async throws {
        let stage = try await ModelStage()
        let problem = await stage.problem("to-http", secure: true)
        #expect(problem?.why == "it redirects, but not to https://")
        #expect(stage.server.requests == [stage.request("to-http")])
        #expect(stage.files.isEmpty)
        try await stage.install("to-https", secure: true)
        #expect(stage.files == ModelStage.installed)
    }

    @EventLoopActor @Test func aMissingFileHasARemedy() async throws {
        let stage = try await ModelStage()
        let problem = await stage.problem("missing")
        #expect(problem?.why == "status 404")
        #expect(problem?.remedy.contains("utter config set models.mirror") == true)
        #expect(stage.files.isEmpty)
    }

    @EventLoopActor @Test func theDiskIsLookedAtFirst() async throws {
        let stage = try await ModelStage(bytes: 1 << 60)
        let problem = await stage.problem("plain")
        #expect(problem?.what == "the disk has no room for “tones-Q8_0.gguf”")
        #expect(problem?.why.contains("it needs 1152921504.6 GB more") == true)
        #expect(stage.server.requests.isEmpty && stage.files.isEmpty)
    }

    @EventLoopActor @Test func aFolderThatCannotBeMadeIsNamed() async throws {
        let stage = try await ModelStage()
        let data = stage.store.folder.removingLastComponent().removingLastComponent()
        try PrivateFile.makeDirectories(data.removingLastComponent())
        try Data().write(to: URL(filePath: data.string))
        let problem = await stage.problem("plain")
        #expect(problem?.why == "Not a directory")
        #expect(problem?.what.contains(stage.store.folder.string) == true)
    }

    // MARK: Two at once

    @EventLoopActor @Test func theSecondSaysThatTheFirstIsAtIt() async throws {
        let stage = try await ModelStage()
        var count = 0
        var download = try stage.download("stall")
        download.stallLimit = .seconds(600)
        let first = download
        let work = EventLoop.throwingTask {
            try await first.run { if case .downloading(let bytes) = $0 { count = bytes } }
        }
        try await waitUntil("half of it has come") { count == Self.half }
        let problem = await stage.problem("plain")
        #expect(problem?.what == "“tones-Q8_0.gguf” is being installed")
        #expect(throws: Problem.self) { try stage.store.remove("tones-Q8_0") }
        #expect(stage.files == [ModelStage.part])
        // Ctrl-C.
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(stage.content(of: ModelStage.part) == ModelStage.content.prefix(Self.half))
        try await stage.install("plain")
        #expect(stage.files == ModelStage.installed)
        #expect(stage.server.requests.last == stage.request("plain", "bytes=\(Self.half)-"))
    }

    // MARK: Mirrors

    @Test(arguments: ["https://models.example/x", "http://127.0.0.1:8000", "http://[::1]:1"])
    func isAMirror(_ text: String) throws {
        #expect(try ModelSource(mirror: text).address.url.hasPrefix(text.prefix(14)))
    }

    @Test(arguments: ["http://models.example", "models.example", "ftp://a.example", "https://a?b"])
    func isNoMirror(_ text: String) {
        let problem = #expect(throws: Problem.self) { try ModelSource(mirror: text) }
        #expect(problem?.what == "cannot use “\(text)” as a mirror")
    }
}
