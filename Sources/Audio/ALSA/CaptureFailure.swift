import CALSA
import Glibc
import Problems

/// A failed step of a capture.
struct CaptureFailure: Error {
    enum Step {
        case open, setUp, read
    }

    let step: Step
    /// An errno; ALSA's own error numbers don't occur here.
    let code: Int32
    /// ALSA's message, or empty.
    let message: String

    init(_ step: Step, _ result: Int32) {
        self.step = step
        code = abs(result)
        message = ALSAMessages.first
    }

    /// The failure as a problem for the user. Lists the connected devices, which may take some
    /// milliseconds.
    ///
    /// - Parameter hasServer: whether a sound server answers. To ask it takes up to a second.
    func problem(
        _ name: String, hasServer: @autoclosure () -> Bool = SoundServer.ask() != nil
    ) -> Problem {
        Problem(what(name), why: why, remedy: remedy(name, hasServer: hasServer()), fix: fix)
    }

    private func what(_ name: String) -> String {
        switch step {
        case .open: "cannot open the microphone “\(name)”"
        case .setUp: "cannot set up the microphone “\(name)” for 16 kHz, mono, 16 bit"
        case .read: "lost the microphone “\(name)”"
        }
    }

    private var why: String {
        switch (step, code) {
        case (.open, EBUSY): return "another program is using it"
        case (.read, ETIMEDOUT): return "it is silent: it gave no samples for 10 s"
        case (.read, ENODEV), (.read, EBADFD), (.read, EIO), (.read, ENXIO):
            return "it was unplugged, or its sound server ended"
        default:
            let reason = String(cString: snd_strerror(-code))
            if message.isEmpty { return reason }
            // The text of EINVAL explains nothing.
            let isSaid = code == EINVAL || message.hasSuffix(reason)
            return isSaid ? message : "\(reason) (\(message))"
        }
    }

    private var fix: Fix? {
        switch (step, code) {
        case (.open, EACCES), (.open, EPERM):
            guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else {
                return nil
            }
            return Fix(
                [.init(["usermod", "-aG", "audio", String(cString: name)], asRoot: true)],
                afterwards: "Log out and in: groups are given at login.")
        case (.open, ECONNREFUSED):
            let isPipeWire = access("/usr/bin/pipewire-pulse", X_OK) == 0
            return Fix([
                .init(
                    isPipeWire
                        ? ["systemctl", "--user", "start", "pipewire-pulse"]
                        : ["pulseaudio", "--start"])
            ])
        default:
            return nil
        }
    }

    private func remedy(_ name: String, hasServer: Bool) -> String {
        let others = ALSADevices.list().map(\.name)
            .filter { $0 != name && (hasServer || !ALSADefinition.leadsToServer($0)) }
        let choice =
            others.isEmpty
            ? "No other microphone is there: plug one in, or start the sound server"
            : "Choose one of: \(others.joined(separator: ", "))"
                + " (utter config set audio.device \(others[0]))"
        switch (step, code) {
        case (.open, EBUSY): return "Close that program. \(choice)"
        case (.open, EACCES), (.open, EPERM):
            return "Join the group audio (sudo adduser $USER audio), then log in again. \(choice)"
        case (.open, ECONNREFUSED):
            return "Start the sound server (systemctl --user start pipewire-pulse, "
                + "or pulseaudio --start). \(choice)"
        case (.read, _): return "Plug it in, or start the sound server, again. \(choice)"
        case (.open, ENOENT) where !["pulse", "pipewire"].contains(where: ALSADefinition.isThere):
            let plugin =
                "To reach a sound server, ALSA needs its plugin (Debian’s package "
                + "libasound2-plugins, or pipewire-alsa)"
            return others.isEmpty ? plugin : "\(plugin). \(choice)"
        default: return choice
        }
    }
}
