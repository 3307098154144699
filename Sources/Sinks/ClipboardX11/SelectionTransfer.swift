import CX11
import LinuxRuntime
import MonotonicTime
import X11Connection

/// The transfer of a selection in one form to a program that requested it: in one piece, or as INCR
/// in several, each after the previous one was read (ICCCM 2.7.2).
final class SelectionTransfer {
    let requestor: Window
    let property: Atom
    /// Whether text was requested.
    let isText: Bool
    private let value: SelectionValue
    private var offset = 0
    private var isLastSent = false
    private(set) var isComplete = false
    let isIncremental: Bool
    /// When the requestor last read something, in ns of the monotonic clock.
    private(set) var lastProgress = MonotonicClock.nanoseconds

    /// Bytes per piece: less than the smallest limit of a server's request length, 256 KiB.
    private static let piece = 131_072

    init(_ value: SelectionValue, to requestor: Window, _ property: Atom, isText: Bool) {
        self.requestor = requestor
        self.property = property
        self.isText = isText
        self.value = value
        isIncremental = value.bytes.count > Self.piece
    }

    /// Whether the requestor has stopped reading.
    var isStale: Bool {
        MonotonicClock.nanoseconds - lastProgress > Duration.seconds(30).nanoseconds
    }

    /// Writes the value, or that it will come in pieces. PropertyNotify must be selected on the
    /// requestor.
    func begin(_ connection: XConnection) {
        guard isIncremental else {
            write(value.bytes[...], connection)
            isLastSent = true
            return
        }
        let incremental = connection.atom("INCR")
        let size = SelectionValue(type: incremental, numbers: [UInt(value.bytes.count)])
        size.bytes.withUnsafeBufferPointer {
            _ = XChangeProperty(
                connection.display, requestor, property, incremental, 32, PropModeReplace,
                $0.baseAddress, 1)
        }
    }

    /// Called when the requestor has read the property.
    func proceed(_ connection: XConnection) {
        lastProgress = MonotonicClock.nanoseconds
        if isLastSent {
            isComplete = true
            return
        }
        // An empty piece marks the end.
        let piece = value.bytes[offset...].prefix(Self.piece)
        write(piece, connection)
        offset += piece.count
        isLastSent = piece.isEmpty
    }

    private func write(_ piece: ArraySlice<UInt8>, _ connection: XConnection) {
        piece.withUnsafeBufferPointer {
            _ = XChangeProperty(
                connection.display, requestor, property, value.type, value.format,
                PropModeReplace, $0.baseAddress, Int32($0.count / value.width))
        }
    }
}
