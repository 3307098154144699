import Foundation
import Glibc
import HTTPClient
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// Downloads to a file, from a server that behaves as its address says.
@Suite(.runningLoop, .needs("python3", package: "python3"), .needs("openssl", package: "openssl"))
struct DownloadTests {
    /// More than waits for the disk at once, and no multiple of anything.
    private static let content = Data((0..<2_500_001).map { UInt8(truncatingIfNeeded: $0 / 7) })

    // MARK: Files that come

    @EventLoopActor @Test(arguments: [false, true])
    func aWholeFileComes(_ isSecure: Bool) async throws {
        let stage = try await Stage()
        var counts: [Int] = []
        try await stage.run("plain", secure: isSecure) { counts.append($0) }
        #expect(stage.file == Self.content)
        #expect(counts == counts.sorted() && counts.last == Self.content.count)
        #expect(stage.server.requests == ["GET /plain/file -"])
    }

    @EventLoopActor @Test func theRestFollowsWhatIsThere() async throws {
        let stage = try await Stage(has: 1_000_003)
        var first: Int?
        try await stage.run("plain") { first = first ?? $0 }
        #expect(stage.file == Self.content)
        #expect(try #require(first) > 1_000_003)
        #expect(stage.server.requests == ["GET /plain/file bytes=1000003-"])
    }

    /// What is there isn't what the server has, and is replaced.
    @EventLoopActor @Test func aServerThatKnowsNoRangesBeginsAnew() async throws {
        let stage = try await Stage(has: 2_000_000, of: Data(count: 2_000_000))
        try await stage.run("whole")
        #expect(stage.file == Self.content)
    }

    @EventLoopActor @Test func aRedirectionToHTTPSIsFollowed() async throws {
        let stage = try await Stage(has: 77)
        try await stage.run("to-https", secure: true)
        #expect(stage.file == Self.content)
        #expect(
            stage.server.requests
                == ["GET /to-https/file bytes=77-", "GET /plain/file bytes=77-"])
    }

    // MARK: Files that don't

    @EventLoopActor @Test(arguments: [true, false])
    func aRedirectionToHTTPIsNot(_ isSecure: Bool) async throws {
        let stage = try await Stage()
        #expect(try await stage.failure("to-http", secure: isSecure) == .redirected)
        #expect(stage.server.requests == ["GET /to-http/file -"])
        #expect(stage.file.isEmpty)
    }

    @EventLoopActor @Test(arguments: ["to-file", "loop"])
    func norIsOneThatLeadsNowhere(_ mode: String) async throws {
        let stage = try await Stage()
        #expect(try await stage.failure(mode, secure: true) == .redirected)
        #expect(stage.file.isEmpty)
    }

    @EventLoopActor
    @Test(arguments: [
        ("longer", DownloadFailure.wrongLength), ("shorter", .wrongLength),
        ("elsewhere", .wrongRange), ("unsatisfiable", .wrongRange),
        ("missing", .refused(status: 404)),
    ])
    func anotherAnswerChangesNothing(_ mode: String, _ expected: DownloadFailure) async throws {
        let stage = try await Stage(has: 1000)
        #expect(try await stage.failure(mode) == expected)
        #expect(stage.file == Self.content.prefix(1000))
    }

    @EventLoopActor @Test func moreThanExpectedIsNotTaken() async throws {
        let stage = try await Stage()
        #expect(try await stage.failure("endless") == .wrongLength)
        #expect(stage.file.count <= Self.content.count)
    }

    @EventLoopActor @Test(arguments: ["half", "unannounced"])
    func whatCameBeforeABreakIsThere(_ mode: String) async throws {
        let stage = try await Stage()
        guard case .transfer(.brokenOff) = try await stage.failure(mode) else {
            Issue.record("it isn't broken off")
            return
        }
        #expect(stage.file == Self.content.prefix(Self.content.count / 2))
    }

    @EventLoopActor @Test(arguments: ["stall", "silent"])
    func aStallIsGivenUp(_ mode: String) async throws {
        let stage = try await Stage()
        #expect(try await stage.failure(mode) == .stalled)
        #expect(stage.file == Self.content.prefix(mode == "stall" ? Self.content.count / 2 : 0))
    }

    @EventLoopActor @Test func aCertificateOfNobodyIsRefused() async throws {
        let stage = try await Stage()
        stage.trustsServer = false
        guard case .transfer(.untrusted) = try await stage.failure("plain", secure: true) else {
            Issue.record("it is trusted")
            return
        }
        #expect(stage.server.requests.isEmpty)
    }

    @EventLoopActor @Test func withoutTLSOnlyThisMachineIsAsked() async throws {
        let address = try #require(WebAddress("http://models.invalid/file"))
        let client = try HTTPClient()
        let file = try TemporaryFile()
        let descriptor = try FileDescriptor.open(FilePath(file.path), .writeOnly)
        defer { try? descriptor.close() }
        let failure = await #expect(throws: DownloadFailure.self) {
            try await client.download(HTTPDownload(address, length: 1), to: descriptor)
        }
        #expect(failure == .transfer(.invalid("only https:// protects it on the way")))
    }

    /// /dev/full fails as a full disk does (full(4)).
    @EventLoopActor @Test func aFullDiskIsReported() async throws {
        let stage = try await Stage()
        let full = try FileDescriptor.open("/dev/full", .writeOnly)
        defer { try? full.close() }
        let failure = try await stage.failure("plain", to: full)
        #expect(failure == .unwritable(SystemError("write", .noSpace)))
    }

    @EventLoopActor @Test func whoCancelsKeepsWhatCame() async throws {
        let stage = try await Stage()
        let half = Self.content.count / 2
        var count = 0
        let work = EventLoop.throwingTask {
            try await stage.run("stall", limit: .seconds(600)) { count = $0 }
        }
        try await waitUntil("half of it has come") { count == half }
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(stage.file == Self.content.prefix(half))
    }

    /// A server with the content, and the file that it is downloaded to.
    @EventLoopActor
    private final class Stage {
        let server: FileServer
        var trustsServer = true
        private let client = try! HTTPClient()
        private let place: TemporaryFile
        private let count: Int

        /// - Parameter count: how many bytes of the file are there already.
        init(has count: Int = 0, of present: Data = content) async throws {
            server = try await FileServer()
            try content.write(to: URL(filePath: server.folder.path("file")))
            place = try TemporaryFile()
            self.count = count
            try present.prefix(count).write(to: URL(filePath: place.path))
        }

        var file: Data { try! Data(contentsOf: URL(filePath: place.path)) }

        func run(
            _ mode: String, secure: Bool = false, to other: FileDescriptor? = nil,
            limit: Duration = .seconds(1), _ progress: @escaping (Int) -> Void = { _ in }
        ) async throws {
            let address = try #require(WebAddress(server.address(mode, secure: secure) + "/file"))
            var download = HTTPDownload(address, length: content.count)
            download.offset = count
            // Of a test that waits for it; others hold on a busy machine.
            let stalls = ["stall", "silent"].contains(mode)
            download.stallLimit = stalls ? limit : .seconds(120)
            download.authorities = trustsServer ? server.certificate.path : nil
            let file = try FileDescriptor.open(FilePath(place.path), .writeOnly)
            defer { try? file.close() }
            try await client.download(download, to: other ?? file, progress)
        }

        func failure(
            _ mode: String, secure: Bool = false, to other: FileDescriptor? = nil
        ) async throws -> DownloadFailure? {
            await #expect(throws: DownloadFailure.self) {
                try await run(mode, secure: secure, to: other)
            }
        }
    }
}
