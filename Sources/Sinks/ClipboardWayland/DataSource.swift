import CWayland
import Glibc
import LinuxRuntime
import SystemPackage
import WaylandClient

/// An offer of this process, with its readers.
final class DataSource {
    let forms: ClipboardForms
    /// zwlr_data_control_source_v1* or its successor.
    let source: OpaquePointer
    /// Whether something else was copied.
    private(set) var isCancelled = false
    /// How many times text was requested.
    private(set) var textRequests = 0
    /// How many of these readers got the whole text.
    private(set) var completeTexts = 0
    /// How many bytes of text were written to readers.
    private(set) var textBytes = 0
    private var transfers: [FormTransfer] = []
    /// Called on each event.
    private let changed: () -> Void
    // Kept alive until the proxy is destroyed.
    private let globals: WaylandGlobals

    /// - Parameters:
    ///   - manager: zwlr_data_control_manager_v1* or its successor.
    ///   - globals: those that the manager is one of.
    init(
        _ forms: ClipboardForms, on manager: OpaquePointer, _ globals: WaylandGlobals,
        _ changed: @escaping () -> Void
    ) {
        (self.forms, self.globals) = (forms, globals)
        self.changed = changed
        source = utter_data_source_create(manager)
        // Unretained: the deinit destroys the proxy that holds the pointer.
        zwlr_data_control_source_v1_add_listener(
            source, sourceListener, Unmanaged.passUnretained(self).toOpaque())
        for type in forms.types { zwlr_data_control_source_v1_offer(source, type) }
    }

    deinit { zwlr_data_control_source_v1_destroy(source) }

    /// Whether a program is still reading.
    var isBeingRead: Bool { !transfers.isEmpty }

    fileprivate func send(_ type: String, _ descriptor: Int32) {
        // Closed if it isn't released.
        let descriptor = OwnedDescriptor(adopting: descriptor)
        let isText = ClipboardForms.text.contains(type)
        if isText { textRequests += 1 }
        if let bytes = forms[type] {
            let transfer = FormTransfer(bytes, to: descriptor.release()) { [unowned self] ended in
                transfers.removeAll { $0 === ended }
                if isText { note(ended) }
                changed()
            }
            if transfer.begin() {
                transfers.append(transfer)
            } else if isText {
                note(transfer)
            }
        }
        changed()
    }

    private func note(_ text: FormTransfer) {
        if text.isComplete { completeTexts += 1 }
        textBytes += text.offset
    }

    fileprivate func cancel() {
        isCancelled = true
        changed()
    }
}

/// Bytes being written to a reader's pipe.
private final class FormTransfer {
    private let bytes: [UInt8]
    private let descriptor: OwnedDescriptor
    /// How many bytes are written.
    private(set) var offset = 0
    private var writable: EventSource?
    private let ended: (FormTransfer) -> Void

    init(
        _ bytes: [UInt8], to descriptor: FileDescriptor,
        _ ended: @escaping (FormTransfer) -> Void
    ) {
        self.bytes = bytes
        self.descriptor = OwnedDescriptor(adopting: descriptor.rawValue)
        self.ended = ended
    }

    /// Whether all is written; the reader may be gone before.
    var isComplete: Bool { offset == bytes.count }

    /// Writes what fits; returns whether there is more to write.
    func begin() -> Bool {
        let flags = fcntl(descriptor.rawValue, F_GETFL)
        _ = fcntl(descriptor.rawValue, F_SETFL, flags | O_NONBLOCK)
        if write() { return false }
        writable = try? EventLoop.shared.watch(descriptor.descriptor, for: .writable) {
            [unowned self] _ in
            if write() {
                writable = nil
                ended(self)
            }
        }
        return writable != nil
    }

    /// Returns whether it has ended: all is written, or the reader is gone.
    private func write() -> Bool {
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes {
                Glibc.write(descriptor.rawValue, $0.baseAddress, $0.count)
            }
            if count < 0 { return errno != EAGAIN && errno != EINTR }
            offset += count
        }
        return true
    }
}

// nonisolated(unsafe): written once, by its initialiser, then only read, by libwayland.
nonisolated(unsafe) private let sourceListener:
    UnsafePointer<zwlr_data_control_source_v1_listener> = {
        let listener = UnsafeMutablePointer<zwlr_data_control_source_v1_listener>
            .allocate(capacity: 1)
        listener.initialize(
            to: zwlr_data_control_source_v1_listener(
                send: { source, _, type, descriptor in
                    Unmanaged<DataSource>.fromOpaque(source!).takeUnretainedValue()
                        .send(String(cString: type!), descriptor)
                },
                cancelled: { source, _ in
                    Unmanaged<DataSource>.fromOpaque(source!).takeUnretainedValue().cancel()
                }))
        return UnsafePointer(listener)
    }()
