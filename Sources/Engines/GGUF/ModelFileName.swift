/// The names of model files: `NAME.gguf`, and `ggml-NAME.bin`, as whisper.cpp's are called.
public enum ModelFileName {
    public static func isModel(_ name: String) -> Bool {
        name.hasSuffix(".gguf") || name.hasSuffix(".bin") && name.hasPrefix("ggml-")
    }

    /// The names that a file may have which is called so, perhaps without its ending, the likeliest
    /// first.
    public static func candidates(for name: String) -> [String] {
        isModel(name) ? [name] : ["\(name).gguf", "\(name).bin"].filter(isModel)
    }
}
