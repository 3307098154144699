import ArgumentParser
import EngineRegistry
import Glibc
import LinuxRuntime
import Problems
import SystemPackage

struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show a whole dictation on a private display, with recorded speech.",
        discussion: """
            Needs no microphone and no display, and touches nothing of yours: the recording is \
            played into a private sound server, and typed into a window that nobody sees; what was \
            said and what arrived is printed. Needs the Debian packages xvfb, xterm, pulseaudio, \
            pulseaudio-utils and \(Engines.recordedSpeech.package); with imagemagick, --picture \
            saves a picture of the window.
            """)

    @Option(help: "A file for the picture, such as window.png.", completion: .file())
    var picture: String?

    /// The programs that the script starts, with Debian's packages.
    private static let programs = [
        ("Xvfb", "xvfb"), ("xterm", "xterm"), ("pulseaudio", "pulseaudio"),
        ("paplay", "pulseaudio-utils"),
    ]

    func run() throws {
        let program = try Executable.path()
        guard
            let folder = InstalledFolder.path(of: "demo", having: "demo", beside: program)
        else {
            throw Problem(
                "cannot show a dictation", why: "it is not installed with \(program)",
                remedy: "In a checkout: make demo")
        }
        var missing = Self.programs.filter { !SearchPath.contains($0.0) }.map(\.1)
        if picture != nil, !SearchPath.contains("import") { missing.append("imagemagick") }
        if access(Engines.recordedSpeech.folder, R_OK) != 0 {
            missing.append(Engines.recordedSpeech.package)
        }
        guard missing.isEmpty else {
            throw Problem(
                "cannot show a dictation", why: "not installed: \(missing.joined(separator: ", "))",
                remedy: "sudo apt install \(missing.joined(separator: " "))")
        }
        try ProgramReplacement.run(
            [folder.appending("demo").string, program.string] + (picture.map { [$0] } ?? []),
            what: "cannot show a dictation", remedy: "Install utter again.")
    }
}
