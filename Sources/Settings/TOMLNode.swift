import CTOML

/// A value of a TOML file, with its place.
struct TOMLNode {
    enum Value {
        /// In the order of the file.
        case table([TOMLEntry])
        case array([TOMLNode])
        case string(String)
        case integer(Int64)
        case float(Double)
        case boolean(Bool)
        /// A date, a time or both.
        case date
    }

    var value: Value
    let place: TOMLPlace
}

/// A key of a table and its value.
struct TOMLEntry {
    let key: String
    let keyPlace: TOMLPlace
    let node: TOMLNode
}

/// Line and column count from 1.
struct TOMLPlace: Comparable {
    let line: Int
    let column: Int

    static func < (left: TOMLPlace, right: TOMLPlace) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// Why a text is no TOML, in toml++'s words.
struct TOMLSyntaxError: Error {
    let message: String
    let place: TOMLPlace
}

extension TOMLNode {
    /// Parses UTF-8 into the root table.
    static func parse(_ bytes: [UInt8]) throws(TOMLSyntaxError) -> TOMLNode {
        // The buffer is valid for the whole call, and the document copies what it keeps.
        let parsed = bytes.withUnsafeBytes { buffer in
            utter_toml_parse(
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        guard let document = parsed else { fatalError("out of memory") }
        defer { utter_toml_free(document) }

        var place = utter_toml_place()
        if let message = utter_toml_error(document, &place) {
            throw TOMLSyntaxError(message: String(cString: message), place: TOMLPlace(place))
        }
        var count = 0
        let nodes = utter_toml_nodes(document, &count)
        return build(UnsafeBufferPointer(start: nodes, count: count))
    }

    /// Rebuilds the tree. Children follow their parents in the list, so when it is read from the
    /// end every node is complete before its parent.
    private static func build(_ list: UnsafeBufferPointer<utter_toml_node>) -> TOMLNode {
        var children = Array(repeating: [TOMLEntry](), count: list.count)
        for index in list.indices.dropFirst().reversed() {
            let entry = TOMLEntry(
                key: String(list[index].key), keyPlace: TOMLPlace(list[index].key_place),
                node: node(list[index], children[index]))
            children[index] = []
            children[list[index].parent].append(entry)
        }
        return node(list[0], children[0])
    }

    /// A node with its children, the last one first.
    private static func node(_ node: utter_toml_node, _ children: [TOMLEntry]) -> TOMLNode {
        let value: Value =
            switch node.kind {
            // toml++ sorts tables by key.
            case UTTER_TOML_TABLE: .table(children.sorted { $0.keyPlace < $1.keyPlace })
            case UTTER_TOML_ARRAY: .array(children.reversed().map(\.node))
            case UTTER_TOML_STRING: .string(String(node.string))
            case UTTER_TOML_INTEGER: .integer(node.integer)
            case UTTER_TOML_FLOAT: .float(node.floating)
            case UTTER_TOML_BOOLEAN: .boolean(node.boolean)
            default: .date
            }
        return TOMLNode(value: value, place: TOMLPlace(node.value_place))
    }
}

extension TOMLPlace {
    init(_ place: utter_toml_place) {
        self.init(line: Int(place.line), column: Int(place.column))
    }
}

extension String {
    /// Copies a text of a document.
    fileprivate init(_ text: utter_toml_text) {
        let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.count)
        self.init(decoding: bytes, as: UTF8.self)
    }
}
