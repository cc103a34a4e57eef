#if Audit
  import Foundation
  import SourceAudit
  import Synchronization
  import Testing

  /// A tree whose folders and files turn into links, and back, while it is read.
  @Suite struct SwappedTreeTests {
    private func withFolder(_ body: (_ folder: String) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swap-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try body(folder.path)
    }

    /// Renames the place away and puts a link there, over and over, until told to stop.
    private func swapping(_ place: String, _ target: String, while body: () throws -> Void) rethrows {
      let isDone = Mutex(false)
      let hasEnded = DispatchSemaphore(value: 0)
      let swaps = Thread {
        while !isDone.withLock({ $0 }) {
          guard rename(place, place + ".kept") == 0 else { continue }
          _ = symlink(target, place)
          _ = unlink(place)
          _ = rename(place + ".kept", place)
        }
        hasEnded.signal()
      }
      swaps.start()
      defer {
        isDone.withLock { $0 = true }
        hasEnded.wait()
      }
      try body()
    }

    @Test(
      "Whatever is swapped while the tree is read, nothing outside of it is read",
      arguments: ["a/b", "a", "a/b/In.swift"])
    func swapped(place: String) throws {
      try withFolder { outside in
        try FileManager.default.createDirectory(atPath: outside + "/b", withIntermediateDirectories: true)
        for path in ["/In.swift", "/b/In.swift"] {
          try Data("let outside = 1".utf8).write(to: URL(fileURLWithPath: outside + path))
        }
        try withFolder { folder in
          try FileManager.default.createDirectory(atPath: folder + "/a/b", withIntermediateDirectories: true)
          try Data("let inside = 1".utf8).write(to: URL(fileURLWithPath: folder + "/a/b/In.swift"))
          let target = place.hasSuffix(".swift") ? outside + "/In.swift" : outside
          try swapping(folder + "/" + place, target) {
            for _ in 0..<400 {
              let tree = try SourceTree.read(folder: folder)
              for file in tree.files { #expect(file.text == "let inside = 1") }
            }
          }
          #expect(try SourceTree.read(folder: folder).files.map(\.path) == ["a/b/In.swift"])
        }
      }
    }
  }
#endif
