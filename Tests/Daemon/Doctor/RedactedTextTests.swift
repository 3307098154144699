import Foundation
import Problems
import Settings
import Testing

@testable import Doctor

/// What a report meant for the public must not reveal.
struct RedactedTextTests {
    @Test(arguments: [
        ("at https://speech.example:8080/v1 now", "at https://<server>:8080/v1 now"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://localhost/v1", "http://localhost/v1"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("https://[2001:db8::7]:8443/v1", "https://<server>:8443/v1"),
        ("https://me:secret@speech.example/v1", "https://<server>/v1"),
        ("“https://speech.example”: refused", "“https://<server>”: refused"),
    ])
    func hidesServersOfOthers(_ text: String, _ told: String) {
        var discreet = RedactedText(text)
        discreet.hideServers()
        #expect(discreet.string == told)
    }

    @Test(arguments: [
        ("alsa_input.usb-Acme_Mic_A1B2-00.mono", "alsa_input.usb-…"),
        ("bluez_input.00_11_22_33_44_55.0", "bluez_input.…"),
    ])
    func hidesSerialNumbers(_ text: String, _ told: String) {
        var discreet = RedactedText(text)
        discreet.hideDevices()
        #expect(discreet.string == told)
    }

    @Test func namesCountAsWholeWordsOnly() {
        var discreet = RedactedText("Ann’s annex belongs to ann")
        discreet.replace("ann", by: "<user>", asWord: true)
        #expect(discreet.string == "<user>’s annex belongs to <user>")
    }

    @Test(arguments: [
        ("cannot listen for “Hello Zaphod”", "cannot listen for “<phrase>”"),
        ("the dictionary doesn't know “zaphod”", "the dictionary doesn't know “<word>”"),
        ("write its sounds: zaphod = \"SH IH\"", "write its sounds: <word> = \"SH IH\""),
        ("hello is no name", "hello is no name"),
    ])
    func hidesTheWakePhrase(_ text: String, _ told: String) {
        var settings = Settings()
        settings.wake.phrase = "Hello Zaphod"
        #expect(Redactor(settings).applied(to: text) == told)
    }

    @Test func aFixKeepsWhatItDoes() throws {
        let home = try #require(ProcessInfo.processInfo.environment["HOME"])
        let finding = Finding(
            "service", .warning, "it isn’t started", remedy: "Start it.",
            fix: Fix([.init(["tee", "\(home)/x"])], effect: "It adds a line to \(home)/x:\n    y"))
        let fix = try #require(Redactor(nil).applied(to: finding).fix)
        #expect(fix.effect == "It adds a line to ~/x:\n    y")
    }
}
