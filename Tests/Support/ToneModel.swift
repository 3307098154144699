internal import Glibc
internal import LinuxRuntime
internal import SystemPackage

/// A model for the real libvosk that recognises two words: “low”, a tone of 300 Hz, and “high”, one
/// of 3 kHz. Its network has one layer, which uses the energy and whether the spectrum falls or
/// rises. No package has a model of a language.
public struct ToneModel {
    public let path: String
    /// Nil if the test gave a folder.
    private let directory: ScratchDirectory?

    /// - Parameter folder: where to put it; nil for a new directory.
    public init(
        _ name: String = "vosk-model-small-en-us-0.15", in folder: String? = nil
    ) throws {
        directory = folder == nil ? try ScratchDirectory("vosk") : nil
        path = "\(folder ?? directory!.path)/\(name)"
        for part in ["", "/am", "/conf", "/graph", "/graph/phones"] {
            try check(mkdir(path + part, 0o700), "mkdir")
        }
        try write("--sample-frequency=16000\n--use-energy=true\n", to: "conf/mfcc.conf")
        try write(
            """
            --beam=10.0
            --lattice-beam=4.0
            --frame-subsampling-factor=3
            --endpoint.silence-phones=1
            --endpoint.rule2.min-trailing-silence=0.5

            """, to: "conf/model.conf")
        try write(Self.acousticModel, to: "am/final.mdl")
        try write("<eps> 0\nlow 1\nhigh 2\n", to: "graph/words.txt")
        try write("1 nonword\n2 singleton\n3 singleton\n", to: "graph/phones/word_boundary.int")
        try write(Self.graph, to: "graph/HCLG.fst")
    }

    public func write(_ text: String, to file: String) throws {
        try write(Array(text.utf8), to: file)
    }

    public func write(_ bytes: [UInt8], to file: String) throws {
        let descriptor = try FileDescriptor.open(
            FilePath("\(path)/\(file)"), .writeOnly, options: [.create, .truncate],
            permissions: .ownerReadWrite)
        _ = try descriptor.closeAfter { try descriptor.writeAll(bytes) }
    }

    public func remove(_ file: String) throws {
        try check(unlink("\(path)/\(file)"), "unlink")
    }

    public func truncate(_ file: String, to bytes: Int) throws {
        try check(Glibc.truncate("\(path)/\(file)", bytes), "truncate")
    }

    /// A tone at 16 kHz, or silence with a little noise for 0 Hz.
    public static func tone(_ hertz: Double, _ seconds: Double) -> [Int16] {
        (0..<Int(seconds * 16_000)).map { index in
            hertz == 0
                ? Int16(index * 7919 % 7) - 3
                : Int16(8000 * sin(2 * .pi * hertz * Double(index) / 16_000))
        }
    }

    /// “low high”, a pause, “high”.
    public static let sentence =
        tone(0, 0.5) + tone(300, 0.5) + tone(0, 0.2) + tone(3000, 0.6)
        + tone(0, 1.5) + tone(3000, 0.4) + tone(0, 0.1)

    // MARK: Kaldi's files

    /// Three phones (silence, low, high) of one state each, and the network's layer: 13 cepstral
    /// coefficients, of which the first is the energy.
    private static var acousticModel: String {
        func row(_ energy: Double, _ tilt: Double) -> String {
            ([energy, tilt] + [Double](repeating: 0, count: 11)).map { "\($0)" }
                .joined(separator: " ")
        }
        return """
            <TransitionModel> <Topology> <TopologyEntry> <ForPhones> 1 2 3 </ForPhones> \
            <State> 0 <PdfClass> 0 <Transition> 0 0.5 <Transition> 1 0.5 </State> \
            <State> 1 </State> </TopologyEntry> </Topology> \
            <Triples> 3 1 0 0 2 0 1 3 0 2 </Triples> \
            <LogProbs> [ 0 -0.69 -0.69 -0.69 -0.69 -0.69 -0.69 ]
            </LogProbs> </TransitionModel> <Nnet3>\u{20}
            input-node name=input dim=13
            component-node name=scores component=scores input=input
            output-node name=output input=scores objective=linear

            <NumComponents> 1 <ComponentName> scores <AffineComponent> <LearningRate> 0.001 \
            <LinearParams> [
            \(row(-0.5, 0))
            \(row(0.5, 0.1))
            \(row(0.5, -0.1)) ]
            <BiasParams> [ 7 -7 -7 ]
            <IsGradient> F </AffineComponent> </Nnet3> <LeftContext> 0 <RightContext> 0 <Priors> [ ]

            """
    }

    /// A loop over the phones (OpenFst's binary `vector` of `standard` arcs). Transitions are
    /// numbered phone by phone, the loop before the exit.
    private static var graph: [UInt8] {
        typealias Arc = (input: Int32, output: Int32, weight: Float, to: Int32)
        let states: [[Arc]] = [
            [(2, 0, 2, 1), (4, 1, 2, 2), (6, 2, 2, 3)],
            [(1, 0, 0, 1), (0, 0, 0, 0)], [(3, 0, 0, 2), (0, 0, 0, 0)],
            [(5, 0, 0, 3), (0, 0, 0, 0)],
        ]
        var bytes: [UInt8] = []
        func append<Number>(_ number: Number) {
            withUnsafeBytes(of: number) { bytes += $0 }
        }
        append(Int32(2_125_659_606))
        for word in ["vector", "standard"] {
            append(Int32(word.utf8.count))
            bytes += word.utf8
        }
        append(Int32(2))  // version
        append(Int32(0))  // flags
        append(UInt64(3))  // properties: expanded, mutable
        append(Int64(0))  // start
        append(Int64(states.count))
        append(Int64(states.reduce(0) { $0 + $1.count }))
        for arcs in states {
            append(Float(0))  // each may be the last
            append(Int64(arcs.count))
            for arc in arcs {
                append(arc.input)
                append(arc.output)
                append(arc.weight)
                append(arc.to)
            }
        }
        return bytes
    }
}
