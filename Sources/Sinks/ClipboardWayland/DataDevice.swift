import CWayland
import WaylandClient

/// The selections of a Wayland session (wlr-data-control-unstable-v1, ext-data-control-v1).
final class DataDevice {
    enum Selection: CaseIterable {
        case clipboard, primary

        var name: String { self == .primary ? "primary selection" : "clipboard" }
    }

    /// The current offers of other programs and this one; no entry for none.
    private(set) var offers: [Selection: DataOffer] = [:]
    /// The offers of this process, until something else is copied.
    private var sources: [Selection: DataSource] = [:]
    /// Sources that were replaced while they were being read.
    private var replaced: [DataSource] = []
    /// Offers that are not a selection yet.
    private var newOffers: [DataOffer] = []
    /// Called on each event.
    var changed: () -> Void = {}

    /// zwlr_data_control_manager_v1* or its successor.
    private let manager: OpaquePointer
    /// zwlr_data_control_device_v1* or its successor.
    private let device: OpaquePointer
    // Kept alive until the proxies are destroyed. The device lives as long as the connection:
    // otherwise the number of an offer that arrives before the compositor handles the device's end
    // would be missing in libwayland's list, and the next new offer would be a protocol error.
    private let globals: WaylandGlobals

    /// The selections are known after one roundtrip. Nil if the compositor has no such protocol.
    init?(on globals: WaylandGlobals) {
        guard let seat = globals.seat, let manager = globals.bindDataControl() else { return nil }
        self.globals = globals
        self.manager = manager
        device = utter_data_device_create(manager, seat)
        zwlr_data_control_device_v1_add_listener(
            device, deviceListener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        (sources, replaced) = ([:], [])
        offers = [:]
        newOffers = []
        zwlr_data_control_device_v1_destroy(device)
        zwlr_data_control_manager_v1_destroy(manager)
    }

    /// The selections that the compositor lets programs set.
    var selections: [Selection] {
        utter_data_control_has_primary(manager) != 0 ? [.clipboard, .primary] : [.clipboard]
    }

    /// This process's offer; nil once something else was copied.
    func source(of selection: Selection) -> DataSource? {
        sources[selection].flatMap { $0.isCancelled ? nil : $0 }
    }

    /// Whether this process has any offer.
    var ownsAny: Bool { Selection.allCases.contains { source(of: $0) != nil } }

    /// Replaces a selection by an offer, or by nothing. No request can make that depend on whether
    /// something was copied since.
    func set(_ selection: Selection, _ forms: ClipboardForms?) {
        let source = forms.map { forms in
            DataSource(forms, on: manager, globals) { [unowned self] in noteChange() }
        }
        switch selection {
        case .clipboard: zwlr_data_control_device_v1_set_selection(device, source?.source)
        case .primary: zwlr_data_control_device_v1_set_primary_selection(device, source?.source)
        }
        // The previous source is only destroyed now, or the selection would have no owner for a
        // moment; and not before its readers have read all of it.
        if let former = sources[selection], former.isBeingRead { replaced.append(former) }
        sources[selection] = source
    }

    private func noteChange() {
        replaced.removeAll { !$0.isBeingRead }
        changed()
    }

    fileprivate func found(_ offer: OpaquePointer) {
        newOffers.append(DataOffer(offer, globals))
    }

    fileprivate func selected(_ selection: Selection, _ offer: OpaquePointer?) {
        offers[selection] = newOffers.first { $0.offer == offer }
        newOffers.removeAll { $0.offer == offer }
        changed()
    }
}

/// A program's offer of a selection.
final class DataOffer {
    /// zwlr_data_control_offer_v1* or its successor.
    let offer: OpaquePointer
    private(set) var types: [String] = []
    // Kept alive until the proxy is destroyed: an offer may outlive its device.
    private let globals: WaylandGlobals

    fileprivate init(_ offer: OpaquePointer, _ globals: WaylandGlobals) {
        (self.offer, self.globals) = (offer, globals)
        zwlr_data_control_offer_v1_add_listener(
            offer, offerListener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { zwlr_data_control_offer_v1_destroy(offer) }

    /// Requests a form.
    func receive(_ type: String, into descriptor: Int32) {
        zwlr_data_control_offer_v1_receive(offer, type, descriptor)
    }

    fileprivate func has(_ type: String) {
        if !types.contains(type) { types.append(type) }
    }
}

private func device(_ pointer: UnsafeMutableRawPointer?) -> DataDevice {
    Unmanaged<DataDevice>.fromOpaque(pointer!).takeUnretainedValue()
}

// nonisolated(unsafe), twice: written once, by its initialiser, then only read, by libwayland.

nonisolated(unsafe) private let deviceListener:
    UnsafePointer<zwlr_data_control_device_v1_listener> = {
        let listener = UnsafeMutablePointer<zwlr_data_control_device_v1_listener>
            .allocate(capacity: 1)
        listener.initialize(
            to: zwlr_data_control_device_v1_listener(
                data_offer: { data, _, offer in device(data).found(offer!) },
                selection: { data, _, offer in device(data).selected(.clipboard, offer) },
                // The seat is gone: no selection can be set any more.
                finished: { _, _ in },
                primary_selection: { data, _, offer in device(data).selected(.primary, offer) }))
        return UnsafePointer(listener)
    }()

nonisolated(unsafe) private let offerListener: UnsafePointer<zwlr_data_control_offer_v1_listener> =
    {
        let listener = UnsafeMutablePointer<zwlr_data_control_offer_v1_listener>
            .allocate(capacity: 1)
        listener.initialize(
            to: zwlr_data_control_offer_v1_listener(offer: { offer, _, type in
                Unmanaged<DataOffer>.fromOpaque(offer!).takeUnretainedValue()
                    .has(String(cString: type!))
            }))
        return UnsafePointer(listener)
    }()
