import CWayland
import WaylandClient

/// The selections of a Wayland session (wlr-data-control-unstable-v1, ext-data-control-v1).
final class DataDevice {
    enum Selection: CaseIterable {
        case clipboard, primary

        var name: String { self == .primary ? "primary selection" : "clipboard" }
    }

    /// What other programs and this one offer; of no offer there is none.
    private(set) var offers: [Selection: DataOffer] = [:]
    /// What this process offers, until something else is copied.
    private var sources: [Selection: DataSource] = [:]
    /// Those that something replaced while they were being read.
    private var replaced: [DataSource] = []
    /// Offers that have not become a selection yet.
    private var newOffers: [DataOffer] = []
    /// Told of each event.
    var changed: () -> Void = {}

    /// utter_data_control_manager*.
    private let manager: OpaquePointer
    /// utter_data_device*.
    private let device: OpaquePointer
    // Held so that the proxies go before it. The device lives as long as the connection: the
    // number of an offer that came between its end and the compositor's knowing would be missing
    // in libwayland's list, and the next new one be an error of the protocol.
    private let globals: WaylandGlobals

    /// The selections are known after one roundtrip. Nil if the compositor has no such protocol.
    init?(on globals: WaylandGlobals) {
        guard let seat = globals.seat, let manager = globals.bindDataControl() else { return nil }
        self.globals = globals
        self.manager = manager
        device = utter_data_device_create(manager, seat)
        utter_data_device_listen(
            device, deviceListener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        (sources, replaced) = ([:], [])
        offers = [:]
        newOffers = []
        utter_data_device_destroy(device)
        utter_data_control_manager_destroy(manager)
    }

    /// Those that the compositor lets programs set.
    var selections: [Selection] {
        utter_data_control_has_primary(manager) != 0 ? [.clipboard, .primary] : [.clipboard]
    }

    /// What this process offers; nil once something else was copied.
    func source(of selection: Selection) -> DataSource? {
        sources[selection].flatMap { $0.isCancelled ? nil : $0 }
    }

    /// Whether this process offers anything.
    var ownsAny: Bool { Selection.allCases.contains { source(of: $0) != nil } }

    /// Offers something, or nothing, in place of whatever is there. No request asks for that only
    /// if nobody has copied something since.
    func set(_ selection: Selection, _ forms: ClipboardForms?) {
        let source = forms.map { forms in
            DataSource(forms, on: manager) { [unowned self] in noteChange() }
        }
        utter_data_device_set(device, selection == .primary ? 1 : 0, source?.source)
        // Its predecessor goes only now, or the selection would be nobody's for a moment; and not
        // before those who read it have all of it.
        if let former = sources[selection], former.isBeingRead { replaced.append(former) }
        sources[selection] = source
    }

    private func noteChange() {
        replaced.removeAll { !$0.isBeingRead }
        changed()
    }

    fileprivate func found(_ offer: OpaquePointer) {
        newOffers.append(DataOffer(offer))
    }

    fileprivate func selected(_ selection: Selection, _ offer: OpaquePointer?) {
        offers[selection] = newOffers.first { $0.offer == offer }
        newOffers.removeAll { $0.offer == offer }
        changed()
    }
}

/// What a program offers as a selection.
final class DataOffer {
    /// utter_data_offer*.
    let offer: OpaquePointer
    private(set) var types: [String] = []

    fileprivate init(_ offer: OpaquePointer) {
        self.offer = offer
        utter_data_offer_listen(offer, offerListener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { utter_data_offer_destroy(offer) }

    /// Asks for one form.
    func receive(_ type: String, into descriptor: Int32) {
        utter_data_offer_receive(offer, type, descriptor)
    }

    fileprivate func has(_ type: String) {
        if !types.contains(type) { types.append(type) }
    }
}

private func device(_ pointer: UnsafeMutableRawPointer?) -> DataDevice {
    Unmanaged<DataDevice>.fromOpaque(pointer!).takeUnretainedValue()
}

// nonisolated(unsafe), twice: written once, by its initialiser, then only read, by libwayland.

nonisolated(unsafe) private let deviceListener: UnsafePointer<utter_data_device_listener> = {
    let listener = UnsafeMutablePointer<utter_data_device_listener>.allocate(capacity: 1)
    listener.initialize(to: utter_data_device_listener(
        data_offer: { data, _, offer in device(data).found(offer!) },
        selection: { data, _, offer in device(data).selected(.clipboard, offer) },
        // The seat is gone: nothing can be set any more.
        finished: { _, _ in },
        primary_selection: { data, _, offer in device(data).selected(.primary, offer) }))
    return UnsafePointer(listener)
}()

nonisolated(unsafe) private let offerListener: UnsafePointer<utter_data_offer_listener> = {
    let listener = UnsafeMutablePointer<utter_data_offer_listener>.allocate(capacity: 1)
    listener.initialize(to: utter_data_offer_listener(offer: { offer, _, type in
        Unmanaged<DataOffer>.fromOpaque(offer!).takeUnretainedValue().has(String(cString: type!))
    }))
    return UnsafePointer(listener)
}()
