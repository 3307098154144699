/// Where speech-dispatcher listens, as its own library finds it (speech-dispatcher(1)).
public enum SpeechServerAddress {
    /// The path of its socket; nil where there is no runtime directory.
    ///
    /// A server on a network, `inet_socket:…`, is not used: what is dictated stays on this machine.
    public static func path(_ environment: (String) -> String?) -> String? {
        let prefix = "unix_socket:"
        if let address = environment("SPEECHD_ADDRESS"), address.hasPrefix(prefix),
            address.count > prefix.count
        {
            return String(address.dropFirst(prefix.count))
        }
        guard let runtime = environment("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") else {
            return nil
        }
        return "\(runtime)/speech-dispatcher/speechd.sock"
    }
}
