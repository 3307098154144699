import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The generated files match what wayland-scanner would make of the installed descriptions.
@Suite(.runningLoop) struct ProtocolsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/C/CWayland").standardizedFileURL

    private static let names = names(in: "protocols", ending: ".xml")

    private static func names(in folder: String, ending: String) -> [String] {
        let files = try? FileManager.default.contentsOfDirectory(
            atPath: Self.folder.appending(path: folder).path)
        return (files ?? []).filter { $0.hasSuffix(ending) }
            .map { String($0.dropLast(ending.count)) }.sorted()
    }

    @Test func eachDescriptionHasItsTablesAndFunctions() {
        #expect(!Self.names.isEmpty)
        #expect(Self.names == Self.names(in: "generated", ending: "-protocol.c"))
        #expect(Self.names == Self.names(in: "include", ending: "-client-protocol.h"))
    }

    @EventLoopActor
    @Test(
        .needs("wayland-scanner", package: "libwayland-bin"), arguments: Self.names)
    func itIsWhatTheDescriptionGives(_ name: String) async throws {
        let description = Self.folder.appending(path: "protocols/\(name).xml").path
        let outputs = [
            ("private-code", "generated/\(name)-protocol.c"),
            ("client-header", "include/\(name)-client-protocol.h"),
        ]
        for (kind, file) in outputs {
            let made = try await ProgramRun(
                ["wayland-scanner", kind, description, "/dev/stdout"])
            #expect(made.status == .exited(0), "\(made.errors)")
            let kept = try String(
                contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            // The first line has the scanner's version.
            let isSame = made.output.drop { $0 != "\n" } == kept.drop { $0 != "\n" }
            #expect(isSame, "\(file) isn't what \(made.output.prefix { $0 != "\n" }) makes")
        }
    }
}
