internal import Glibc
public import LinuxRuntime
internal import Testing

/// A private speech-dispatcher (Debian's package of that name). Its voice writes what it is asked to
/// say into a file.
@EventLoopActor
public final class SpeechServer {
    /// Its runtime directory.
    public var directory: String { scratch.path }
    public var socket: String { scratch.path("speech-dispatcher/speechd.sock") }
    /// A program that starts it in the background, as its own library does.
    public var launcher: String { scratch.path("launcher") }
    private let scratch: ScratchDirectory

    public init() throws {
        scratch = try ScratchDirectory("utter-voice")
        try scratch.makeFolders(for: "config/modules/file.conf")
        // Neither the user's settings nor a sound device: libao's isn't one here.
        try scratch.write(
            """
            LogLevel 3
            LogDir "\(scratch.path)"
            CommunicationMethod "unix_socket"
            SocketPath "\(socket)"
            AudioOutputMethod "libao"
            AddModule "file" "sd_generic" "file.conf"
            DefaultModule file
            DefaultLanguage en

            """, to: "config/speechd.conf")
        try scratch.write(
            """
            GenericExecuteSynth "sh \(scratch.path("voice")) \\'$DATA\\'"
            AddVoice "en" "MALE1" "x"
            AddVoice "de" "MALE1" "x"

            """, to: "config/modules/file.conf")
        try scratch.write("printf '%s\\n' \"$1\" >>\(scratch.path("said"))\n", to: "voice")
        try scratch.write(
            """
            #!/bin/sh
            export HOME=\(scratch.path) XDG_RUNTIME_DIR=\(scratch.path)
            exec speech-dispatcher "$@" --config-dir \(scratch.path("config")) \
            --log-dir \(scratch.path) --pid-file \(scratch.path("pid")) --timeout 0

            """, to: "launcher")
        chmod(launcher, 0o700)
    }

    /// What was said so far, a line for each sentence.
    public var said: String { textOfFile(scratch.path("said")) }

    /// Starts it before anybody speaks.
    public func start() async throws {
        let run = try await ProgramRun([launcher, "--spawn"])
        try #require(run.status == .exited(0), "\(run)")
    }

    /// Kills it, as a crash would. Returns when it is gone.
    public func kill() async throws {
        let pid = try #require(Int32(textOfFile(scratch.path("pid")).filter(\.isNumber)))
        Glibc.kill(pid, SIGKILL)
        try await waitUntil("speech-dispatcher is gone") { Glibc.kill(pid, 0) != 0 }
    }

    isolated deinit {
        if let pid = Int32(textOfFile(scratch.path("pid")).filter(\.isNumber)) {
            Glibc.kill(pid, SIGTERM)
        }
    }
}
