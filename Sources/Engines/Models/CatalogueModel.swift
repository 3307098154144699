public import Dictation
public import GGUF
public import HTTPClient

/// A model of the catalogue: one file in the format GGUF, of which the checksum is known.
public struct CatalogueModel: Hashable, Sendable {
    /// The name for users: `whisper-base`.
    public let name: String
    /// Who trained it.
    public let author: String
    /// The author's repository that the file was made from.
    public let madeFrom: String
    public let licence: ModelLicence
    public let file: ModelFile
    /// ISO 639 codes, the best supported first.
    public let languages: [String]
    public let mode: ModelMode
    public let languageUse: LanguageUse
    public let times: WordTimes
    /// Nil if nobody has published any.
    public let figures: ModelFigures?

    /// Memory for the engine with this model in bytes. An estimate: the weights, a quarter of them
    /// for the computation, and 100 MB.
    public var memory: Int { file.bytes + file.bytes / 4 + 100_000_000 }

    /// Whether it understands a language, whatever its region.
    public func supports(_ language: LanguageTag) -> Bool {
        // Models name Norwegian either way; the written standard most use is Bokmål.
        let names = ["nb", "no"].contains(language.language) ? ["nb", "no"] : [language.language]
        return languages.contains(where: names.contains)
    }
}

/// A file in a repository of models.
public struct ModelFile: Hashable, Sendable {
    /// `OWNER/NAME`
    public let repository: String
    /// The commit: its content never changes.
    public let revision: String
    public let name: String
    /// The file's length.
    public let bytes: Int
    /// 64 hexadecimal digits in lower case.
    public let sha256: String

    public init(
        repository: String, revision: String, name: String, bytes: Int, sha256: String
    ) {
        (self.repository, self.revision, self.name) = (repository, revision, name)
        (self.bytes, self.sha256) = (bytes, sha256)
    }

    /// Its address at Hugging Face or a mirror of it.
    public func address(at source: WebAddress) -> WebAddress? {
        source.appending("\(repository)/resolve/\(revision)/\(name)")
    }
}

/// The uses that a model's licence allows.
public enum ModelLicence: String, Hashable, Sendable, CaseIterable {
    // The identifiers of SPDX.
    case mit = "MIT"
    case apache = "Apache-2.0"
    case attribution = "CC-BY-4.0"
    case openModel = "OpenMDW-1.1"

    /// Where its text is.
    public var address: String {
        switch self {
        case .mit: "https://opensource.org/license/mit"
        case .apache: "https://www.apache.org/licenses/LICENSE-2.0"
        case .attribution: "https://creativecommons.org/licenses/by/4.0/legalcode"
        case .openModel:
            "https://raw.githubusercontent.com/OpenMDW/OpenMDW/refs/heads/main/1.1/"
                + "LICENSE.OpenMDW-1.1"
        }
    }
}

/// How a model takes sound.
public enum ModelMode: String, Hashable, Sendable {
    /// As it comes: made for it.
    case stream
    /// As it comes, at many times the cost.
    case buffered
    /// Whole utterances.
    case offline
}

/// The units for which a model reports times.
public enum WordTimes: String, Hashable, Sendable {
    case none, token, segment
}

/// Figures that others have published about a model; not measured by this project.
public struct ModelFigures: Hashable, Sendable {
    /// Wrong words in a hundred, in the read English of LibriSpeech (test-clean). Real dictation
    /// has more.
    public let errors: Double
    /// Seconds of sound that a laptop of 2020 with eight cores recognises in a second, without a
    /// graphics card.
    public let speed: Double?

    /// Who has published them.
    public static let publisher = "the catalogue of Handy, August 2026"

    public init(errors: Double, speed: Double?) {
        (self.errors, self.speed) = (errors, speed)
    }
}
