import Foundation
import Glibc
import LinuxRuntime
import SystemPackage

/// A server on 127.0.0.1 that notes what it gets and answers what the test says, byte by byte.
@EventLoopActor
final class RawServer {
    let port: Int
    private let listening: OwnedDescriptor
    private var source: EventSource?
    private(set) var connections: [Connection] = []

    init() throws {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        listening = OwnedDescriptor(adopting: try check(socket(AF_INET, kind, 0), "socket"))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout.size(ofValue: address))
        let raw = listening.rawValue
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                try check(bind(raw, address, size), "bind")
                try check(listen(raw, 16), "listen")
                try check(getsockname(raw, address, &size), "getsockname")
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        source = try EventLoop.shared.watch(listening.descriptor) { [unowned self] _ in
            let client = accept(listening.rawValue, nil, nil)
            if client >= 0 { connections.append(Connection(client)) }
        }
    }

    isolated deinit { source = nil }

    var url: String { "http://127.0.0.1:\(port)/path" }

    /// Those that came whole, of all connections.
    var requests: [RawRequest] { connections.flatMap(\.requests) }

    @EventLoopActor
    final class Connection {
        private let descriptor: OwnedDescriptor
        private var source: EventSource?
        private(set) var received = Data()
        /// Whether the client hung up.
        private(set) var hasEnded = false
        /// Ends this side of the connection with the next bytes that come.
        var endsWithTheNextBytes = false

        init(_ client: Int32) {
            descriptor = OwnedDescriptor(adopting: client)
            source = try! EventLoop.shared.watch(descriptor.descriptor) { [unowned self] _ in
                read()
            }
        }

        isolated deinit { source = nil }

        var requests: [RawRequest] {
            var (rest, requests) = (received, [RawRequest]())
            while let request = RawRequest(takenFrom: &rest) { requests.append(request) }
            return requests
        }

        func send(_ text: String) { send(Array(text.utf8)) }

        func send(_ bytes: [UInt8]) {
            _ = Glibc.send(descriptor.rawValue, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        /// Sends no more.
        func end() { shutdown(descriptor.rawValue, Int32(SHUT_WR)) }

        private func read() {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(descriptor.rawValue, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                received += bytes[..<count]
                if endsWithTheNextBytes { end() }
            } else if count == 0 || errno != EAGAIN {
                hasEnded = true
                source = nil
            }
        }
    }
}

/// A request as it came.
struct RawRequest {
    /// `POST /path HTTP/1.1`
    let line: String
    /// By their names in lower case.
    let headers: [String: String]
    let body: Data

    /// Takes the first whole request from bytes; nil if there is none.
    init?(takenFrom bytes: inout Data) {
        let data = Data(bytes)
        guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for header in lines.dropFirst() {
            let colon = header.firstIndex(of: ":") ?? header.endIndex
            headers[header[..<colon].lowercased()] =
                header[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
        }
        let size = headers["content-length"].flatMap { Int($0) } ?? 0
        guard data.count >= end.upperBound + size else { return nil }
        (line, self.headers) = (lines[0], headers)
        body = Data(data[end.upperBound..<end.upperBound + size])
        bytes = Data(data[(end.upperBound + size)...])
    }

    /// The parts of its form: their headers, and what they hold.
    var parts: [(headers: String, content: Data)] {
        let type = headers["content-type"] ?? ""
        guard type.hasPrefix("multipart/form-data; boundary=") else { return [] }
        let boundary = Data("\r\n--\(type.split(separator: "=")[1])".utf8)
        var (rest, parts) = (Data("\r\n".utf8) + body, [(String, Data)]())
        while let start = rest.range(of: boundary),
            let end = rest.range(of: boundary, in: start.upperBound..<rest.endIndex)
        {
            let part = Data(rest[start.upperBound..<end.lowerBound])
            if let gap = part.range(of: Data("\r\n\r\n".utf8)) {
                parts.append(
                    (
                        String(decoding: part[2..<gap.lowerBound], as: UTF8.self),
                        Data(part[gap.upperBound...])
                    ))
            }
            rest = Data(rest[end.lowerBound...])
        }
        return parts
    }
}
