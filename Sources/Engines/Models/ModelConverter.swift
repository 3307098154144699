import Glibc
public import LinuxRuntime
public import Problems
public import SystemPackage

/// Converts a model from a folder in CTranslate2's format to one file (`WhisperConversion`). The
/// folder stays as it is.
@EventLoopActor
public struct ModelConverter {
    private let folder: FilePath
    private let destination: FilePath

    public init(_ folder: FilePath, to destination: FilePath) {
        (self.folder, self.destination) = (folder, destination)
    }

    /// - Parameters:
    ///   - name: the model's, for users; nil for the new file's.
    ///   - window: how much sound the model reads at once, in seconds; nil for what suits dictation.
    ///   - trial: asked before the file gets its name.
    /// - Returns: the new file.
    /// - Throws: a problem; `CancellationError` when the task is cancelled. Then nothing is left.
    public func run(
        name: String? = nil, window: Int? = nil, trial: ModelTrial = { _ in nil }
    ) async throws -> InstalledModel {
        do {
            return try await convert(
                name ?? destination.stem ?? "", window ?? WhisperConversion.usualWindow, trial)
        } catch let defect as ConversionDefect {
            throw problem(defect)
        }
    }

    private func convert(
        _ name: String, _ window: Int, _ trial: ModelTrial
    ) async throws -> InstalledModel {
        guard access(destination.string, F_OK) != 0 else {
            throw Problem(
                "“\(destination)” is there already", why: "",
                remedy: "Remove it, or name another file.")
        }
        let conversion = try WhisperConversion(folder, name: name, window: window)
        let part = try PartFile(for: destination)
        defer { part.remove() }
        try part.empty()
        try part.checkRoom(for: conversion.bytes)
        try await conversion.write(to: part.descriptor)
        if let problem = try await trial(part.path) {
            throw ModelImport.refusal(of: folder, problem)
        }
        try await part.publish(notice: nil)
        return InstalledModel(path: destination, bytes: conversion.bytes)
    }

    private func problem(_ defect: ConversionDefect) -> Problem {
        if case .unwritable = defect {
            return Problem("cannot write “\(destination)”", why: defect.why)
        }
        let remedy =
            switch defect {
            case .unreadable, .noFile:
                "A folder with model.bin, config.json and tokenizer.json is needed."
            case .otherFormat, .otherVersion, .noWhisper, .otherModel:
                "Whisper models are needed as CTranslate2 4 writes and faster-whisper reads them."
            case .quantised: "Get the model with weights of 16 bits (float16)."
            case .windowTooLong: "Choose a shorter window."
            default: "Get it again, and compare its checksum."
            }
        let subject = defect.file.map { folder.appending($0) } ?? folder
        return Problem("cannot convert “\(subject)”", why: defect.why, remedy: remedy)
    }
}
