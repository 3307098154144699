import Foundation
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// `utter type` in a session of GNOME Shell, as a user has it who has set nothing.
@EventLoopActor
enum GNOMEShellTyping {
    static let environment = ProcessInfo.processInfo.environment
    /// `$UTTER`, else the debug build beside the tests.
    static let program =
        environment["UTTER"]
        ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "utter").path

    /// `UTTER_TYPING_RUNS`, if it is set.

    /// Types a text with a separate program, which ends.
    ///
    /// - Parameter configuration: the text of config.toml.
    @discardableResult
    static func type(_ text: String, configuration: String = "") async throws -> ProgramRun {
        let folder = try ScratchDirectory("utter-type")
        try folder.write(text, to: "text")
        try folder.write(configuration, to: "config.toml")
        return try await ProgramRun(
            [program, "type", "--config", folder.path("config.toml"), "-"],
            input: folder.path("text"))
    }

    /// Begins to type a text; the caller ends the program.
    static func begin(_ text: String, in folder: ScratchDirectory) throws -> ChildProcess {
        try folder.write(text, to: "text")
        let input = try FileDescriptor.open(FilePath(folder.path("text")), .readOnly)
        defer { try? input.close() }
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        return try ChildProcess(
            [program, "type", "-"], descriptors: [input, silence, silence]
        ) { _ in }
    }

    /// The engine that is in force in IBus; empty if there is none.
    static func engine() async throws -> String {
        let run = try await ProgramRun(["ibus", "engine"])
        return run.status == .exited(0) ? String(run.output.dropLast()) : ""
    }

    static func set(
        _ key: String, _ value: String, in schema: String = "org.gnome.desktop.input-sources"
    ) async throws {
        let run = try await ProgramRun(
            ["gsettings", "set", schema, key, value])
        try #require(run.status == .exited(0), "\(run.errors)")
    }
}
