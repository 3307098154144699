public import HTTPClient
public import Problems

/// Where models are downloaded from.
public struct ModelSource: Hashable, Sendable {
    public let address: WebAddress

    /// Hugging Face, where the files of the catalogue are.
    public static let standard = ModelSource(address: WebAddress("https://huggingface.co")!)

    private init(address: WebAddress) { self.address = address }

    /// A mirror, which has the files at the same paths.
    ///
    /// - Throws: what is wrong with the address.
    public init(mirror text: String) throws(Problem) {
        guard let address = WebAddress(text), address.isSecure || address.isLoopback else {
            throw Problem(
                "cannot use “\(text)” as a mirror",
                why: "it isn't of the form https://HOST[:PORT][/PATH], or http:// to this machine",
                remedy: "For example https://models.example or http://127.0.0.1:8000.")
        }
        self.address = address
    }
}
