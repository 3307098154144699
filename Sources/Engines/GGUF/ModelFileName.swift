/// The names of model files: `NAME.gguf`, and `ggml-NAME.bin`, as whisper.cpp's are called.
public enum ModelFileName {
    public static func isModel(_ name: String) -> Bool {
        name.hasSuffix(".gguf") || name.hasSuffix(".bin") && name.hasPrefix("ggml-")
    }

    /// Whether a file of any origin may be installed under this name.
    public static func isInstallable(_ name: String) -> Bool {
        isModel(name) && !name.hasPrefix(".") && name.utf8.count <= 200
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    }

    /// The names that a file may have which is called so, perhaps without its ending, the likeliest
    /// first.
    public static func candidates(for name: String) -> [String] {
        isModel(name) ? [name] : ["\(name).gguf", "\(name).bin"].filter(isModel)
    }
}
