import ArgumentParser
import UtterDaemon

struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List microphones and keyboards as the configuration names them.")

    func run() throws {
        try printData("Microphones, for [audio] device:")
        for microphone in Devices.microphones() {
            try printData("  \(microphone.name)  \(microphone.description)")
        }
        let keyboards = Devices.keyboards()
        try printData(
            keyboards.isEmpty
                ? "Keyboards that the hotkey can be on: none that may be read"
                : "Keyboards that the hotkey can be on:")
        for keyboard in keyboards { try printData("  \(keyboard.name)  \(keyboard.description)") }
    }
}
