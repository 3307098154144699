import CCairo

/// A few lines of text, laid out by pango: any script, in its own direction.
final class TextBlock {
    /// Which part of too long a text is shown.
    enum Part {
        case beginning, end
        /// The beginning, with the line breaks of the text.
        case page
    }

    /// PangoLayout*.
    private let layout: OpaquePointer
    private let lines: Int

    /// - Parameters:
    ///   - size: the font size, in logical pixels.
    ///   - width: the maximal width of a line, in logical pixels.
    ///   - lines: the maximal number of lines.
    init(
        _ text: String, font: String, size: Double, bold: Bool = false, width: Double,
        lines: Int, part: Part, on canvas: Canvas
    ) {
        self.lines = lines
        layout = pango_cairo_create_layout(canvas.context)
        let description = pango_font_description_from_string(font)
        defer { pango_font_description_free(description) }
        pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
        if bold { pango_font_description_set_weight(description, PANGO_WEIGHT_SEMIBOLD) }
        pango_layout_set_font_description(layout, description)
        Self.smooth(layout)
        pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_single_paragraph_mode(layout, 1)
        pango_layout_set_line_spacing(layout, 1.12)
        switch part {
        case .beginning:
            pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
            // A negative height is a number of lines.
            pango_layout_set_height(layout, Int32(-lines))
            set(text)
        case .end:
            setEnd(of: text)
        case .page:
            pango_layout_set_single_paragraph_mode(layout, 0)
            setPage(text)
        }
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// Makes the same pixels on every machine: no hinting by this display's settings, and grey
    /// antialiasing, since the window may be transparent.
    private static func smooth(_ layout: OpaquePointer) {
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        let context = pango_layout_get_context(layout)
        pango_cairo_context_set_font_options(context, options)
        pango_layout_context_changed(layout)
    }

    /// Figures of one width, in fonts that have them: a running time stands still.
    func alignFigures() {
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
    }

    private func set(_ text: some StringProtocol) {
        let text = String(text)
        pango_layout_set_text(layout, text, Int32(text.utf8.count))
    }

    /// Sets as much of the text as fits. Pango itself counts the lines of each paragraph.
    private func setPage(_ text: String) {
        set(text)
        guard Int(pango_layout_get_line_count(layout)) > lines,
            let line = pango_layout_get_line_readonly(layout, Int32(lines))
        else { return }
        let end = text.utf8.index(text.startIndex, offsetBy: Int(line.pointee.start_index))
        var rest = text[..<end]
        repeat {
            while rest.last?.isWhitespace == true { rest.removeLast() }
            set(rest + "…")
            rest = rest[..<(rest.lastIndex(where: \.isWhitespace) ?? rest.startIndex)]
        } while pango_layout_get_line_count(layout) > lines && !rest.isEmpty
    }

    // MARK: The end of a text

    /// The most characters that are laid out: more than fit into two lines.
    private static let longest = 400
    private static let step = 200

    /// Sets as much of the text's end as fits, with an ellipsis in front. Lines break where they
    /// broke before the text grew, so that it moves up by whole lines and is still in between.
    private func setEnd(of text: String) {
        let recent = Self.recent(text)
        set(recent)
        let count = Int(pango_layout_get_line_count(layout))
        guard count > lines || recent.count < text.count else { return }
        var rest = recent[...]
        if count > lines,
            let line = pango_layout_get_line_readonly(layout, Int32(count - lines))
        {
            let start = recent.utf8.index(
                recent.startIndex, offsetBy: Int(line.pointee.start_index))
            rest = recent[start...]
        }
        set("…" + rest)
        // The ellipsis needs room at the front.
        while pango_layout_get_line_count(layout) > lines, let shorter = Self.shortened(rest) {
            rest = shorter
            set("…" + rest)
        }
    }

    /// The last few hundred characters; the beginning moves on in steps of `step`.
    private static func recent(_ text: String) -> String {
        let count = text.count
        guard count > longest else { return text }
        let rest = text.dropFirst((count - longest + step - 1) / step * step)
        return String(shortened(rest) ?? rest)
    }

    /// The text without its first word or, where words aren't divided by spaces, its first
    /// character.
    private static func shortened(_ text: Substring) -> Substring? {
        if text.isEmpty { return nil }
        let word = text.prefix(24).firstIndex(of: " ")
        return text[text.index(after: word ?? text.startIndex)...]
    }

    // MARK: Measures

    /// The size in logical pixels.
    var size: (width: Double, height: Double) {
        var (width, height) = (Int32(0), Int32(0))
        pango_layout_get_size(layout, &width, &height)
        return (Double(width) / Double(PANGO_SCALE), Double(height) / Double(PANGO_SCALE))
    }

    /// The height of the first line, in logical pixels.
    var lineHeight: Double {
        var extents = PangoRectangle()
        pango_layout_line_get_extents(
            pango_layout_get_line_readonly(layout, 0), nil, &extents)
        return Double(extents.height) / Double(PANGO_SCALE)
    }

    /// Lays the text out in lines of this width: right-to-left text is aligned to its end.
    func narrow(to width: Double) {
        pango_layout_set_width(layout, Int32((width * Double(PANGO_SCALE)).rounded(.up)))
    }

    /// The text as shown with its ellipsis, for tests.
    var shownText: String { String(cString: pango_layout_get_text(layout)) }

    func draw(x: Double, y: Double, _ colour: Colour, on canvas: Canvas) {
        canvas.use(colour)
        cairo_move_to(canvas.context, x, y)
        pango_cairo_show_layout(canvas.context, layout)
    }
}
