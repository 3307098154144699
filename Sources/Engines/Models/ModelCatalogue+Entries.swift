import GGUF

// The data of the catalogue. Authors, repositories, revisions, lengths, checksums and licences come
// from the repositories, and the figures from Handy's catalogue (August 2026).

extension ModelCatalogue {
    /// Those that are offered.
    static let entries = [
        CatalogueModel(
            name: "moonshine-streaming-tiny", author: "UsefulSensors",
            madeFrom: "UsefulSensors/moonshine-streaming-tiny", licence: .mit,
            file: ModelFile(
                repository: "handy-computer/moonshine-streaming-tiny-gguf",
                revision: "85ddff612fa3a2cf40b2f745abcfa90ef82f293b",
                name: "moonshine-streaming-tiny-Q8_0.gguf", bytes: 50_462_816,
                sha256: "930e4622ad3a24158b91406c30c977fa6a26b34cb32d6ac3e57cfb23383a869e"),
            languages: ["en"], mode: .stream, languageUse: .one,
            times: .none, figures: ModelFigures(errors: 4.5, speed: 69)),
        CatalogueModel(
            name: "moonshine-streaming-small", author: "UsefulSensors",
            madeFrom: "UsefulSensors/moonshine-streaming-small", licence: .mit,
            file: ModelFile(
                repository: "handy-computer/moonshine-streaming-small-gguf",
                revision: "41444173ed8210852a883e046fadcfba3e7bfbae",
                name: "moonshine-streaming-small-Q8_0.gguf", bytes: 198_506_848,
                sha256: "d03670f69629b649085d0f44a63d97668b4119117cc9611a4e4ad94341713dfc"),
            languages: ["en"], mode: .stream, languageUse: .one,
            times: .none, figures: ModelFigures(errors: 2.5, speed: 15)),
        CatalogueModel(
            name: "moonshine-streaming-medium", author: "UsefulSensors",
            madeFrom: "UsefulSensors/moonshine-streaming-medium", licence: .mit,
            file: ModelFile(
                repository: "handy-computer/moonshine-streaming-medium-gguf",
                revision: "c722a9455a40a1844c3d25267dc84eff61d8dd84",
                name: "moonshine-streaming-medium-Q8_0.gguf", bytes: 295_793_568,
                sha256: "f7c9564249b508f6012927ec4f9e536087da53a7047f858ca9975bea5f75299e"),
            languages: ["en"], mode: .stream, languageUse: .one,
            times: .none, figures: ModelFigures(errors: 2.2, speed: 10)),
        CatalogueModel(
            name: "parakeet-tdt_ctc-110m", author: "nvidia",
            madeFrom: "nvidia/parakeet-tdt_ctc-110m", licence: .attribution,
            file: ModelFile(
                repository: "handy-computer/parakeet-tdt_ctc-110m-gguf",
                revision: "9d66d34f9e1594075c5dd72c90c0f4c321b29f21",
                name: "parakeet-tdt_ctc-110m-Q8_0.gguf", bytes: 135_373_280,
                sha256: "7dd44c74a331d788a4e5f8b16913b3feb29ced22cf5613aad0e0f6cd30516296"),
            languages: ["en"], mode: .offline, languageUse: .one,
            times: .token, figures: ModelFigures(errors: 2.4, speed: 26)),
        CatalogueModel(
            name: "canary-180m-flash", author: "nvidia",
            madeFrom: "nvidia/canary-180m-flash", licence: .attribution,
            file: ModelFile(
                repository: "handy-computer/canary-180m-flash-gguf",
                revision: "b147f9dc52b59f0998e410540a84727bd86457fd",
                name: "canary-180m-flash-Q8_0.gguf", bytes: 218_447_552,
                sha256: "e13c7f5d0952b056a027cfffec13e3a3a134d1608babed24f983568f141e297c"),
            languages: ["en", "de", "es", "fr"], mode: .offline, languageUse: .told,
            times: .none, figures: ModelFigures(errors: 1.9, speed: 24)),
        CatalogueModel(
            name: "parakeet-tdt-0.6b-v3", author: "nvidia",
            madeFrom: "nvidia/parakeet-tdt-0.6b-v3", licence: .attribution,
            file: ModelFile(
                repository: "handy-computer/parakeet-tdt-0.6b-v3-gguf",
                revision: "85ac09ea12fc4b1112fa76810059364bc6adc9de",
                name: "parakeet-tdt-0.6b-v3-Q4_K_M.gguf", bytes: 485_425_504,
                sha256: "b68557be1e3c40207fd7c4bd9d63f1d3316b963f15325bfb0cc16a8bb0ffd181"),
            languages: european, mode: .offline, languageUse: .detects,
            times: .token, figures: ModelFigures(errors: 2.0, speed: 9)),
        CatalogueModel(
            name: "parakeet-primeline", author: "primeline",
            madeFrom: "primeline/parakeet-primeline", licence: .attribution,
            file: ModelFile(
                repository: "handy-computer/parakeet-primeline-gguf",
                revision: "90880dc372f8cc0025ae7a08d2c887278124a538",
                name: "parakeet-primeline-Q4_K_M.gguf", bytes: 485_425_568,
                sha256: "8b01f1893fa1db166d8b08375f8300c140fc7f110af7e9b68480a27b145dad7d"),
            languages: ["de"] + european.filter { $0 != "de" }, mode: .offline,
            languageUse: .detects, times: .token, figures: nil),
        CatalogueModel(
            name: "parakeet-unified-en-0.6b", author: "nvidia",
            madeFrom: "nvidia/parakeet-unified-en-0.6b", licence: .attribution,
            file: ModelFile(
                repository: "handy-computer/parakeet-unified-en-0.6b-gguf",
                revision: "7e948f21b7bdbac698d3318db9d350f1096f3b6c",
                name: "parakeet-unified-en-0.6b-Q4_K_M.gguf", bytes: 477_274_496,
                sha256: "a8bf3de2b393bd14ead5a858c3748d5e3b07a20fdeabdd3b498fba4f463fa929"),
            languages: ["en"], mode: .buffered, languageUse: .one,
            times: .token, figures: ModelFigures(errors: 1.6, speed: 9)),
        CatalogueModel(
            name: "nemotron-3.5-asr-streaming-0.6b-q4", author: "nvidia",
            madeFrom: "nvidia/nemotron-3.5-asr-streaming-0.6b", licence: .openModel,
            file: ModelFile(
                repository: "handy-computer/nemotron-3.5-asr-streaming-0.6b-gguf",
                revision: "6d44e540bc31b0de1dbe174a3cea87f53a7f22fb",
                name: "nemotron-3.5-asr-streaming-0.6b-Q4_K_M.gguf", bytes: 495_831_520,
                sha256: "41c99fa5fb6f3d35f68e79adc3e755eca2232a8d921178bd647b71194792b8fd"),
            languages: nemotron, mode: .stream, languageUse: .told,
            times: .token, figures: ModelFigures(errors: 3.3, speed: 10)),
        CatalogueModel(
            name: "nemotron-3.5-asr-streaming-0.6b-q8", author: "nvidia",
            madeFrom: "nvidia/nemotron-3.5-asr-streaming-0.6b", licence: .openModel,
            file: ModelFile(
                repository: "handy-computer/nemotron-3.5-asr-streaming-0.6b-gguf",
                revision: "6d44e540bc31b0de1dbe174a3cea87f53a7f22fb",
                name: "nemotron-3.5-asr-streaming-0.6b-Q8_0.gguf", bytes: 751_094_240,
                sha256: "b94545b313b3223fda7b2857a52681da813935c2127643d1e9ff0c23d988089c"),
            languages: nemotron, mode: .stream, languageUse: .told,
            times: .token, figures: ModelFigures(errors: 3.3, speed: 10)),
        CatalogueModel(
            name: "whisper-base", author: "openai",
            madeFrom: "openai/whisper-base", licence: .apache,
            file: ModelFile(
                repository: "handy-computer/whisper-base-gguf",
                revision: "e0f69524f648720eca44c024d1d0dbb7027d1fa0",
                name: "whisper-base-Q8_0.gguf", bytes: 84_962_880,
                sha256: "81c069428bc8a24551a8169cf31cf09bcfd9d4cf50389ae281323c9aa9648c81"),
            languages: whisper, mode: .offline, languageUse: .optional,
            times: .segment, figures: ModelFigures(errors: 5.1, speed: nil)),
        CatalogueModel(
            name: "whisper-small", author: "openai",
            madeFrom: "openai/whisper-small", licence: .apache,
            file: ModelFile(
                repository: "handy-computer/whisper-small-gguf",
                revision: "c0214bd34be9296695486f838e0142f900803159",
                name: "whisper-small-Q8_0.gguf", bytes: 269_751_136,
                sha256: "9b9c8811bbcc82a7766f0fb0925614bdacb0923b2cc630daeac17108b655b860"),
            languages: whisper, mode: .offline, languageUse: .optional,
            times: .segment, figures: ModelFigures(errors: 3.3, speed: 3)),
        CatalogueModel(
            name: "whisper-large-v3-turbo", author: "openai",
            madeFrom: "openai/whisper-large-v3-turbo", licence: .apache,
            file: ModelFile(
                repository: "handy-computer/whisper-large-v3-turbo-gguf",
                revision: "5eaf945c7978e564bae5b28a5b1639dd93c2bfb1",
                name: "whisper-large-v3-turbo-Q5_K_M.gguf", bytes: 619_628_128,
                sha256: "977b5db4e004349dffd1ab9caa10ba5aaba3fc3edd3ba72cadb84328a3203e36"),
            languages: whisper + ["yue"], mode: .offline, languageUse: .optional,
            times: .segment, figures: ModelFigures(errors: 2.0, speed: 0.6)),
        CatalogueModel(
            name: "cohere-transcribe-03-2026", author: "CohereLabs",
            madeFrom: "CohereLabs/cohere-transcribe-03-2026", licence: .apache,
            file: ModelFile(
                repository: "handy-computer/cohere-transcribe-03-2026-gguf",
                revision: "dfa4adebb64f3076b7b6b90b721275cc069cb421",
                name: "cohere-transcribe-03-2026-Q4_K_M.gguf", bytes: 1_558_162_944,
                sha256: "0ea56826d8bd5d74b7143a4a04e022dc1bb75452cfae49d98b6acb0c1d16a1fb"),
            languages: cohere, mode: .offline, languageUse: .told,
            times: .none, figures: ModelFigures(errors: 1.25, speed: 4)),
    ]

    private static let european = [
        "bg", "hr", "cs", "da", "nl", "en", "et", "fi", "fr", "de", "el", "hu", "it", "lv",
        "lt", "mt", "pl", "pt", "ro", "ru", "sk", "sl", "es", "sv", "uk",
    ]
    private static let nemotron = [
        "en", "es", "fr", "it", "pt", "nl", "de", "tr", "ru", "ar", "hi", "ja", "ko", "vi",
        "uk", "pl", "sv", "cs", "nb", "da", "bg", "fi", "hr", "sk", "zh", "hu", "ro", "et",
    ]
    /// The languages of all sizes before large-v3.
    private static let whisper = Array(WhisperLanguages.codes.dropLast())
    private static let cohere = [
        "en", "fr", "de", "es", "it", "pt", "nl", "pl", "el", "ar", "ja", "zh", "vi", "ko",
    ]
}
