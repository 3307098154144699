import ArgumentParser
import Doctor
import Glibc
import LinuxRuntime

struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List microphones and keyboards as the configuration names them.")

    @Flag(help: "Show what the keys and buttons that you press are called, until Ctrl-C.")
    var keys = false

    @Option(help: "With --keys: stop after so many keys.")
    var count: Int?

    func validate() throws {
        if let count, !keys || count < 1 {
            throw ValidationError("--count takes a number from 1 on, and needs --keys.")
        }
    }

    func run() throws {
        if keys { return try showKeys() }
        try printData("Microphones, for [audio] device:")
        for microphone in Devices.microphones() {
            try printData("  \(microphone.name)  \(microphone.description)")
        }
        let keyboards = Devices.keyboards()
        try printData(
            "Keyboards that the hotkey can be on:" + (keyboards.isEmpty ? " none" : ""))
        for keyboard in keyboards { try printData("  \(keyboard.name)  \(keyboard.description)") }
    }

    private func showKeys() throws {
        Signals.block([SIGINT, SIGTERM])
        let count = count
        let terminal = QuietTerminal()
        defer { terminal.restore() }
        try EventLoop.shared.run {
            var left = count
            try await Devices.pressedKeys(
                onReady: { complain("Press keys or buttons. Ctrl-C ends this.") },
                { key in
                    do {
                        try printData("\(key.name)  (\(key.kernelName), \(key.device))")
                    } catch {
                        return false
                    }
                    left = left.map { $0 - 1 }
                    return left != 0
                }, until: [SIGINT, SIGTERM])
        }
    }
}
