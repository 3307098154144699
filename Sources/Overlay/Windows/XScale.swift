import Glibc

/// How many device pixels a logical one has on an X display, by the rules of the toolkits.
enum XScale {
    /// Xft.dpi / 96 from the resources, or else GDK_SCALE.
    ///
    /// - Parameter resources: the root window's property RESOURCE_MANAGER (X(7), “RESOURCES”).
    static func find(resources: String?, gdkScale: String?) -> Double {
        if let dpi = dpi(resources), dpi != 96 { return limited(dpi / 96) }
        if let scale = gdkScale.flatMap({ Double($0) }) { return limited(scale) }
        return 1
    }

    private static func dpi(_ resources: String?) -> Double? {
        for line in (resources ?? "").split(separator: "\n") where line.hasPrefix("Xft.dpi:") {
            let value = line.dropFirst("Xft.dpi:".count)
                .filter { !$0.isWhitespace }
            if let dpi = Double(value), dpi > 0 { return dpi }
        }
        return nil
    }

    /// The scale within sensible limits.
    private static func limited(_ scale: Double) -> Double {
        min(4, max(0.75, scale))
    }
}
