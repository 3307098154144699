import Dictation
import Glibc
import LinuxRuntime
import MonotonicTime
import Problems
import SystemPackage
import WaylandClient

/// Reads a selection from the program that owns it.
struct OfferReader {
    let connection: WaylandConnection
    let name: String
    let abandoned: AbandonedPipes

    /// Bytes of the largest form that is kept; four times as many in total.
    private static let largest = 16 << 20
    private static let mostTypes = 256
    /// How long an owner may pause in a form, and take in total.
    private static let timeout = Duration.seconds(2)
    private static let wholeTimeout = Duration.seconds(5)

    /// Reads all forms that the owner offers.
    ///
    /// - Throws: a problem if it offers something, but nothing that can be kept.
    func readAll(_ offer: DataOffer) async throws(SinkFailure) -> ClipboardForms {
        let deadline = MonotonicClock.nanoseconds + Self.wholeTimeout.nanoseconds
        var forms = ClipboardForms()
        var budget = 4 * Self.largest
        var missing = 0
        for type in offer.types.prefix(Self.mostTypes) {
            let limit = min(Self.largest, budget)
            if let bytes = try await read(type, offer, limit, deadline) {
                budget -= bytes.count
                forms.add(type, bytes)
            } else {
                missing += 1
            }
        }
        if missing > 0 {
            guard !forms.isEmpty else { throw .nothingPasted(unreadable) }
            Log.notice(
                "\(missing) forms of the \(name) are too large or too slow to be kept over a paste")
        }
        return forms
    }

    /// Reads one form; nil if it is too large or too slow.
    private func read(
        _ type: String, _ offer: DataOffer, _ limit: Int, _ deadline: Int64
    ) async throws(SinkFailure) -> [UInt8]? {
        let reading: OwnedDescriptor
        do throws(SystemError) {
            reading = try Self.ask(offer, for: type)
        } catch {
            throw .nothingPasted(Problem("cannot read the \(name)", why: "\(error)"))
        }
        connection.flush()
        let bytes: [UInt8]?
        do throws(SinkFailure) {
            bytes = try await read(reading.descriptor, limit, deadline)
        } catch {
            abandoned.add(reading.release())
            throw error
        }
        if bytes == nil { abandoned.add(reading.release()) }
        return bytes
    }

    private func read(
        _ pipe: FileDescriptor, _ limit: Int, _ deadline: Int64
    ) async throws(SinkFailure) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(pipe.rawValue, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += buffer[..<count]
                if bytes.count > limit { return nil }
                continue
            }
            guard errno == EAGAIN || errno == EINTR else { return nil }
            let rest = Duration.nanoseconds(deadline - MonotonicClock.nanoseconds)
            let isReady: Bool
            do {
                isReady = try await EventLoop.shared.ready(pipe, within: min(rest, Self.timeout))
            } catch {
                if error is CancellationError { throw .cancelled }
                throw .nothingPasted(Problem("cannot read the \(name)", why: "\(error)"))
            }
            if !isReady { return nil }
        }
    }

    /// Requests a form; returns the end of a pipe from which to read it.
    private static func ask(
        _ offer: DataOffer, for type: String
    ) throws(SystemError) -> OwnedDescriptor {
        var ends: [Int32] = [-1, -1]
        try check(pipe(&ends), "pipe")
        let reading = OwnedDescriptor(adopting: ends[0])
        let writing = OwnedDescriptor(adopting: ends[1])
        for end in ends { try check(fcntl(end, F_SETFD, FD_CLOEXEC), "fcntl F_SETFD") }
        // Only this end: the owner's end has its own flags.
        try check(fcntl(reading.rawValue, F_SETFL, O_NONBLOCK), "fcntl F_SETFL")
        offer.receive(type, into: writing.rawValue)
        return reading
    }

    private var unreadable: Problem {
        Problem(
            "cannot keep what is on the \(name), so nothing was pasted over it",
            why: "it is larger than \(Self.largest >> 20) MiB, or its owner does not answer",
            remedy: "Copy something small first.")
    }
}
