import CPocketSphinx

/// From samples to cepstra (`fe_t`), and whether they are speech: what is not is left out.
///
/// A front end beside the decoder's own, so that frames can be looked at before they are decoded,
/// and decoded anew. It belongs to one thread.
final class FrontEnd {
    /// Values of a frame, and of a row of the output.
    let dimension: Int
    private let frontEnd: OpaquePointer
    // Rows for the library to write to, which live as long as the object.
    private let values: UnsafeMutablePointer<mfcc_t>
    private let rows: UnsafeMutablePointer<UnsafeMutablePointer<mfcc_t>?>
    private static let rowCount = 64

    /// Nil if the library refuses the parameters, which it accepted for its decoder.
    init?(parameters: OpaquePointer) {
        guard let frontEnd = fe_init_auto_r(parameters) else { return nil }
        self.frontEnd = frontEnd
        dimension = Int(fe_get_output_size(frontEnd))
        values = .allocate(capacity: Self.rowCount * dimension)
        values.initialize(repeating: 0, count: Self.rowCount * dimension)
        rows = .allocate(capacity: Self.rowCount)
        for row in 0..<Self.rowCount { (rows + row).initialize(to: values + row * dimension) }
    }

    deinit {
        fe_free(frontEnd)
        rows.deallocate()
        values.deallocate()
    }

    /// Forgets the noise.
    func startStream() { fe_start_stream(frontEnd) }

    /// Forgets what it has of the sound before.
    func startUtterance() { fe_start_utt(frontEnd) }

    /// Whether the last samples were speech.
    var isInSpeech: Bool { fe_get_vad_state(frontEnd) != 0 }

    /// The frames of speech that are in some more samples, one after the other.
    func process(_ samples: UnsafeBufferPointer<Int16>) -> [mfcc_t] {
        var next = samples.baseAddress
        var left = samples.count
        var frames: [mfcc_t] = []
        while left > 0 {
            let before = left
            var count = Int32(Self.rowCount)
            fe_process_frames(frontEnd, &next, &left, rows, &count, nil)
            frames += UnsafeBufferPointer(start: values, count: Int(count) * dimension)
            // Rows are more than enough for all that it may hold back; without progress there
            // would be no end.
            if count == 0, left == before { break }
        }
        return frames
    }

    /// The frame of the last samples, if they are speech.
    func endUtterance() -> [mfcc_t] {
        var count: Int32 = 0
        fe_end_utt(frontEnd, values, &count)
        return Array(UnsafeBufferPointer(start: values, count: Int(count) * dimension))
    }
}
