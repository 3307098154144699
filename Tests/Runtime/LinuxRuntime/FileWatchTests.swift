import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The ways in which editors and users change a file.
@Suite(.runningLoop) struct FileWatchTests {
    @EventLoopActor
    private final class Stage {
        let folder: URL
        let file: URL
        private(set) var seen: [String] = []
        private var watch: FileWatch?

        init(_ prepare: (URL) throws -> Void = { _ in }) throws {
            folder = FileManager.default.temporaryDirectory
                .appending(path: "utter-\(UUID().uuidString.prefix(8))")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            file = folder.appending(path: "config/config.toml")
            try prepare(folder)
            watch = try FileWatch(file.path) { [unowned self] in
                seen.append((try? String(contentsOf: file, encoding: .utf8)) ?? "none")
            }
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func sees(_ text: String) async throws {
            try await waitUntil("“\(text)” is seen") { seen.last == text }
        }

        func run(_ script: String) async throws {
            let run = try await ProgramRun(
                ["sh", "-ec", script], environment: ProgramPlaces.environment + ["D=\(folder.path)"]
            )
            #expect(run.status == .exited(0), "\(run.errors)")
        }
    }

    private static func prepare(_ folder: URL) throws {
        let config = folder.appending(path: "config")
        try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
        try "old".write(
            to: config.appending(path: "config.toml"), atomically: false, encoding: .utf8)
    }

    @EventLoopActor
    @Test(arguments: [
        "printf new > $D/config/config.toml",
        "printf new > $D/config/x; mv $D/config/x $D/config/config.toml",
        "printf new > $D/x; mv $D/x $D/config/config.toml",
        "mv $D/config/config.toml $D/config/backup; printf new > $D/config/config.toml",
        "rm $D/config/config.toml; printf new > $D/config/config.toml",
        "printf new > $D/x; ln -sf $D/x $D/config/config.toml",
        "printf new > $D/x; ln -s $D/x $D/y; mv -T $D/y $D/config/config.toml",
    ])
    func aChangeIsSeen(_ script: String) async throws {
        let stage = try Stage(Self.prepare)
        try await stage.run(script)
        try await stage.sees("new")
        // And the next change.
        try await stage.run("printf newer > $D/config/config.toml")
        try await stage.sees("newer")
    }

    @EventLoopActor @Test func theFileThatALinkLeadsToIsWatched() async throws {
        let stage = try Stage { folder in
            try Self.prepare(folder)
            let link = folder.appending(path: "config/config.toml")
            try FileManager.default.moveItem(at: link, to: folder.appending(path: "dotfile"))
            try FileManager.default.createSymbolicLink(
                atPath: link.path, withDestinationPath: "../dotfile")
        }
        try await stage.run("printf new > $D/dotfile")
        try await stage.sees("new")
        try await stage.run("printf newer > $D/x; mv $D/x $D/dotfile")
        try await stage.sees("newer")
    }

    @EventLoopActor @Test func whatIsNotThereYetIsAwaited() async throws {
        let stage = try Stage()
        try await stage.run("mkdir $D/config; printf new > $D/config/config.toml")
        try await stage.sees("new")
        try await stage.run(
            "rm -r $D/config; mkdir $D/config; printf newer > $D/config/config.toml")
        try await stage.sees("newer")
    }

    /// A file that is being written is not reported before it is complete.
    @EventLoopActor @Test func halfAFileIsNotSeen() async throws {
        let stage = try Stage(Self.prepare)
        try await stage.run(
            """
            exec 3> $D/config/config.toml; printf half >&3
            printf x > $D/config/other; printf and-half >&3; exec 3>&-
            """)
        try await stage.sees("halfand-half")
        #expect(stage.seen.allSatisfy { $0 == "halfand-half" })
    }
}
