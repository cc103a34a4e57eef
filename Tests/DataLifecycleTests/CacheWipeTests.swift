import DataLifecycle
import Foundation
import Redaction
import SecurityTesting
import Testing

@Suite struct CacheWipeTests {
  private func filled(_ place: TestFolder) async throws -> CacheWipe {
    let name = UUID().uuidString
    let keys = CacheKeyFile(folder: place.path + "/keys-" + name)
    let folder = place.path + "/" + name
    let cache = try await ImageCache<Picture>.open(
      requirement(), folder: folder, keys: keys, access: NoUserData.access().access, now: start,
      random: SeededGenerator(seed: 1))
    try cache.store(Picture([1]), for: "a", now: start)
    return CacheWipe(name: try targetName("images"), folder: folder, keys: keys)
  }

  @Test("The target keeps every claim of the conformance suite")
  func conformance() async throws {
    let place = try TestFolder()
    #expect(await WipeTargetConformance.brokenClaims { try await filled(place) } == [])
  }

  @Test("A key that is left counts as something that is left")
  func keyLeft() async throws {
    let place = try TestFolder()
    let target = try await filled(place)
    try target.erase(.logout)
    #expect(try await target.remains(.logout) == [WipeRemnant(count: 1)])
  }

  @Test("A key file is 32 bytes of mode 0600; another length is made anew and the cache starts empty")
  func keyFile() async throws {
    let place = try TestFolder()
    let keys = CacheKeyFile(folder: place.path + "/keys")
    #expect(try keys.load() == nil)
    _ = try keys.add(Secret(copying: [UInt8](repeating: 7, count: 32)))
    #expect(place.mode("keys/cache.key") == 0o600)
    try place.put([1, 2, 3], at: "keys/cache.key")
    #expect(throws: LifecycleError.keySize(3)) { _ = try keys.load() }
    let cache = try await ImageCache<Picture>.open(
      requirement(), folder: place.path + "/images", keys: keys, access: NoUserData.access().access, now: start,
      random: SeededGenerator(seed: 1))
    try cache.store(Picture([1]), for: "a", now: start)
    #expect(try place.bytes("keys/cache.key").count == 32)
  }
}
