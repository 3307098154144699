import Glibc
import LinuxRuntime
package import Problems

/// How a desktop starts programs at login that reaches no graphical-session.target
/// (systemd.special(7)): by a line of its configuration, or by a separate file for each (Desktop
/// Application Autostart Specification).
package struct SessionStart: Sendable {
    /// The desktop's name: `sway`.
    package let desktop: String
    /// The file that the desktop reads, or would if it were written.
    package let file: String
    /// The machine's files: the desktop reads the first that exists if the user has none. The user's
    /// file begins as a copy of that.
    let templates: [String]
    /// The variables of the session that the daemon needs.
    let variables: [String]
    /// The text to add for a shell command.
    let entry: @Sendable (String) -> String
    /// How a line that starts a program begins, in small letters.
    let beginning: String
    /// Whether the file is for this program alone.
    let isOwnFile: Bool

    /// A line that begins with a word, such as `exec`.
    ///
    /// - Parameters:
    ///   - files: the user's files, in the desktop's order: it reads the first that exists.
    ///   - file: the one to write if none exists.
    ///   - templates: the machine's files, in the desktop's order.
    package init(
        _ desktop: String, firstOf files: [String] = [], or file: String, templates: [String] = [],
        keyword: String, variables: [String]
    ) {
        self.desktop = desktop
        self.file = files.first { access($0, R_OK) == 0 } ?? file
        (self.templates, self.variables) = (templates, variables)
        entry = { "\(keyword) \($0)" }
        beginning = "exec"
        isOwnFile = false
    }

    /// A line of a shell script that the desktop runs.
    package init(
        _ desktop: String, script file: String, templates: [String], variables: [String]
    ) {
        (self.desktop, self.file) = (desktop, file)
        (self.templates, self.variables) = (templates, variables)
        entry = { "\($0) &" }
        beginning = ""
        isOwnFile = false
    }

    /// An autostart file in the user's folder.
    ///
    /// - Parameter folder: the folder of the user's configuration: `~/.config`.
    package init(_ desktop: String, autostartIn folder: String, variables: [String]) {
        self.desktop = desktop
        file = "\(folder)/autostart/org.utter.Utter.desktop"
        templates = []
        self.variables = variables
        entry = { command in
            """
            [Desktop Entry]
            Type=Application
            Name=Utter
            Comment=Dictation: press a key, speak, and your words are typed
            Exec=sh -c "\(command)"
            NoDisplay=true
            """
        }
        beginning = "exec"
        isOwnFile = true
    }

    /// Whether the file, or one of the folder `config.d` beside it, starts the program.
    package var startsProgram: Bool {
        let folder =
            file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/config.d"
        let parts = isOwnFile ? [] : Folder.names(in: folder).map { "\(folder)/\($0)" }
        return ([file] + parts).contains { path in
            let lines = ConfigurationLines.read(path).map { $0.drop { $0 == " " || $0 == "\t" } }
            return !lines.contains("Hidden=true")
                && lines.contains { !$0.hasPrefix("#") && starts($0) }
        }
    }

    private func starts(_ line: Substring) -> Bool {
        line.lowercased().hasPrefix(beginning)
            && ["utter daemon", "start utter"].contains { line.contains($0) }
    }

    /// The command that has the user's systemd start the unit with the session's variables. It
    /// restarts one that an earlier session has left.
    package var unitCommands: [[String]] {
        [
            ["systemctl", "--user", "import-environment"] + variables,
            ["systemctl", "--user", "restart", "utter.service"],
        ]
    }

    /// The text that the file needs.
    ///
    /// - Parameter program: how the daemon is started; nil for the user's systemd.
    package func text(program: String?) -> String {
        let unit = unitCommands.map { $0.joined(separator: " ") }.joined(separator: " && ")
        return entry(program ?? unit)
    }

    /// The effect of `writing`, in words, and below them the text.
    package func effect(program: String?) -> String {
        let isNew = access(file, R_OK) != 0
        let template = templates.first { access($0, R_OK) == 0 }
        let verb =
            if isNew, let template {
                "To start it at login, \(template) is copied to \(file), and this is added:"
            } else if isNew || isOwnFile {
                "To start it at login, the file \(file) is written:"
            } else {
                "To start it at login, this is added at the end of \(file):"
            }
        let lines = text(program: program).split(separator: "\n").map { "  \($0)" }
        return ([verb] + lines).joined(separator: "\n")
    }

    /// Writes that text: short commands, for the user reads them before they are run.
    package func writing(program: String?) -> [Fix.Command] {
        var commands: [[String]] = []
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        if access(folder, F_OK) != 0 { commands.append(["mkdir", "-p", folder]) }
        if access(file, F_OK) != 0, let template = templates.first(where: { access($0, R_OK) == 0 })
        {
            commands.append(["cp", template, file])
        }
        // The last line of a file of the user's may have no end.
        let add = isOwnFile ? #"printf "%s\n" "$1" >"$0""# : #"printf "\n%s\n" "$1" >>"$0""#
        commands.append(["sh", "-c", add, file, text(program: program)])
        return commands.map { Fix.Command($0) }
    }
}

extension SessionEnvironment {
    /// `$XDG_CONFIG_HOME`, by default `~/.config`.
    package var configuration: String {
        self["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
    }

    package var home: String { self["HOME"] ?? "" }
}
