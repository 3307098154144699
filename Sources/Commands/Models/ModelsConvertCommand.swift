import ArgumentParser
import Models
import SystemPackage

struct ModelsConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Make a Whisper model one file in the format GGUF.",
        discussion: """
            The folder has model.bin, config.json and tokenizer.json in CTranslate2's format, as \
            faster-whisper uses it, with weights of 16 or 32 bits; the file has weights of 8 bits. \
            The same folder always gives the same file.
            """)

    @Option(
        help: ArgumentHelp(
            "How much sound the model reads at once, 1 to 30.",
            discussion: "It computes that much whatever is said. 15 if not given, which suits "
                + "dictation; a file that is longer is divided.", valueName: "seconds"))
    var window: Int?

    @Option(help: "The model's name: “Whisper tiny.en”. By default, the file's name.")
    var name: String?

    @Argument(help: "The folder.", completion: .directory)
    var folder: String

    @Argument(help: "The file to make: FILE.gguf.")
    var file: String

    func validate() throws {
        if let window, !(1...30).contains(window) {
            throw ValidationError("--window is from 1 to 30 seconds, not \(window).")
        }
        if let name, name.isEmpty || name.utf8.count > 200 || name.contains(where: \.isNewline) {
            throw ValidationError("--name is one line of at most 200 bytes.")
        }
        guard file.hasSuffix(".gguf") else {
            throw ValidationError("“\(file)” doesn't end in .gguf.")
        }
    }

    func run() throws {
        let (folder, file, name, window) = (folder, file, name, window)
        // Nothing is asked, and no terminal needed.
        try Conversation.run(assumesYes: true) { talk in
            let model = try await ModelConverter(FilePath(folder), to: FilePath(file))
                .run(name: name, window: window)
            try printData(model.path.string)
        }
    }
}
