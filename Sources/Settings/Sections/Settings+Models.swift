extension Settings {
    /// `[models]`
    public struct Models: SettingsKeys {
        public static let section = "models"
        public static let documentation = "Where `utter models install` gets models."
        public static let declared = Self()

        /// An address, which the command checks; nil for Hugging Face.
        public let mirror = SettingsKey<String?>(
            "mirror", nil,
            .optional(
                .string(such: "https://models.example"), such: "\"https://models.example\"",
                else: "https://huggingface.co"),
            """
            A server to download from instead of https://huggingface.co, with the same paths
            (OWNER/REPOSITORY/resolve/REVISION/FILE): https://, or http:// to this machine. What
            comes must have the checksum that utter knows, whoever sends it. The proxies of
            https_proxy and no_proxy are used in any case.
            """)
    }
}
