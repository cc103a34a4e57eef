import DataLifecycle
import Redaction
import Testing

@Suite struct CacheKeyFileTests {
  private static func bytes(_ secret: borrowing Secret) -> [UInt8] { secret.withExposedBytes { Array($0) } }

  @Test("Of all who make the key at once each goes on with the first one, which is the one in the file")
  func atOnce() async throws {
    for _ in 0..<10 {
      let place = try TestFolder()
      let folder = place.path + "/cache"
      let found = try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for number: UInt8 in 1...8 {
          group.addTask {
            try Self.bytes(CacheKeyFile(folder: folder).add(Secret(copying: [UInt8](repeating: number, count: 32))))
          }
        }
        return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
      }
      #expect(found.count == 1)
      guard let kept = try CacheKeyFile(folder: folder).load() else {
        Issue.record("nothing was kept")
        return
      }
      #expect(Self.bytes(kept) == found.first)
    }
  }

  @Test("A key that is there stands; after it was destroyed another one can be made")
  func stands() throws {
    let place = try TestFolder()
    let file = CacheKeyFile(folder: place.path + "/cache")
    let (first, second) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
    #expect(try Self.bytes(file.add(Secret(copying: first))) == first)
    #expect(try Self.bytes(file.add(Secret(copying: second))) == first)
    try file.destroy()
    #expect(try Self.bytes(file.add(Secret(copying: second))) == second)
  }

  @Test("A damaged key is an error and is not replaced")
  func damaged() throws {
    let place = try TestFolder()
    let folder = try place.make("cache")
    try place.put([1, 2, 3], at: "cache/cache.key")
    #expect(throws: LifecycleError.keySize(3)) {
      _ = try CacheKeyFile(folder: folder).add(Secret(copying: [UInt8](repeating: 1, count: 32)))
    }
    #expect(try place.files(in: "cache") == ["cache.key"])
  }
}
