import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The scripts that start, install, remove and sign what was built, each with programs of the test
/// in place of the real ones. `make test-packaging` makes and tries the real packages.
@Suite(.runningLoop) struct PackagingTests {
    private static let packaging = Project.path("packaging")

    /// A folder of an ordinary user's, in which no script can do harm.
    @EventLoopActor
    private final class Place {
        let folder: ScratchDirectory
        /// The variables besides HOME and PATH, in which `bin` comes first.
        var variables: [String] = []

        init() throws { folder = try ScratchDirectory("utter-packaging") }

        /// Copies scripts of the project's.
        func take(_ name: String, as copy: String) throws {
            try folder.makeFolders(for: copy)
            try FileManager.default.copyItem(
                atPath: "\(PackagingTests.packaging)/\(name)", toPath: folder.path(copy))
        }

        func write(_ text: String, to name: String) throws {
            try folder.makeFolders(for: name)
            try folder.write(text, to: name)
        }

        /// Writes a program of the test's.
        func program(_ name: String, _ script: String) throws {
            try write("#!/bin/sh\n\(script)\n", to: name)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
        }

        func run(_ arguments: String...) async throws -> ProgramRun { try await run(arguments) }

        func run(_ arguments: [String]) async throws -> ProgramRun {
            _ = try await ProgramRun(OrdinaryUser.owning(folder.path))
            return try await ProgramRun(
                OrdinaryUser.command(["env", "--chdir=\(folder.path)"] + arguments),
                environment: [
                    "HOME=\(folder.path)", "PATH=\(folder.path)/bin:/usr/bin:/bin",
                    "LC_ALL=C.UTF-8",
                ] + variables)
        }

        func text(_ name: String) -> String? {
            try? String(contentsOfFile: folder.path(name), encoding: .utf8)
        }

        /// All files below a folder, sorted.
        func files(_ name: String) -> [String] {
            let below = folder.path(name)
            var isFolder = ObjCBool(false)
            return (FileManager.default.subpaths(atPath: below) ?? []).filter {
                FileManager.default.fileExists(atPath: "\(below)/\($0)", isDirectory: &isFolder)
                    && !isFolder.boolValue
            }.sorted()
        }
    }

    // MARK: make run

    /// A place with `run` and an utter that says what it was started with, whose doctor may find
    /// something.
    @EventLoopActor
    private static func run(doctor: Int) throws -> Place {
        let place = try Place()
        try place.take("run", as: "packaging/run")
        try place.program("packaging/demo", "echo \"demo: $*\"")
        try place.program("utter", "echo \"utter $*\"; [ \"$1\" != doctor ] || exit \(doctor)")
        return place
    }

    @EventLoopActor @Test func withoutADisplayADictationIsShown() async throws {
        let place = try Self.run(doctor: 0)
        let run = try await place.run("packaging/run", "./utter")
        #expect(run.status == .exited(0))
        let lines = run.output.split(separator: "\n")
        #expect(lines.first == "demo: ./utter build/demo.png")
        #expect(lines.last?.hasPrefix("Next: ") == true)
    }

    @EventLoopActor @Test(arguments: ["DISPLAY=:7", "WAYLAND_DISPLAY=wayland-7"])
    func withADisplayItDictates(_ display: String) async throws {
        let place = try Self.run(doctor: 0)
        place.variables = [display]
        let run = try await place.run("packaging/run", "./utter")
        #expect(run.status == .exited(0))
        #expect(run.output == "utter doctor\n\nutter daemon\n")
    }

    @EventLoopActor @Test func whereSomethingIsMissingItLeadsToTheSetup() async throws {
        let place = try Self.run(doctor: 1)
        place.variables = ["DISPLAY=:7"]
        let silent = try await place.run("packaging/run", "./utter")
        #expect(silent.status == .exited(1))
        #expect(silent.output.contains("\nNext: "))
        #expect(silent.output.contains("utter setup"))
        #expect(!silent.output.contains("utter daemon"))
        // On a terminal it goes on at once.
        let talking = try await place.run("script", "-qec", "packaging/run ./utter", "/dev/null")
        #expect(talking.status == .exited(0))
        #expect(talking.output.contains("utter setup\r\nutter daemon\r\n"))
    }

    // MARK: The models of the build

    /// A place with `whisper-model`, weights that can be fetched while `net` is there, and an utter
    /// that converts them into the file `weights`, of which the checksum is.
    @EventLoopActor
    private static func models() async throws -> Place {
        let place = try Place()
        try place.take("whisper-model", as: "packaging/whisper-model")
        try place.write("", to: "net")
        try place.program(
            "packaging/get-whisper",
            "echo \"get $*\" >>calls; [ -e net ] || { echo 1 >&2; echo 'no way' >&2; exit 1; }")
        try place.program(
            "utter", "echo \"$*\" >>calls; for file; do :; done; cp weights \"$file\"")
        try place.write("right", to: "weights")
        let sum = try await ProgramRun(["sha256sum", place.folder.path("weights")]).output.prefix(
            64)
        try place.write("\(sum)  whisper-tiny.en.gguf\n", to: "packaging/models/SHA256SUMS")
        try place.write("MIT", to: "packaging/models/whisper.licence.txt")
        return place
    }

    private static let make = ["packaging/whisper-model", "tiny.en", "./utter", "build"]

    @EventLoopActor @Test func aModelIsMadeOnce() async throws {
        let place = try await Self.models()
        for _ in 1...2 {
            let run = try await place.run(Self.make)
            #expect(run.status == .exited(0) && run.errors.isEmpty, "\(run)")
            #expect(place.text("build/models/whisper-tiny.en.gguf") == "right")
            #expect(place.text("build/models/whisper-tiny.en.gguf.licence.txt") == "MIT")
            #expect(
                place.text("calls") == """
                    get tiny.en build/whisper/tiny.en
                    models convert --name Whisper tiny.en build/whisper/tiny.en \
                    build/models/whisper-tiny.en.gguf

                    """)
        }
        // Another one than the pinned: of an older version, or damaged.
        try place.write("old", to: "build/models/whisper-tiny.en.gguf")
        #expect(try await place.run(Self.make).status == .exited(0))
        #expect(place.text("build/models/whisper-tiny.en.gguf") == "right")
    }

    @EventLoopActor @Test func withoutWeightsTheBuildGoesOn() async throws {
        let place = try await Self.models()
        try place.write("old", to: "build/models/whisper-tiny.en.gguf")
        _ = try await place.run("rm", "net")
        for (variables, status) in [([], 0), (["CI=true"], 1)] as [([String], Int32)] {
            place.variables = variables
            let run = try await place.run(Self.make)
            #expect(run.status == .exited(status))
            #expect(
                run.errors
                    == "whisper-tiny.en.gguf is left out: its weights can't be fetched: no way\n")
            #expect(place.files("build").isEmpty)
        }
    }

    @EventLoopActor @Test func anotherFileThanThePinnedIsAFailure() async throws {
        let place = try await Self.models()
        try place.write("wrong", to: "weights")
        let run = try await place.run(Self.make)
        #expect(run.status == .exited(1))
        #expect(run.errors.contains("another file than the one in packaging/models/SHA256SUMS"))
        #expect(place.files("build").isEmpty)
    }

    // MARK: The portable tar's installer

    /// What a tar holds, of a version.
    @EventLoopActor
    private static func unpack(_ version: Int, in place: Place) throws {
        let tree = "tar-\(version)"
        try place.take("portable/install", as: "\(tree)/install")
        for (name, text) in [
            "bin/utter": "version \(version)", "lib/utter/demo/only-\(version)": "",
            "lib/systemd/user/utter.service": "ExecStart=@PREFIX@/bin/utter daemon\n",
            "lib/udev/rules.d/70-utter.rules": "", "share/utter/schema": "",
        ] { try place.write(text, to: "\(tree)/files/\(name)") }
        // In place of systemd's.
        try place.program("bin/systemctl", "echo \"$*\" >>\"$HOME/services\"")
    }

    @EventLoopActor @Test func theTarIsInstalledUpgradedAndTakenAway() async throws {
        let place = try Place()
        for version in 1...2 { try Self.unpack(version, in: place) }
        try place.write("mine", to: ".local/share/utter/models/mine")
        let installed = try await place.run("tar-1/install")
        let prefix = place.folder.path(".local")
        #expect(installed.status == .exited(0), "\(installed)")
        #expect(installed.output.contains("Next: \(prefix)/bin/utter setup\n"))
        #expect(installed.output.contains("\(prefix)/bin is not in your PATH."))
        #expect(
            place.files(".local") == [
                "bin/utter", "lib/utter/demo/only-1", "lib/utter/uninstall",
                "share/systemd/user/utter.service", "share/utter/models/mine", "share/utter/schema",
            ])
        #expect(
            place.text(".local/share/systemd/user/utter.service")
                == "ExecStart=\(prefix)/bin/utter daemon\n")

        // An upgrade takes the former version's files away, and nobody's start at login.
        let upgraded = try await place.run("tar-2/install")
        #expect(upgraded.status == .exited(0), "\(upgraded)")
        #expect(place.text(".local/bin/utter") == "version 2")
        #expect(place.files(".local/lib") == ["utter/demo/only-2", "utter/uninstall"])
        let services = place.text("services") ?? ""
        #expect(!services.contains("disable") && services.contains("try-restart utter.service"))

        let removed = try await place.run("\(prefix)/lib/utter/uninstall")
        #expect(removed.status == .exited(0) && removed.output == "utter is removed.\n")
        #expect(place.files(".local") == ["share/utter/models/mine"])
        #expect(place.text("services")?.contains("disable --now utter.service") == true)
    }

    /// systemd reads a user's units from one folder, wherever the programs are.
    @EventLoopActor @Test func elsewhereTheServiceIsFoundAsWell() async throws {
        let place = try Place()
        try Self.unpack(1, in: place)
        let run = try await place.run("tar-1/install", place.folder.path("own"))
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            place.text(".local/share/systemd/user/utter.service")
                == "ExecStart=\(place.folder.path("own"))/bin/utter daemon\n")
        _ = try await place.run("own/lib/utter/uninstall")
        #expect(place.files("own").isEmpty && place.files(".local").isEmpty)
    }

    @EventLoopActor @Test(arguments: ["own", "a b", "a'b", "a&b", "a|b"])
    func noOtherPlaceIsTaken(_ name: String) async throws {
        let place = try Place()
        let path = place.folder.path(name)
        // The first is relative.
        let prefix = name == "own" ? name : path
        try Self.unpack(1, in: place)
        let run = try await place.run("tar-1/install", prefix)
        #expect(run.status == .exited(64) && run.errors.hasPrefix("install: PREFIX "))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    // MARK: Checksums and their signature

    @EventLoopActor
    @Test(.needs("gpg", package: "gnupg")) func aReleaseIsSignedByTheUsersKey() async throws {
        let place = try Place()
        try place.take("checksums", as: "checksums")
        try place.write("one", to: "release/one")
        try place.write("two", to: "release/two")
        try place.write("", to: "keys/empty")
        let keys = place.folder.path("keys")
        _ = try await ProgramRun(["chmod", "700", keys])

        let unsigned = try await place.run("./checksums", "release")
        #expect(unsigned.status == .exited(0))
        #expect(unsigned.errors == "checksums: not signed: UTTER_SIGNING_KEY names no key\n")
        #expect(place.files("release") == ["SHA256SUMS", "one", "two"])

        // A key that one hasn't is told before anything is built, and signs nothing.
        place.variables = ["GNUPGHOME=\(keys)", "UTTER_SIGNING_KEY=nobody@example.org"]
        for arguments in ["--key", "release"] {
            let run = try await place.run("./checksums", arguments)
            #expect(run.status == .exited(1))
            #expect(run.errors.contains("no secret key “nobody@example.org”"))
        }
        #expect(place.files("release") == ["SHA256SUMS", "one", "two"])

        let made = try await place.run(
            "gpg", "--batch", "--passphrase", "", "--quick-generate-key", "nobody@example.org",
            "ed25519", "sign")
        try #require(made.status == .exited(0), "\(made)")
        #expect(try await place.run("./checksums", "--key").status == .exited(0))
        // Twice: what is there of the first time isn't summed up.
        for _ in 1...2 {
            #expect(try await place.run("./checksums", "release").status == .exited(0))
        }
        #expect(place.files("release") == ["SHA256SUMS", "SHA256SUMS.asc", "one", "two"])
        #expect(place.text("release/SHA256SUMS")?.split(separator: "\n").count == 2)

        func verify() async throws -> Bool {
            try await place.run(
                "sh", "-ec",
                "cd release; gpg --verify SHA256SUMS.asc SHA256SUMS; sha256sum --check SHA256SUMS"
            ).status == .exited(0)
        }
        #expect(try await verify())
        try place.write("another", to: "release/two")
        #expect(try await !verify())
        try place.write("two", to: "release/two")
        #expect(try await verify())
        try place.write(place.text("release/SHA256SUMS")! + " ", to: "release/SHA256SUMS")
        #expect(try await !verify())
        _ = try await place.run("gpgconf", "--kill", "all")
    }
}
