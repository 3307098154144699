import CX11
import DictationParts
import X11Connection

// The way to another process: atoms by their names.

extension ClipboardContents.Selection {
    func atom(_ connection: XConnection) -> Atom {
        switch self {
        case .clipboard: connection.atom("CLIPBOARD")
        case .primary: XA_PRIMARY
        }
    }
}

extension SelectionContents {
    func forms(_ connection: XConnection) -> [ClipboardContents.Form] {
        targets.compactMap { target in
            guard let value = self[target], let name = connection.name(of: target),
                let type = connection.name(of: value.type)
            else { return nil }
            return ClipboardContents.Form(
                name: name, type: type, format: value.format, bytes: value.bytes)
        }
    }

    init(_ forms: [ClipboardContents.Form], _ connection: XConnection) {
        self.init()
        for form in forms {
            add(
                connection.atom(form.name),
                SelectionValue(
                    type: connection.atom(form.type), format: form.format, bytes: form.bytes))
        }
    }
}
