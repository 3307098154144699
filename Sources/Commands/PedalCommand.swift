import ArgumentParser
import Doctor
import Glibc
import HotkeyChords
import HotkeyEvdev
import KeyRemapping
import KeyboardDevices
import LinuxRuntime
import Problems
import SystemPackage

struct PedalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pedal",
        abstract: "Let a pedal or button that writes letters be a hotkey.",
        discussion: """
            A letter is refused as a hotkey: a program that is notified of it learns what you type. \
            This makes the key that you press send F13 (or the next one up to F24) instead, on all \
            devices of its model and for all programs: it writes nothing any more. The rule is one \
            of udev's, in \(RemappedKeys.path), so only root can make it: sudo utter pedal.
            """)

    @Flag(help: "Remove what this command has changed.")
    var remove = false

    func run() throws {
        guard geteuid() == 0 else {
            throw Problem(
                "cannot change what a pedal sends",
                why: "it changes for everybody at this machine, so root must do it",
                remedy: "sudo utter pedal")
        }
        let remove = remove
        try Conversation.run(assumesYes: remove) { talk in
            try await remove
                ? PedalRemapping(talk: talk).remove() : PedalRemapping(talk: talk).run()
        }
    }
}

/// Gives the key of a pedal another meaning, with the user's consent.
@EventLoopActor
private struct PedalRemapping {
    let talk: Conversation

    private static let patience = Duration.seconds(60)
    private static let compilation = Fix.Command(["systemd-hwdb", "update"], asRoot: true)

    func run() async throws {
        let press = try await nextPress()
        let device = press.device
        let name = press.chord.description
        talk.say("\(name) (\(press.kernelName)) on \(device.name) (\(device.model)).")
        guard press.chord.isRevealing else {
            return talk.say("It writes nothing: it can be the hotkey as it is. utter setup hotkey")
        }
        let key = RemappedKeys.Key(model: device.model, scanCode: try Self.scanCode(of: press))
        var keys = try Self.kept()
        guard let target = keys[key] ?? keys.freeTarget else {
            throw Problem(
                "no key is left for \(device.name)", why: "F13 to F24 have been given to others",
                remedy: "Begin again: sudo utter pedal --remove")
        }
        if device.isKeyboard {
            talk.say(
                "It says that it has all letters, as keyboards do and many pedals. "
                    + "If you write with it, answer n: its key \(name) would write nothing any more."
            )
        }
        guard try await talk.isAgreed("Shall its key \(name) send \(target) instead?") else {
            return
        }
        keys[key] = target
        try Self.write(keys.text)
        let trigger = Fix.Command(
            ["udevadm", "trigger", "--settle", "--action=change", "--name-match=\(device.node)"],
            asRoot: true)
        guard try await FixRun(talk: talk).succeed([Self.compilation, trigger]) else {
            throw Problem("\(device.name) sends what it did", why: "udev did not take the rule")
        }
        let code = try DeviceKeymap.keyCode(of: key.scanCode, on: device)
        guard KeyNames.evdev.shortName(of: code) == target else {
            throw Problem(
                "\(device.name) does not send \(target)",
                why: "another rule of udev's makes its key \(KeyNames.evdev.kernelName(of: code))",
                remedy: "udevadm info --query=property \(device.node) shows them.")
        }
        talk.say("✓ It sends \(target). Make it the hotkey, as yourself: utter setup hotkey")
    }

    func remove() async throws {
        guard unlink(RemappedKeys.path) == 0 else {
            guard errno == ENOENT else {
                throw Problem("cannot remove \(RemappedKeys.path)", why: "\(Errno.current)")
            }
            return talk.say("No pedal was changed.")
        }
        guard try await FixRun(talk: talk).succeed([Self.compilation]) else {
            throw Problem("udev keeps the rule", why: "its database was not made again")
        }
        talk.say("Removed. Unplug the pedal and plug it in: then it sends what it used to.")
    }

    private func nextPress() async throws -> KeyReader.Press {
        let terminal = QuietTerminal()
        defer {
            terminal.restore()
            talk.forgetTyped()
        }
        let press = try await Devices.nextPress(within: Self.patience) {
            talk.say("Press the pedal or button …")
        }
        guard let press else {
            throw Problem("no key was seen", why: "for a minute")
        }
        return press
    }

    /// - Throws: a problem if the meaning of the key can't be changed.
    private static func scanCode(of press: KeyReader.Press) throws(Problem) -> UInt32 {
        guard let scanCode = press.scanCode,
            (try? DeviceKeymap.keyCode(of: scanCode, on: press.device)) != nil
        else {
            throw Problem(
                "\(press.device.name) must send \(press.kernelName)",
                why: "its driver lets nobody change that",
                remedy: "Program the pedal itself to send F13, with its maker's program.")
        }
        return scanCode
    }

    private static func kept() throws -> RemappedKeys {
        guard access(RemappedKeys.path, F_OK) == 0 else { return RemappedKeys() }
        let bytes = try StandardInput.readFile(RemappedKeys.path)
        return RemappedKeys(text: String(decoding: bytes, as: UTF8.self))
    }

    private static func write(_ text: String) throws(Problem) {
        do {
            mkdir("/etc/udev/hwdb.d", 0o755)
            let file = try FileDescriptor.open(
                FilePath(RemappedKeys.path), .writeOnly, options: [.create, .truncate],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            try file.closeAfter { _ = try file.writeAll(text.utf8) }
        } catch {
            throw Problem("cannot write \(RemappedKeys.path)", why: "\(error)")
        }
    }
}
