/// Text processors that were made, by their options: making one takes milliseconds.
public struct TextProcessors {
    private let make: (TextOptions) -> TextProcessor
    /// The last used one first.
    private var known: [(options: TextOptions, processor: TextProcessor)] = []
    /// Languages and profiles that take turns; each holds some hundred kilobytes.
    private static let most = 4

    public init(_ make: @escaping (TextOptions) -> TextProcessor = TextProcessor.init) {
        self.make = make
    }

    /// The processor with these options, which is made if there is none.
    public mutating func processor(_ options: TextOptions) -> TextProcessor {
        let place = known.firstIndex { $0.options == options }
        let processor = place.map { known.remove(at: $0).processor } ?? make(options)
        known.insert((options, processor), at: 0)
        if known.count > Self.most { known.removeLast() }
        return processor
    }
}
