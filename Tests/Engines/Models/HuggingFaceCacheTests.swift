import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Models

/// Where Hugging Face's programs keep what they downloaded.
@Suite struct HuggingFaceCacheTests {
    @Test(
        arguments: [
            (["HOME": "/home/a"], "/home/a/.cache/huggingface/hub"),
            (["HOME": "/home/a", "XDG_CACHE_HOME": "/c"], "/c/huggingface/hub"),
            (["HOME": "/home/a", "XDG_CACHE_HOME": "c"], "/home/a/.cache/huggingface/hub"),
            (["HOME": "/home/a", "XDG_CACHE_HOME": "/c", "HF_HOME": "/h"], "/h/hub"),
            (["HF_HOME": "/h", "HF_HUB_CACHE": "/hub"], "/hub"),
            ([:], nil),
        ] as [([String: String], String?)])
    func itIsWhereTheyHaveIt(_ variables: [String: String], _ folder: String?) {
        #expect(HuggingFaceCache { variables[$0] }?.folder.string == folder)
    }

    /// A repository's file is a link to where its content is.
    @Test func aFileOfTheCatalogueIsFound() throws {
        let scratch = try ScratchDirectory("hub")
        let model = ModelStage.model(4, "")
        let repository = "models--other--tones-gguf"
        let cache = HuggingFaceCache(folder: FilePath(scratch.path))
        #expect(cache.file(of: model) == nil)
        for (revision, content) in [("a1", "short"), ("b2", "1234"), ("c3", "5678")] {
            let file = "\(repository)/snapshots/\(revision)/tones-Q8_0.gguf"
            try scratch.makeFolders(for: file)
            try scratch.makeFolders(for: "\(repository)/blobs/\(revision)")
            try scratch.write(content, to: "\(repository)/blobs/\(revision)")
            try FileManager.default.createSymbolicLink(
                atPath: scratch.path(file), withDestinationPath: "../../blobs/\(revision)")
        }
        func found() -> String? { cache.file(of: model)?.removingLastComponent().string }
        #expect(found() == scratch.path("\(repository)/snapshots/b2"))
        // The revision that is named comes first; one with another length doesn't count.
        try scratch.makeFolders(for: "\(repository)/refs/main")
        for (main, revision) in [("c3\n", "c3"), ("a1", "b2"), ("../x", "b2"), ("", "b2")] {
            try scratch.write(main, to: "\(repository)/refs/main")
            #expect(found() == scratch.path("\(repository)/snapshots/\(revision)"))
        }
    }
}
