import CPocketSphinx

/// From samples to cepstra (`fe_t`), with detection of speech: other sound is left out.
///
/// Separate from the decoder's own front end, so that frames can be used before they are decoded.
/// To be used on one thread.
final class FrontEnd {
    /// The number of values in a frame, and in a row of the output.
    let dimension: Int
    private let frontEnd: OpaquePointer
    // Rows for the library to write into, allocated as long as the object.
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

    /// Forgets its state from earlier sound.
    func startUtterance() { fe_start_utt(frontEnd) }

    /// Whether the last samples were speech.
    var isInSpeech: Bool { fe_get_vad_state(frontEnd) != 0 }

    /// The frames of speech in the next samples, concatenated.
    func process(_ samples: UnsafeBufferPointer<Int16>) -> [mfcc_t] {
        var next = samples.baseAddress
        var left = samples.count
        var frames: [mfcc_t] = []
        while left > 0 {
            let before = left
            var count = Int32(Self.rowCount)
            fe_process_frames(frontEnd, &next, &left, rows, &count, nil)
            frames += UnsafeBufferPointer(start: values, count: Int(count) * dimension)
            // There are enough rows for everything that it may hold back; without progress the loop
            // would not end.
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
